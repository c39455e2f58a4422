/// MPD's reply to one command: names with values, and possibly a piece of a picture.
package struct MPDReply: Equatable, Sendable {
  package struct Pair: Equatable, Sendable {
    package let name: String
    package let value: String
  }

  package var pairs: [Pair] = []
  package var binary: [UInt8] = []

  /// The first value of that name.
  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }
}

/// MPD's answer to a list of commands: a reply to each command that it executed, and the error if it stopped.
package struct MPDAnswer: Equatable, Sendable {
  package var replies: [MPDReply] = []
  package var refusal: MPDRefusal?

  /// The only reply.
  var reply: MPDReply {
    get throws(MPDError) {
      if let refusal { throw .refused(refusal) }
      guard replies.count == 1 else { throw .malformed("\(replies.count) replies to one command") }
      return replies[0]
    }
  }
}
