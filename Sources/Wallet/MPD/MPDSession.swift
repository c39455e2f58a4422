/// A session with MPD: typed requests, sent one after another. Each is answered within a time limit or fails.
///
/// It connects on the first request and reconnects after a lost connection, but sends each request only once. It ends
/// with its last reference.
package final class MPDSession: Sendable {
  /// How long a request waits, including the connection. MPD answers these requests in milliseconds.
  package static let standardPatience = Duration.seconds(5)

  let connection: MPDConnection

  /// - Parameter linger: how long an unused connection is kept.
  package init(
    _ endpoint: MPDEndpoint, patience: Duration = standardPatience, linger: Duration = .seconds(10)
  ) {
    connection = MPDConnection(endpoint, patience: patience, linger: linger.seconds)
  }

  /// The version of the protocol from MPD's greeting, not of the program: `0.23.5`. Nil before the first answer.
  package var protocolVersion: String? { connection.version }

  deinit { connection.close() }

  /// Cancels the request in progress, which throws `canceled`, as do all later requests.
  package func close() { connection.close() }

  func ask(_ word: StaticString, _ arguments: String...) async throws(MPDError) -> MPDReply {
    try await connection.ask([MPDCommand(word, arguments)]).reply
  }

  /// Sends all commands; throws if any of them is refused.
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

/// Songs' pictures.
extension MPDSession {
  package enum PictureSource: CaseIterable, Sendable {
    /// Embedded in the file.
    case embedded
    /// `cover.jpg` or similar in the file's folder.
    case folder
  }

  /// In bytes; larger pictures are ignored.
  package static let largestPicture = 20 << 20

  /// A song's whole picture, in any format; nil if there is none.
  /// - Throws: `malformed` if it changed while it was read.
  package func picture(of file: String, from source: PictureSource) async throws(MPDError) -> [UInt8]? {
    let picture = try await storedPicture(of: file, from: source)
    // Asked for the same folder again, MPD would answer the same on this connection, even if a picture was added since
    // (src/input/LastInputStream.hxx, 0.23). It closes the connection without a response, hence the error.
    if source == .folder { _ = try? await ask("close") }
    return picture
  }

  private func storedPicture(of file: String, from source: PictureSource) async throws(MPDError) -> [UInt8]? {
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
      // A piece may be of any length, but an empty one would make this an endless loop.
      picture += piece.binary
      if picture.count == size { return size == 0 ? nil : picture }
      guard !piece.binary.isEmpty, picture.count < size else {
        throw .malformed("a picture that changed while it was read")
      }
    }
  }
}
