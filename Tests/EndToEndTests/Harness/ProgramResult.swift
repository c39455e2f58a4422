import Foundation
import Subprocess
import Testing

/// What a program that ran to its end left behind.
struct ProgramResult: Sendable {
  let status: TerminationStatus
  let output: String
  let errors: String

  /// The exit code; nil where a signal ended it.
  var code: Int32? { if case .exited(let code) = status { code } else { nil } }

  /// The document that was printed.
  func decoded<Document: Decodable>(as type: Document.Type = Document.self) throws -> Document {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do { return try decoder.decode(type, from: Data(output.utf8)) } catch {
      throw NoDocument(error: error, ended: self)
    }
  }

  /// The document's members, whatever its shape.
  func document() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  }
}

/// What was printed in place of a document, and on standard error: the reason is there.
struct NoDocument: Error, CustomStringConvertible {
  let error: any Error
  let ended: ProgramResult

  var description: String { "\(error); it ended with \(ended.status) and said: \(ended.output)\(ended.errors)" }
}
