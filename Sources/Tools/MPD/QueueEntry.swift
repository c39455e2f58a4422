/// A song in MPD's queue.
package struct QueueEntry: Equatable, Sendable {
  package let song: Song
  /// From 0.
  package let position: Int
  /// What the entry is called as long as it is in the queue, wherever in it.
  package let id: Int

  package init(song: Song, position: Int, id: Int) {
    self.song = song
    self.position = position
    self.id = id
  }

  static func all(in reply: MPDReply) throws(MPDError) -> [QueueEntry] {
    var entries: [QueueEntry] = []
    for (song, pairs) in Song.entries(in: reply) {
      func number(_ name: String) -> Int? { pairs.first { $0.name == name }.flatMap { Int($0.value) } }
      guard let position = number("Pos"), let id = number("Id") else {
        throw .malformed("a song in the queue without a place")
      }
      entries.append(QueueEntry(song: song, position: position, id: id))
    }
    return entries
  }
}
