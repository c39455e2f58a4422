import Testing

@testable import MPD

@Suite struct MPDReplyReaderTests {
  private func answers(_ bytes: [UInt8], piece: Int = .max, limits: MPDReplyReader.Limits = .init()) throws(MPDError)
    -> [MPDAnswer]
  {
    var reader = MPDReplyReader(limits: limits)
    var answers: [MPDAnswer] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      reader.take(rest.prefix(piece))
      rest = rest.dropFirst(piece)
      while let answer = try reader.next() { answers.append(answer) }
    }
    return answers
  }

  private func answer(_ text: String) throws(MPDError) -> MPDAnswer? { try answers(Array(text.utf8)).first }

  @Test func `names and values stand before and behind the first colon and blank`() throws {
    let reply = try answer("file: a: b.flac\nTitle: \nAlbum: Ünder: tow\nOK\n")?.reply
    #expect(
      reply?.pairs == [
        .init(name: "file", value: "a: b.flac"), .init(name: "Title", value: ""),
        .init(name: "Album", value: "Ünder: tow"),
      ])
    #expect(try answer("OK\n")?.reply == MPDReply())
  }

  @Test func `a value's bytes come through as they are`() throws {
    // Composed and decomposed, which Swift calls equal and MPD doesn't.
    for name in ["Sigur R\u{F3}s", "Sigur Ro\u{301}s", "\u{301}first"] {
      let value = try #require(try answer("Artist: \(name)\nOK\n")?.reply["Artist"])
      #expect(Array(value.utf8) == Array(name.utf8))
    }
  }

  @Test func `a refusal says number, place in the list, command and words`() throws {
    let refusal = try #require(try answer("ACK [50@0] {listplaylistinfo} No such playlist\n")?.refusal)
    #expect(refusal == MPDRefusal(number: 50, index: 0, command: "listplaylistinfo", text: "No such playlist"))
    #expect(refusal.code == .notFound)
    let unknown = try answer("ACK [5@0] {} unknown command \"playx\"\n")?.refusal
    #expect(unknown == MPDRefusal(number: 5, index: 0, command: "", text: "unknown command \"playx\""))
    #expect(throws: MPDError.refused(refusal)) {
      try answer("ACK [50@0] {listplaylistinfo} No such playlist\n")?.reply
    }
  }

  @Test func `in a list the replies before a refusal are kept`() throws {
    let answer = try answer("Id: 7\nlist_OK\nId: 8\nlist_OK\nACK [50@2] {addid} No such directory\n")
    #expect(answer?.replies.map { $0["Id"] } == ["7", "8"])
    #expect(answer?.refusal?.index == 2)
    let whole = try self.answer("list_OK\nstate: stop\nlist_OK\nOK\n")
    #expect(whole?.replies.count == 2)
    #expect(whole?.refusal == nil)
  }

  /// Everything that can stand in a picture: what looks like lines, too.
  private static let picture: [UInt8] = Array(0...255) + Array("\nOK\nACK [1@0] {} no\n".utf8)

  private static let stream: [UInt8] =
    Array("size: \(picture.count)\nbinary: \(picture.count)\n".utf8) + picture + Array("\nOK\nvolume: 3\nOK\n".utf8)

  @Test(arguments: [1, 2, 7, 64, 100_000])
  func `however it is cut into pieces, the answers are the same`(piece: Int) throws {
    let answers = try answers(Self.stream, piece: piece)
    #expect(answers.count == 2)
    #expect(try answers.first?.reply.binary == Self.picture)
    #expect(try answers.last?.reply["volume"] == "3")
  }

  @Test(
    arguments: [
      "nocolon\nOK\n", ": value\n", "name:value\n", "\n", "ACK nonsense\n", "ACK [x@0] {a} b\n", "ACK [1@0] a\n",
      "binary: -1\n", "binary: many\n", "binary: 2\nabcOK\n",
    ]) func `what isn't the protocol is malformed, and stays so`(text: String)
  {
    var reader = MPDReplyReader()
    reader.take(Array(text.utf8))
    for _ in 1...2 {
      do throws(MPDError) {
        _ = try reader.next()
        Issue.record("it was understood")
      } catch {
        if case .malformed = error { continue }
        Issue.record("\(error)")
      }
    }
  }

  @Test func `an answer has bounds`() throws {
    var limits = MPDReplyReader.Limits()
    (limits.line, limits.pairs, limits.bytes, limits.binary) = (20, 3, 60, 10)
    #expect(throws: MPDError.tooLarge("a line of more than 20 bytes")) {
      try answers(Array("name: a value that is too long".utf8), limits: limits)
    }
    #expect(throws: MPDError.tooLarge("more than 3 lines")) {
      try answers(Array("a: 1\na: 1\na: 1\na: 1\n".utf8), limits: limits)
    }
    #expect(throws: MPDError.tooLarge("a piece of a picture of 11 bytes")) {
      try answers(Array("binary: 11\n".utf8), limits: limits)
    }
    limits.pairs = 100
    #expect(throws: MPDError.self) {
      try answers(Array(String(repeating: "a: 1\n", count: 20).utf8), limits: limits)
    }
    // Each answer anew.
    let many = String(repeating: "a: 1\nOK\n", count: 50)
    #expect(try answers(Array(many.utf8), limits: limits).count == 50)
  }

  @Test func `MPD is known by its first line`() throws {
    var reader = MPDReplyReader()
    reader.take(Array("OK MPD 0.2".utf8))
    #expect(try reader.greeting() == nil)
    reader.take(Array("3.5\nOK\n".utf8))
    #expect(try reader.greeting() == "0.23.5")
    #expect(try reader.next()?.reply == MPDReply())
    var other = MPDReplyReader()
    other.take(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))
    #expect(throws: MPDError.self) { try other.greeting() }
  }

  /// Changes each byte of good answers in several ways: nothing may crash, hang, or be read otherwise in pieces.
  @Test func `changed bytes never harm it`() {
    let good = Array("file: a\nTitle: b\nlist_OK\nbinary: 4\nabcd\nlist_OK\nACK [50@2] {addid} no\nOK\n".utf8)
    var refused = 0
    for place in good.indices {
      for change: (inout [UInt8]) -> Void in [
        { $0[place] ^= 1 }, { $0[place] ^= 0x80 }, { $0[place] = 10 }, { $0[place] = 0 }, { $0[place] = 0x39 },
        { $0.remove(at: place) }, { $0.insert(0x3A, at: place) }, { $0.insert(10, at: place) },
      ] {
        var bytes = good
        change(&bytes)
        let whole = Result { try answers(bytes) }
        let pieces = Result { try answers(bytes, piece: 3) }
        switch (whole, pieces) {
        case (.success(let one), .success(let other)): #expect(one == other)
        case (.failure(let one as MPDError), .failure(let other as MPDError)):
          #expect(one == other)
          refused += 1
        default: Issue.record("whole: \(whole), in pieces: \(pieces)")
        }
      }
    }
    #expect(refused > 100)
  }
}
