import FoundationEssentials
import Systemd
import Testing

/// `packaging/albumscan.catalog` is what `journalctl -x` shows below a record.
@Suite struct MessageCatalogTests {
  private let entries: [String: String]

  init() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = package.appending(path: "packaging/albumscan.catalog")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let pieces = ("\n" + text).components(separatedBy: "\n-- ").dropFirst()
    entries = Dictionary(pieces.map { (String($0.prefix(32)), $0) }) { "\($0)\nSECOND ENTRY\n\($1)" }
  }

  @Test(arguments: EventID.allCases)
  func `every event that matters is explained, with its cure`(event: EventID) throws {
    let entry = try #require(entries[event.messageID], "\(event) has no entry")
    let lines = entry.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.contains { $0.hasPrefix("Subject: ") })
    #expect(lines.contains("Defined-By: albumscand"))
    #expect(lines.contains { $0.hasPrefix("Documentation: ") })
    #expect(entry.contains("albumscanctl"), "an entry says what to do next")
    #expect(!entry.contains("SECOND ENTRY"))
    #expect(lines.allSatisfy { $0.count <= 90 })
  }

  @Test func `nothing else is in the catalog`() {
    #expect(Set(entries.keys) == Set(EventID.allCases.map(\.messageID)))
  }
}
