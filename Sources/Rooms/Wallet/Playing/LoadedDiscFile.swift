internal import Disk
internal import Foundation
internal import Glibc
package import SystemPackage

/// The file that records which disc is in.
package struct LoadedDiscFile: Sendable {
  private let path: FilePath

  package init(_ path: FilePath) { self.path = path }

  /// Nil where none is in, or what is there makes no sense: then the queue counts as somebody else's.
  package func read() -> LoadedDisc? {
    FileManager.default.contents(atPath: path.string).flatMap { try? JSONDecoder().decode(LoadedDisc.self, from: $0) }
  }

  package func write(_ disc: LoadedDisc) throws(PlayingError) {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try Folder.make(path.removingLastComponent())
      try DurableFile.write(encoder.encode(disc), to: path)
    } catch {
      throw .unwritable("\(error)")
    }
  }

  /// Taken while a disc is put in or taken out. Nil where it can't be had at all: then it is done without.
  /// - Throws: `busy` while another has it.
  func lock() throws(PlayingError) -> ExclusiveLock? {
    do throws(ExclusiveLock.Refusal) {
      try? Folder.make(path.removingLastComponent())
      return try ExclusiveLock(at: FilePath("\(path).lock"))
    } catch {
      if case .held = error { throw .busy }
      return nil
    }
  }

  /// Nil for none.
  func keep(_ disc: LoadedDisc?) throws(PlayingError) {
    if let disc { try write(disc) } else { try remove() }
  }

  package func remove() throws(PlayingError) {
    guard unlink(path.string) == 0 || errno == ENOENT else { throw .unwritable("\(Errno(rawValue: errno))") }
  }
}
