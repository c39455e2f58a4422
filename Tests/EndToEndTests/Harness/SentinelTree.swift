import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What a person keeps outside AlbumScan's folders: photos, text, and folders with the names that AlbumScan uses itself.
/// Wherever a link to it lies, all of it stays byte for byte, and nothing of it is shown to anybody.
struct SentinelTree: Sendable {
  /// Stands in every file, and in no file's name.
  static let marker = "SENTINEL-6f0c2a91d4"
  /// On its photos, and on no others.
  static let album = DrawnCollection.cartas

  /// What a path was, all that somebody could change about it.
  struct Entry: Equatable {
    let mode: mode_t
    let modified: [Int]
    let bytes: Data?
  }

  let path: FilePath
  private let home: TestHome

  init(in home: TestHome) throws {
    self.home = home
    path = home.home.appending("Private")
    let photo = Photos.copy(1, of: try Photos.front(Self.album)) + Data(Self.marker.utf8)
    let names = [
      "photo.jpg", "linked.jpg", "letter.txt", "deep/a/b/c/letter.txt", "deep/a/photo.jpg", "index.html", "now.js",
      "wallet.html", "art/0123abcd.jpg", "months/2026-01.html", "months/2026-01.js", "2026-01/IMG.jpg",
      // As the sweep after a crash would like them.
      ".albumscan-1.tmp", ".albumscan-2.tmp/letter.txt", ".albumscan-old-deep/letter.txt", "art/.albumscan-3.tmp",
    ]
    let bundle = ["index.html", "album.json", "failure.json", "artwork.jpg", "thumbnail.jpg", "candidate-1.jpg"]
      .map { "bundle/\($0)" }
    for name in names + bundle {
      let folder = FilePath("Private/\(name)").removingLastComponent().string
      let text = name.hasSuffix(".json") ? "{\"title\":\"\(Self.marker)\"}" : "\(Self.marker) in \(name)\n"
      // What comes in by a hard link may be shown.
      let linked = try Photos.front(DrawnCollection.wharf)
      try home.copy(
        name == "linked.jpg" ? linked : name.hasSuffix(".jpg") ? photo : Data(text.utf8),
        as: String(FilePath(name).lastComponent?.string ?? ""),
        into: folder)
    }
  }

  /// Everything that is there, by its path.
  func state() throws -> [String: Entry] {
    var state: [String: Entry] = [:]
    for name in [""] + (try FileManager.default.subpathsOfDirectory(atPath: path.string)) {
      let (file, facts) = try Self.facts(of: name.isEmpty ? path : path.appending(name))
      state[name] = Entry(
        mode: facts.st_mode, modified: [facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec],
        bytes: facts.st_mode & S_IFMT == S_IFREG ? home.contents(of: file) : nil)
    }
    return state
  }

  func expectUntouched(
    since before: [String: Entry], _ story: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let now = try state()
    let changed = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }.sorted()
      .map { "\($0.isEmpty ? "itself" : $0) \(now[$0] == nil ? "gone" : before[$0] == nil ? "new" : "changed")" }
    #expect(changed == [], "\(story)", sourceLocation: sourceLocation)
  }

  /// Nothing of it in a result, in the ledger, in what was said, or in a request. Hard links to its files are its files.
  func expectUnseen(
    _ simulator: Simulator, _ story: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let inodes = Set(try home.files(below: path).map { try Self.facts(of: $0).1.st_ino })
    let words = [Self.marker, Self.album.albumTitle].map { Data($0.utf8) }
    func shows(_ data: Data?) -> Bool { words.contains { data?.range(of: $0) != nil } }
    let files = [home.root, home.state].flatMap { home.files(below: $0) }
      // What somebody takes away meanwhile shows nothing.
      .filter { file in (try? Self.facts(of: file)).map { !inodes.contains($0.1.st_ino) } ?? false }
    let showing = files.filter { shows(home.contents(of: $0)) }.map(\.string)
    #expect(showing == [], "\(story)", sourceLocation: sourceLocation)
    #expect(!shows(Data(home.log.utf8)), "\(story)", sourceLocation: sourceLocation)
    let asked = simulator.requests.filter { request in
      shows(request.body) || ([request.path] + request.query.values).contains { shows(Data($0.utf8)) }
    }
    #expect(asked.map(\.path) == [], "\(story)", sourceLocation: sourceLocation)
  }

  private static func facts(of path: FilePath) throws -> (FilePath, stat) {
    var facts = stat()
    guard lstat(path.string, &facts) == 0 else { throw Errno(rawValue: errno) }
    return (path, facts)
  }
}

extension TestHome {
  /// Puts a symbolic link in the place of whatever is there; that goes to `elsewhere`.
  func link(_ path: FilePath, to target: FilePath) throws {
    try folder.makeFolder("elsewhere")
    rename(
      path.string, workplace.appending("\(path.lastComponent?.string ?? "") \(UInt32.random(in: 0 ... .max))").string)
    guard symlink(target.string, path.string) == 0 else { throw Errno(rawValue: errno) }
  }

  func isLink(_ path: FilePath) -> Bool {
    var facts = stat()
    return lstat(path.string, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }

  /// Waits until the status names what is in the way, with the command that takes it away.
  func expectBlocked(
    by path: FilePath, as code: String = "folder-blocked", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let health = try await awaited("status to name \(path)") {
      try await status().health.first { $0.code.hasPrefix(code) && "\($0.code) \($0.reason)".contains(path.string) }
    }
    #expect(health.cure?.contains("rm '\(path)'") == true, "\(health)", sourceLocation: sourceLocation)
    #expect(isLink(path), sourceLocation: sourceLocation)
  }
}
