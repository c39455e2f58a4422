package import MPD

/// The disc that was put in, and what was there before: what eject and the next disc go by.
package struct LoadedDisc: Codable, Equatable, Sendable {
  package var schema = "albumscan/loaded-disc/1"
  package let id: String
  package let artistName: String
  package let albumTitle: String
  /// The queue as it was made. Whatever it is otherwise is somebody else's.
  package let files: [String]
  package let before: QueueSnapshot
  /// The queue behind which it was put in: another disc, usually. Nil for that of `before`.
  package let predecessor: [String]?
  /// Noted before it is done.
  package var lent: OutputLoan.Lent

  /// - Parameter queue: the files that it is put in behind; nil for those of `before`.
  package init(
    _ disc: PlayableDisc, before: QueueSnapshot, behind queue: [String]? = nil,
    lent: OutputLoan.Lent = OutputLoan.Lent()
  ) {
    id = disc.id
    artistName = disc.artistName
    albumTitle = disc.albumTitle
    files = disc.files
    self.before = before
    predecessor = queue == before.files ? nil : queue
    self.lent = lent
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
  func isUndone(in queue: [QueueEntry]) -> Bool { !queue.isEmpty && queue.holds(before.files) }
}

extension [QueueEntry] {
  /// These files and no others, in this order.
  func holds(_ files: [String]) -> Bool {
    count == files.count && zip(self, files).allSatisfy { [UInt8]($0.song.file.utf8) == [UInt8]($1.utf8) }
  }
}
