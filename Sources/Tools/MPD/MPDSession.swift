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

/// The pictures of songs.
extension MPDSession {
  package enum PictureSource: CaseIterable, Sendable {
    /// In the file itself.
    case embedded
    /// `cover.jpg` and the like in the file's folder.
    case folder
  }

  /// Larger ones count as none.
  package static let largestPicture = 20 << 20

  /// A song's picture, whole, in whatever format it is; nil where there is none.
  /// - Throws: `malformed` where it changed while it was read.
  package func picture(of file: String, from source: PictureSource) async throws(MPDError) -> [UInt8]? {
    var picture: [UInt8] = []
    while true {
      let piece: MPDReply
      do {
        switch source {
        case .embedded: piece = try await ask("readpicture", file, "\(picture.count)")
        case .folder: piece = try await ask("albumart", file, "\(picture.count)")
        }
      } catch .refused(let refusal) where picture.isEmpty && [.notFound, .unknownCommand].contains(refusal.code) {
        return nil
      }
      if picture.isEmpty, piece == MPDReply() { return nil }
      guard let size = piece["size"].flatMap({ Int($0) }), size >= 0 else {
        throw .malformed("a picture without a size")
      }
      guard size <= Self.largestPicture else { throw .tooLarge("a picture of \(size) bytes") }
      // A piece may be as short as MPD likes; without any it would continue forever.
      picture += piece.binary
      if picture.count == size { return size == 0 ? nil : picture }
      guard !piece.binary.isEmpty, picture.count < size else {
        throw .malformed("a picture that changed while it was read")
      }
    }
  }
}
