internal import Disk
internal import Foundation
internal import Glibc
package import MPD
package import SystemPackage

/// The disc that is in, and the queue from before, which eject and the next disc need.
package struct LoadedDisc: Codable, Equatable, Sendable {
  package var schema = "albumscan/loaded-disc/1"
  package let id: String
  package let artistName: String
  package let albumTitle: String
  /// The queue as it was made. Whatever it is otherwise is somebody else's.
  package let files: [String]
  package let before: QueueSnapshot
  /// While it is put in, the queue behind which that happens: another disc, usually. Nil for that of `before`, and as soon
  /// as the disc is in: whoever puts the same songs there from then on did it on purpose.
  package var predecessor: [String]?
  /// Noted before it is done.
  package var lent: OutputLoan.Lent
  /// The MPD that it is in, as it was looked for. Nil where that isn't known.
  package let place: String?

  /// - Parameter queue: the files that it is put in behind; nil for those of `before`.
  package init(
    _ disc: PlayableDisc, before: QueueSnapshot, behind queue: [String]? = nil,
    lent: OutputLoan.Lent = OutputLoan.Lent(), at place: String? = nil
  ) {
    id = disc.id
    artistName = disc.artistName
    albumTitle = disc.albumTitle
    files = disc.files
    self.before = before
    predecessor = queue == before.files ? nil : queue
    self.lent = lent
    self.place = place
  }

  /// Byte by byte: what Swift calls equal may be two files.
  package func isWhole(in queue: [QueueEntry]) -> Bool { queue.holds(files) }

  /// Whether nothing is lost when the queue gives way: it is as it was made, or nobody's, or as whoever was ended while
  /// the disc was put in, or taken out, has left it.
  func mayGive(way queue: [QueueEntry]) -> Bool {
    let remains = [
      files, predecessor ?? files, (predecessor ?? before.files) + files, files + before.files,
    ]
    return queue.isEmpty || remains.contains { queue.holds($0) }
  }

  /// What was there before is there again: MPD was ended at once, and began with what it had written last.
  func isUndone(in queue: [QueueEntry]) -> Bool {
    // The same album may have been there, of whoever's own.
    !queue.isEmpty && queue.holds(before.files) && !queue.holds(files)
  }

  /// Whether it is in the player that is looked for there, whose queue this is: one MPD goes by several addresses.
  func isIn(_ queue: [QueueEntry], at other: String?) -> Bool { place == nil || place == other || isWhole(in: queue) }
}

extension [QueueEntry] {
  /// These files and no others, in this order.
  func holds(_ files: [String]) -> Bool {
    count == files.count && zip(self, files).allSatisfy { [UInt8]($0.song.file.utf8) == [UInt8]($1.utf8) }
  }
}

/// The file that records which disc is in.
package struct LoadedDiscFile: Sendable {
  private let path: FilePath

  package init(_ path: FilePath) { self.path = path }

  /// Nil where none is in, or what is there is invalid: then the queue counts as somebody else's.
  package func read() -> LoadedDisc? {
    // As the doc comment says.
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
      // The lock itself throws where there is no folder.
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
