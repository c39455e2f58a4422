internal import Disk
internal import Foundation
internal import Glibc
package import MPD
package import SystemPackage

/// The loaded disc and the earlier queue, which eject and the next disc need.
package struct LoadedDisc: Codable, Equatable, Sendable {
  package var schema = "albumscan/loaded-disc/1"
  package let id: String
  package let artistName: String
  package let albumTitle: String
  /// The queue as AlbumScan created it. If it differs, somebody has changed it.
  package let files: [String]
  package let before: QueueSnapshot
  /// While the disc is being loaded: the queue after which it is added, usually another disc. Nil if that is the queue
  /// of `before`, and once the disc is loaded: from then on, the same songs are there on purpose.
  package var predecessor: [String]?
  /// Recorded before it is done.
  package var lent: OutputLoan.Lent
  /// The address of the MPD in which it is loaded; nil if unknown.
  package let place: String?

  /// - Parameter queue: the files after which it is added; nil for those of `before`.
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

  /// Compared byte by byte: strings that are equal in Swift may be two files.
  package func isWhole(in queue: [QueueEntry]) -> Bool { queue.holds(files) }

  /// Whether replacing the queue loses nothing: it is as AlbumScan created it, empty, or as a process left it that was
  /// killed while loading or ejecting the disc.
  func mayGive(way queue: [QueueEntry]) -> Bool {
    let remains = [
      files, predecessor ?? files, (predecessor ?? before.files) + files, files + before.files,
    ]
    return queue.isEmpty || remains.contains { queue.holds($0) }
  }

  /// Whether the earlier queue is back: MPD was killed, and restarted with its last saved state.
  func isUndone(in queue: [QueueEntry]) -> Bool {
    // The user may have queued the same album before.
    !queue.isEmpty && queue.holds(before.files) && !queue.holds(files)
  }

  /// Whether it is loaded in the player at `other`, which has this queue. One MPD may have several addresses.
  func isIn(_ queue: [QueueEntry], at other: String?) -> Bool { place == nil || place == other || isWhole(in: queue) }
}

extension [QueueEntry] {
  /// Whether it contains exactly these files, in this order.
  func holds(_ files: [String]) -> Bool {
    count == files.count && zip(self, files).allSatisfy { [UInt8]($0.song.file.utf8) == [UInt8]($1.utf8) }
  }
}

/// The file that records the loaded disc.
package struct LoadedDiscFile: Sendable {
  private let path: FilePath

  package init(_ path: FilePath) { self.path = path }

  /// Nil if no disc is loaded, or the file is invalid: then the queue counts as the user's.
  package func read() -> LoadedDisc? {
    // Nil, as documented.
    ((try? OpenFile.contents(of: path, upTo: 16 << 20)) ?? nil)
      .flatMap { try? JSONDecoder().decode(LoadedDisc.self, from: Data($0)) }
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

  /// Held while a disc is loaded or ejected. Nil if the lock isn't available at all: then the command continues without
  /// it.
  /// - Throws: `busy` while another process holds it.
  func lock() throws(PlayingError) -> ExclusiveLock? {
    do throws(ExclusiveLock.Refusal) {
      // If the folder can't be created, taking the lock throws.
      try? Folder.make(path.removingLastComponent())
      return try ExclusiveLock(at: FilePath("\(path).lock"))
    } catch {
      if case .held = error { throw .busy }
      return nil
    }
  }

  /// Nil to remove the record.
  func keep(_ disc: LoadedDisc?) throws(PlayingError) {
    if let disc { try write(disc) } else { try remove() }
  }

  package func remove() throws(PlayingError) {
    guard unlink(path.string) == 0 || errno == ENOENT else { throw .unwritable("\(Errno(rawValue: errno))") }
  }
}
