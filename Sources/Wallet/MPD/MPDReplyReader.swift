/// Parses MPD's answers from bytes that arrive in pieces.
///
/// MPD's text is UTF-8. Invalid text is repaired; a search for the repaired text finds nothing.
struct MPDReplyReader {
  /// The limits for one answer. MPD itself stops at 8 MiB, unless its configuration allows more
  /// (`max_output_buffer_size`).
  struct Limits {
    var line = 64 << 10
    var pairs = 300_000
    var bytes = 16 << 20
    /// A piece of a picture, in bytes; the maximum of MPD's `binarylimit`.
    var binary = 8 << 20
  }

  private let limits: Limits
  private var buffer: [UInt8] = []
  /// How many bytes have been read. From there up to `scanned`, there is no line break.
  private var consumed = 0
  private var scanned = 0
  /// The answer being read.
  private var answer = MPDAnswer()
  private var current = MPDReply()
  private var (pairs, bytes) = (0, 0)
  /// The error that ended the parsing.
  private var failure: MPDError?

  init(limits: Limits = Limits()) { self.limits = limits }

  /// Whether no part of another answer has arrived.
  var isEmpty: Bool { consumed == buffer.count && answer == MPDAnswer() && current == MPDReply() }

  mutating func take(_ more: some Sequence<UInt8>) {
    if consumed > 0 {
      buffer.removeFirst(consumed)
      scanned -= consumed
      consumed = 0
    }
    buffer.append(contentsOf: more)
  }

  /// The protocol version from MPD's first line; nil until it has arrived.
  /// - Throws: `malformed` if the first line isn't MPD's.
  mutating func greeting() throws(MPDError) -> String? {
    guard let line = try line() else { return nil }
    guard line.hasPrefix("OK MPD ") else { throw fail(.malformed("it doesn't begin as MPD does")) }
    bytes = 0
    return String(line.dropFirst(7).prefix(20))
  }

  /// The next complete answer; nil if none has arrived.
  mutating func next() throws(MPDError) -> MPDAnswer? {
    while let line = try line() {
      if line == "OK" {
        // The last reply of a list is followed by a separate OK.
        if answer.replies.isEmpty || current != MPDReply() { answer.replies.append(current) }
        return finished()
      }
      if line == "list_OK" {
        answer.replies.append(current)
        current = MPDReply()
      } else if line.hasPrefix("ACK ") {
        guard let refusal = MPDRefusal(line: line) else { throw fail(.malformed("a refusal of another form")) }
        answer.refusal = refusal
        return finished()
      } else {
        guard try take(pair: line) else { return nil }
      }
    }
    return nil
  }

  private mutating func finished() -> MPDAnswer {
    defer { (answer, current, pairs, bytes) = (MPDAnswer(), MPDReply(), 0, 0) }
    return answer
  }

  /// False if a piece of a picture is incomplete; its line is read again later.
  private mutating func take(pair line: String) throws(MPDError) -> Bool {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line.utf8[colon...].starts(with: ": ".utf8)
    else { throw fail(.malformed("a line without a name")) }
    let name = String(line[..<colon])
    let value = String(line.utf8[line.utf8.index(colon, offsetBy: 2)...]) ?? ""
    if name == "binary" { return try take(binary: value, line: line.utf8.count + 1) }
    pairs += 1
    guard pairs <= limits.pairs else { throw fail(.tooLarge("more than \(limits.pairs) lines")) }
    current.pairs.append(.init(name: name, value: value))
    return true
  }

  private mutating func take(binary count: String, line: Int) throws(MPDError) -> Bool {
    guard let count = Int(count), count >= 0 else { throw fail(.malformed("a picture without a size")) }
    guard count <= limits.binary else { throw fail(.tooLarge("a piece of a picture of \(count) bytes")) }
    guard buffer.count - consumed > count else {
      consumed -= line
      scanned = consumed
      bytes -= line
      return false
    }
    guard buffer[consumed + count] == UInt8(ascii: "\n") else { throw fail(.malformed("a picture's end is missing")) }
    try add(count + 1)
    current.binary += buffer[consumed..<consumed + count]
    consumed += count + 1
    scanned = consumed
    return true
  }

  /// The next line, without the line break.
  private mutating func line() throws(MPDError) -> String? {
    if let failure { throw failure }
    guard let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
      scanned = buffer.count
      guard scanned - consumed <= limits.line else { throw fail(.tooLarge("a line of more than \(limits.line) bytes")) }
      return nil
    }
    guard end - consumed <= limits.line else { throw fail(.tooLarge("a line of more than \(limits.line) bytes")) }
    try add(end + 1 - consumed)
    defer {
      consumed = end + 1
      scanned = consumed
    }
    return String(decoding: buffer[consumed..<end], as: UTF8.self)
  }

  private mutating func add(_ count: Int) throws(MPDError) {
    bytes += count
    guard bytes <= limits.bytes else { throw fail(.tooLarge("more than \(limits.bytes >> 20) MiB")) }
  }

  private mutating func fail(_ error: MPDError) -> MPDError {
    failure = error
    return error
  }
}

/// MPD's reply to one command: names with values, and possibly a piece of a picture.
package struct MPDReply: Equatable, Sendable {
  package struct Pair: Equatable, Sendable {
    package let name: String
    package let value: String
  }

  package var pairs: [Pair] = []
  package var binary: [UInt8] = []

  /// The first value of this name.
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
