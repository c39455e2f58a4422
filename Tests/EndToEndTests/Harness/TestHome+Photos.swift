import DrawnCovers
import Foundation
import Glibc
import SystemPackage
import TestSupport

/// The ways in which photos come into an inbox.
extension TestHome {
  /// As `cp` does it: made in place, written, closed.
  @discardableResult
  func copy(_ photo: Data, as name: String, into folder: String = "AlbumScan/inbox") throws -> FilePath {
    try self.folder.makeFolder(folder)
    return try self.folder.write(photo, to: "\(folder)/\(name)")
  }

  /// As `mv` does it within a file system: whole, by one rename.
  @discardableResult
  func move(_ photo: Data, as name: String, into folder: String = "AlbumScan/inbox") throws -> FilePath {
    let elsewhere = try copy(photo, as: name, into: "elsewhere")
    let target = try self.folder.makeFolder(folder).appending(name)
    guard rename(elsewhere.string, target.string) == 0 else { throw Errno(rawValue: errno) }
    return target
  }

  /// As a slow sync client does it: in pieces with pauses, and closed and opened again in the middle.
  func writeSlowly(
    _ photo: Data, as name: String, into folder: String = "AlbumScan/inbox", pieces: Int = 6,
    pause: Duration = .milliseconds(250)
  ) async throws {
    let path = try self.folder.makeFolder(folder).appending(name)
    let size = (photo.count + pieces - 1) / pieces
    for start in stride(from: 0, to: photo.count, by: size) {
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
      try file.closeAfter { _ = try file.writeAll(photo[start..<min(photo.count, start + size)]) }
      // The writer's slowness is what is tested; nothing is waited for.
      try await Task.sleep(for: pause)
    }
  }
}

/// What lies on the disk.
extension TestHome {
  func contents(of path: FilePath) -> Data? { FileManager.default.contents(atPath: path.string) }

  func exists(_ path: FilePath) -> Bool { path.withPlatformString { access($0, F_OK) } == 0 }

  func names(in place: String) -> [String] { folder.names(in: "AlbumScan/\(place)") }

  /// All regular files below a folder, hidden ones included.
  func files(below path: FilePath) -> [FilePath] {
    guard let tree = FileManager.default.enumerator(atPath: path.string) else { return [] }
    return tree.compactMap { $0 as? String }.map { path.appending($0) }.filter {
      var status = stat()
      return lstat($0.string, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
  }

  /// The files below a folder that hold a text somewhere in their bytes.
  func files(below path: FilePath, holding text: String) -> [FilePath] {
    let wanted = Data(text.utf8)
    return files(below: path).filter { contents(of: $0)?.range(of: wanted) != nil }
  }

  /// The front page of the gallery; empty where there is none.
  func gallery() -> String { page("index") }
  func walletPage() -> String { page("wallet") }

  func phonePage() -> String { page("phone") }
  private func page(_ name: String) -> String {
    String(decoding: contents(of: root.appending("done/\(name).html")) ?? Data(), as: UTF8.self)
  }

  /// The photos that were put away, wherever in `originals/`, by name.
  func originals() -> [String: Data] {
    let found = files(below: root.appending("originals")).compactMap { path in
      contents(of: path).map { (path.lastComponent?.string ?? "", $0) }
    }
    return Dictionary(found) { first, _ in first }
  }

  /// What a crash or a mistake may have left: names that are only used while something is being made.
  func leftovers() -> [String] {
    [root, state].flatMap { place in
      (FileManager.default.enumerator(atPath: place.string)?.compactMap { $0 as? String } ?? [])
        .filter { FilePath($0).lastComponent?.string.hasPrefix(".albumscan-") == true || $0.hasSuffix(".tmp") }
    }
  }
}
