/// MPD's player.
extension MPDSession {
  package func status() async throws(MPDError) -> PlayerStatus { try await PlayerStatus(ask("status")) }

  /// Nil when none is chosen.
  package func currentSong() async throws(MPDError) -> QueueEntry? {
    try await QueueEntry.all(in: ask("currentsong")).first
  }

  /// All that is in line to be played. Read in pieces: a long one is more than MPD says at once.
  package func queue() async throws(MPDError) -> [QueueEntry] {
    var entries: [QueueEntry] = []
    while true {
      let piece = try await QueueEntry.all(in: ask("playlistinfo", "\(entries.count):\(entries.count + 1000)"))
      entries += piece
      if piece.count < 1000 { return entries }
    }
  }

  /// What was added to the queue, and why it wasn't all, where it wasn't.
  package struct Added: Equatable, Sendable {
    /// Of the entries, in the order of the files.
    package var ids: [Int] = []
    package var refusal: MPDRefusal?

    package init() {}
  }

  /// Adds songs to the end of the queue, up to the first that MPD refuses.
  package func add(_ files: [String]) async throws(MPDError) -> Added {
    var added = Added()
    var rest = files[...]
    while !rest.isEmpty, added.refusal == nil {
      // Far below what MPD takes for a list (`max_command_list_size`, 2 MiB).
      let batch = rest.prefix(200)
      rest = rest.dropFirst(batch.count)
      let answer = try await connection.ask(batch.map { file throws(MPDError) in try MPDCommand("addid", file) })
      added.refusal = answer.refusal
      // One command alone is refused with no reply, and answered with one.
      for reply in answer.replies where answer.refusal == nil || batch.count > 1 {
        guard let id = reply["Id"].flatMap({ Int($0) }) else { throw .malformed("an added song without a number") }
        added.ids.append(id)
      }
    }
    return added
  }

  /// Does one after another, up to the first that MPD refuses, which is thrown.
  package func carryOut(_ orders: [PlayerOrder]) async throws(MPDError) {
    var commands: [MPDCommand] = []
    for order in orders { commands += try order.commands }
    _ = try await ask(all: commands)
  }

  /// Takes entries out of the queue; those that are gone already are no trouble.
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

  /// Of the partition that this session is in.
  package func outputs() async throws(MPDError) -> [AudioOutput] { try await AudioOutput.all(in: ask("outputs")) }

  /// Takes an output away from the partition that has it.
  package func takeOutput(_ name: String) async throws(MPDError) { _ = try await ask("moveoutput", name) }

  /// Switches on those of these outputs that are in the session's partition and switched off.
  package func switchOn(_ names: [String]) async throws(MPDError) {
    for output in try await outputs() where names.contains(output.name) && !output.isEnabled && !output.isDummy {
      _ = try await ask("enableoutput", "\(output.id)")
    }
  }
}
