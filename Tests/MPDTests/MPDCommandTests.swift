import Testing

@testable import MPD

@Suite struct MPDCommandTests {
  @Test func `arguments are quoted, so that a name can't become another argument`() throws {
    #expect(try MPDCommand("status").line == "status")
    #expect(try MPDCommand("listplaylist", "My \"best\" \\ CDs").line == #"listplaylist "My \"best\" \\ CDs""#)
    #expect(try MPDCommand("play", "").line == #"play """#)
  }

  @Test func `a letter that joins the quotation mark in front of it doesn't hide it`() throws {
    // To Swift the mark and the accent behind it are one character.
    let line = try MPDCommand("listplaylist", "a\"\u{301}b").line
    #expect(Array(line.utf8) == Array("listplaylist \"a\\\"\u{301}b\"".utf8))
  }

  @Test(arguments: ["a\nclear", "a\rb", "a\0b", "tab\there", "\u{7F}"])
  func `control characters are refused`(name: String) {
    #expect(throws: MPDError.unsendable("a name contains a control character")) { try MPDCommand("listplaylist", name) }
  }

  @Test func `what is longer than a line of MPD's is refused`() throws {
    #expect(try MPDCommand("find", String(repeating: "a", count: 3990)).line.utf8.count <= 4000)
    #expect(throws: MPDError.self) { try MPDCommand("find", String(repeating: "a", count: 4000)) }
    // Each mark takes two bytes.
    #expect(throws: MPDError.self) { try MPDCommand("find", String(repeating: "\"", count: 2100)) }
  }

  @Test func `several commands are a list whose replies are told apart`() throws {
    let commands = try [MPDCommand("status"), MPDCommand("stats")]
    #expect(
      String(decoding: MPDCommand.bytes(of: commands), as: UTF8.self)
        == "command_list_ok_begin\nstatus\nstats\ncommand_list_end\n")
    #expect(String(decoding: MPDCommand.bytes(of: [commands[0]]), as: UTF8.self) == "status\n")
  }

  @Test func `values in a filter are quoted twice, once for the filter and once for the line`() throws {
    let filter = MPDFilter.all([
      .tag(.album, is: #"He said "Hi" \ it's me"#), .tag(.albumArtist, is: #"The "Quoted" \ Band's"#),
    ])
    #expect(
      try MPDCommand("find", filter.expression).line
        == #"find "((Album == \"He said \\\"Hi\\\" \\\\ it\\'s me\") AND (AlbumArtist == \"The \\\"Quoted\\\" \\\\ Band\\'s\"))""#
    )
  }

  @Test func `one condition has one pair of parentheses`() {
    #expect(MPDFilter.all([.tag(.album, is: "")]).expression == #"(Album == "")"#)
    #expect(MPDFilter.folder("a/b").expression == #"(base "a/b")"#)
    #expect(MPDFilter.file("a.flac").expression == #"(file == "a.flac")"#)
  }
}
