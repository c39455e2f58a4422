/// A session with MPD: typed requests, one after another, each answered within a time limit or failed.
///
/// It connects on the first request and reconnects after a lost connection, but sends each request only once. It ends
/// with its last reference.
package final class MPDSession: Sendable {
  /// How long a question waits, connecting included. MPD answers what is asked here in milliseconds.
  package static let standardPatience = Duration.seconds(5)

  let connection: MPDConnection

  /// - Parameter linger: how long a connection without a question is kept.
  package init(
    _ endpoint: MPDEndpoint, patience: Duration = standardPatience, linger: Duration = .seconds(10)
  ) {
    connection = MPDConnection(endpoint, patience: patience, linger: linger.seconds)
  }

  /// Of the protocol, not of the program, as MPD greets with it: `0.23.5`. Nil before the first answer.
  package var protocolVersion: String? { connection.version }

  deinit { connection.close() }

  /// Ends what is under way, which then throws `cancelled`, as does every question after it.
  package func close() { connection.close() }

  func ask(_ word: StaticString, _ arguments: String...) async throws(MPDError) -> MPDReply {
    try await connection.ask([MPDCommand(word, arguments)]).reply
  }

  /// All of them, or none of the replies.
  func ask(all commands: [MPDCommand]) async throws(MPDError) -> [MPDReply] {
    guard !commands.isEmpty else { return [] }
    let answer = try await connection.ask(commands)
    if let refusal = answer.refusal { throw .refused(refusal) }
    guard answer.replies.count == commands.count else {
      throw .malformed("\(answer.replies.count) replies to \(commands.count) commands")
    }
    return answer.replies
  }
}
