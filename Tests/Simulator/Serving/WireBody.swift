import FlyingSocks
import Foundation

/// A body that travels badly: in small pieces, for ever, or with a sudden end.
struct WireBody: AsyncBufferedSequence {
  struct Broken: Error {}

  /// What is sent, piece after piece.
  enum Content: Sendable {
    case data(Data, piece: Int)
    /// A JSON text of so many bytes, made as it goes.
    case gigantic(Int)
  }

  var content: Content
  /// Between pieces.
  var pause: Duration = .zero
  /// What follows the last piece.
  var ending = Ending.proper

  enum Ending: Sendable { case proper, abrupt, never }

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let body: WireBody
    private var sent = 0

    init(body: WireBody) { self.body = body }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      if sent > 0, body.pause > .zero { try await Task.sleep(for: body.pause) }
      if let piece = nextPiece() {
        sent += piece.count
        return piece
      }
      switch body.ending {
      case .proper: return nil
      case .abrupt: throw Broken()
      case .never:
        // A stall is what is simulated; it ends when the client leaves or the server stops.
        try await Task.sleep(for: .seconds(86_400))
        return nil
      }
    }

    private func nextPiece() -> Data? {
      switch body.content {
      case .data(let data, let size):
        let piece = data.dropFirst(sent).prefix(size)
        return piece.isEmpty ? nil : Data(piece)
      case .gigantic(let total):
        if sent == 0 { return Data("{\"padding\":\"".utf8) }
        if sent >= total { return nil }
        let left = total - sent
        return left <= 2 ? Data("\"}".utf8) : Data(repeating: 0x61, count: Swift.min(65_536, left - 2))
      }
    }
  }
}
