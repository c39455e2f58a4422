import Albums
import Foundation
import Testing

/// The words for what may be wrong.
@Suite struct HealthCodeTests {
  @Test func `each is in docs/health.md, with its meaning`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/health.md"), encoding: .utf8)
    for code in HealthCode.allCases {
      #expect(text.contains("| `\(code.rawValue)` | \(code.meaning) |"), "\(code)")
    }
    #expect(text.split(separator: "\n").count { $0.hasPrefix("| `") } == HealthCode.allCases.count)
  }

  @Test func `a word is known with a folder behind it`() {
    #expect(HealthCode(printed: "watch-limit /home/me/my inbox") == .watchLimit)
    #expect(HealthCode(printed: "disk") == .disk)
    #expect(HealthCode(printed: "diskette") == nil)
  }
}
