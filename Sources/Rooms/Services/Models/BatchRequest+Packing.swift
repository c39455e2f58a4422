import Albums
import FoundationEssentials
import HTTP

extension BatchRequest {
  /// Appends one question, if there is room for it and for the closing bytes.
  mutating func append(
    _ entry: Data, opening: String, between: String, closing: String, questions: Int, bytes: Int
  ) -> Bool {
    let before = count == 0 ? opening : between
    guard count < questions, body.count + before.utf8.count + entry.count + closing.utf8.count <= bytes else {
      return false
    }
    body.append(contentsOf: before.utf8)
    body.append(entry)
    count += 1
    return true
  }
}

extension ModelEndpoint {
  func worstCaseInBatch(of question: Question, at terms: ModelData.Batch) -> Money? {
    let facts = provider.facts(of: question.model)
    return WorstCase(of: question, facts: facts).cost(at: facts.price?.batched(at: terms.factor))
  }
}

extension Reply {
  /// Like `answer(to:of:tab:)`, for an answer that nobody waits for.
  func outcome(to question: Question, of service: ServiceName, runningCost: RunningCost) -> BatchOutcome {
    do { return .answered(try answer(to: question, of: service, runningCost: runningCost)) } catch {
      return .failed(error)
    }
  }
}

extension HTTPRequest.Limits {
  /// For megabytes over a slow connection.
  static var upload: HTTPRequest.Limits { HTTPRequest.Limits(total: 900, stalled: 900) }
  /// For answers to some hundred questions.
  static var results: HTTPRequest.Limits { HTTPRequest.Limits(total: 300, stalled: 60, bytes: 64 << 20) }
}

extension JSON {
  /// The values of JSON Lines; lines that aren't JSON are skipped.
  static func lines(_ data: Data) -> [JSON] {
    data.split(separator: UInt8(ascii: "\n")).compactMap { JSONParser.whole(Data($0)) }
  }
}

extension String {
  /// Whether this can be a provider's ID that is safe to put into a path.
  var isHandle: Bool {
    (1...200).contains(utf8.count)
      && utf8.allSatisfy { byte in
        let character = Character(Unicode.Scalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
      }
  }
}

extension Date {
  /// `2026-11-21T14:02:03Z`, with or without fractions of a second.
  init?(rfc3339 text: String) {
    let date = [true, false].lazy.compactMap { fractions in
      // Only one of the two forms can match; nil if neither does.
      try? Date.ISO8601FormatStyle(includingFractionalSeconds: fractions).parse(text)
    }.first
    guard let date else { return nil }
    self = date
  }
}
