/// MPD's player.
extension MPDSession {
  package func status() async throws(MPDError) -> PlayerStatus { try await PlayerStatus(ask("status")) }

  /// Nil if there is none.
  package func currentSong() async throws(MPDError) -> QueueEntry? {
    try await QueueEntry.all(in: ask("currentsong")).first
  }

  /// The whole queue. Read in pieces, because a long one exceeds MPD's limit for one answer.
  package func queue() async throws(MPDError) -> [QueueEntry] {
    var entries: [QueueEntry] = []
    while true {
      let piece = try await QueueEntry.all(in: ask("playlistinfo", "\(entries.count):\(entries.count + 1000)"))
      entries += piece
      if piece.count < 1000 { return entries }
    }
  }

  /// What was added to the queue, and the error if it wasn't everything.
  package struct Added: Equatable, Sendable {
    /// The entries' IDs, in the order of the files.
    package var ids: [Int] = []
    package var refusal: MPDRefusal?

    package init() {}
  }

  /// Appends songs to the queue, up to the first one that MPD rejects.
  package func add(_ files: [String]) async throws(MPDError) -> Added {
    var added = Added()
    var rest = files[...]
    while !rest.isEmpty, added.refusal == nil {
      // Far below MPD's limit for a command list (`max_command_list_size`, 2 MiB).
      let batch = rest.prefix(200)
      rest = rest.dropFirst(batch.count)
      let answer = try await connection.ask(batch.map { file throws(MPDError) in try MPDCommand("addid", file) })
      added.refusal = answer.refusal
      // A single command gets no reply if it is refused, and one if it succeeds.
      for reply in answer.replies where answer.refusal == nil || batch.count > 1 {
        guard let id = reply["Id"].flatMap({ Int($0) }) else { throw .malformed("an added song without a number") }
        added.ids.append(id)
      }
    }
    return added
  }

  /// Carries out commands in order, up to the first one that MPD rejects, which is thrown.
  package func carryOut(_ orders: [PlayerOrder]) async throws(MPDError) {
    var commands: [MPDCommand] = []
    for order in orders { commands += try order.commands }
    _ = try await ask(all: commands)
  }

  /// Removes entries from the queue; entries that are already gone are ignored.
  package func delete(_ ids: [Int]) async throws(MPDError) {
    var rest = ids[...]
    while !rest.isEmpty {
      let batch = rest.prefix(200)
      let commands = try batch.map { id throws(MPDError) in try MPDCommand("deleteid", "\(id)") }
      let answer = try await connection.ask(commands)
      guard let refusal = answer.refusal else {
        rest = rest.dropFirst(batch.count)
        continue
      }
      guard refusal.code == .notFound, refusal.index < batch.count else { throw .refused(refusal) }
      rest = rest.dropFirst(refusal.index + 1)
    }
  }

  // MARK: Outputs

  /// The outputs of this session's partition.
  package func outputs() async throws(MPDError) -> [AudioOutput] { try await AudioOutput.all(in: ask("outputs")) }

  /// Moves an output here from another partition.
  package func takeOutput(_ name: String) async throws(MPDError) { _ = try await ask("moveoutput", name) }

  /// Switches on those of the outputs that are in this session's partition and switched off.
  package func switchOn(_ names: [String]) async throws(MPDError) {
    for output in try await outputs() where names.contains(output.name) && !output.isEnabled && !output.isDummy {
      _ = try await ask("enableoutput", "\(output.id)")
    }
  }
}

/// An audio output of an MPD partition.
package struct AudioOutput: Equatable, Sendable {
  /// In this session's partition.
  package var id: Int = 0
  package let name: String
  package let isEnabled: Bool
  /// A placeholder for an output that was moved to another partition.
  package let isDummy: Bool

  static func all(in reply: MPDReply) -> [AudioOutput] {
    var rest = reply.pairs[...]
    var outputs: [AudioOutput] = []
    while let start = rest.firstIndex(where: { $0.name == "outputid" }) {
      let behind = rest[(start + 1)...]
      let end = behind.firstIndex { $0.name == "outputid" } ?? behind.endIndex
      func value(_ name: String) -> String? { behind[..<end].first { $0.name == name }?.value }
      outputs.append(
        AudioOutput(
          id: Int(rest[start].value) ?? 0, name: value("outputname") ?? "", isEnabled: value("outputenabled") == "1",
          isDummy: value("plugin") == "dummy"))
      rest = rest[end...]
    }
    return outputs
  }
}

/// A command for MPD's player.
package enum PlayerOrder: Equatable, Sendable {
  /// Plays an entry of the queue from its beginning.
  case play(id: Int)
  case pause, `continue`
  case next, previous, stop
  case seek(id: Int, Duration)
  /// Removes an entry from the queue.
  case delete(id: Int)
  case modes(PlayerStatus.Modes)
  /// Clears the player's error.
  case clearError

  var commands: [MPDCommand] {
    get throws(MPDError) {
      switch self {
      case .play(let id): [try MPDCommand("playid", "\(id)")]
      case .pause: [try MPDCommand("pause", "1")]
      case .continue: [try MPDCommand("pause", "0")]
      case .next: [try MPDCommand("next")]
      case .previous: [try MPDCommand("previous")]
      case .stop: [try MPDCommand("stop")]
      case .seek(let id, let place): [try MPDCommand("seekid", "\(id)", place.mpdSeconds)]
      case .delete(let id): [try MPDCommand("deleteid", "\(id)")]
      case .modes(let modes):
        [
          try MPDCommand("random", modes.random), try MPDCommand("single", modes.single),
          try MPDCommand("consume", modes.consume), try MPDCommand("repeat", modes.repeat),
        ]
      case .clearError: [try MPDCommand("clearerror")]
      }
    }
  }
}

/// A song in MPD's queue.
package struct QueueEntry: Equatable, Sendable {
  package let song: Song
  /// Starting with 0.
  package let position: Int
  /// The entry's ID, which doesn't change while it is in the queue.
  package let id: Int

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
