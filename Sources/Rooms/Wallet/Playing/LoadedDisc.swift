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
  /// Outputs that were moved to the partition of one's own.
  package let outputs: [String]

  package init(_ disc: PlayableDisc, before: QueueSnapshot, outputs: [String] = []) {
    id = disc.id
    artistName = disc.artistName
    albumTitle = disc.albumTitle
    files = disc.files
    self.before = before
    self.outputs = outputs
  }

  /// Byte by byte: what Swift calls equal may be two files.
  package func isWhole(in queue: [QueueEntry]) -> Bool { queue.holds(files) }
}

extension [QueueEntry] {
  /// These files and no others, in this order.
  func holds(_ files: [String]) -> Bool {
    count == files.count && zip(self, files).allSatisfy { [UInt8]($0.song.file.utf8) == [UInt8]($1.utf8) }
  }
}
