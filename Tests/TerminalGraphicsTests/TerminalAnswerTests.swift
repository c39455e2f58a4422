import Testing

@testable import TerminalGraphics

/// What terminals say of themselves, as they say it.
@Suite struct TerminalAnswerTests {
  private func answer(_ text: String) -> TerminalAnswer {
    var answer = TerminalAnswer()
    answer.read(text.utf8)
    return answer
  }

  @Test(arguments: [
    // kitty 0.35: its protocol, no sixel
    ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;36;17t\u{1B}[?62;c", GraphicsProtocol.kitty, CellSize(width: 17, height: 36)),
    // WezTerm and Ghostty have both, or one: kitty's is the better picture
    ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?65;4;6;18;22c", .kitty, CellSize(width: 10, height: 20)),
    // foot
    ("\u{1B}[6;19;9t\u{1B}[?62;4;22;28;29c", .sixel(colours: 256), CellSize(width: 9, height: 19)),
    // xterm as a VT340
    ("\u{1B}[?63;1;2;4;6;9;15;16;22;28c", .sixel(colours: 256), nil),
    // xterm as a VT420, VTE, Alacritty
    ("\u{1B}[6;17;8t\u{1B}[?64;1;2;6;9;15;18;21;22c", nil, CellSize(width: 8, height: 17)),
    ("\u{1B}[?65;1;9c", nil, nil), ("\u{1B}[?6c", nil, nil),
    // A kind of terminal that is numbered four isn't one that knows sixel.
    ("\u{1B}[?4;6c", nil, nil),
    // kitty's language is understood, and refused
    ("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\\u{1B}[?62;c", nil, nil),
    // Keys among the answers
    ("ab\u{1B}[A\u{1B}OP\u{1B}x\u{1B}_Gi=31;OK\u{1B}\\q\u{1B}[?62c", .kitty, nil),
  ])
  func `terminals are understood`(text: String, graphics: GraphicsProtocol?, cell: CellSize?) {
    let answer = answer(text)
    #expect(answer.isWhole && !answer.isInterrupted)
    #expect(answer.graphics == graphics)
    #expect(answer.cell == cell)
    // Bytes may come one at a time, and nothing is over before the last.
    for length in text.utf8.indices where length != text.utf8.startIndex {
      var part = TerminalAnswer()
      part.read(text.utf8[..<length])
      #expect(!part.isWhole, "\(text.utf8[..<length].count)")
    }
  }

  @Test func `the number of colours is believed within reason`() {
    for (text, colours) in [("1024", 256), ("16", 16), ("0", 2), ("99999999999999999999", 2), ("-5", 2)] {
      var answer = answer("\u{1B}[?62;4c")
      answer.colours = self.answer("\u{1B}[?1;0;\(text)S\u{1B}[?62;4c").colours
      #expect(answer.graphics == .sixel(colours: colours), "\(text)")
    }
    // It can't be told.
    #expect(answer("\u{1B}[?1;3;0S\u{1B}[?62;4c").graphics == .sixel(colours: 256))
  }

  @Test func `nonsense is no answer, and doesn't pile up`() {
    for text in [
      "", "hello", "\u{1B}", "\u{1B}[", "\u{1B}[?62", "\u{1B}_Gi=31;OK", "\u{1B}[c", "\u{1B}[>1;2c", "[?62;4c",
      "\u{1B}[?62;4" + String(repeating: ";4", count: 4000) + "c", "\u{1B}[6;0;0t", "\u{1B}[6;99999;3t",
      "\u{1B}_" + String(repeating: "A", count: 9000),
    ] {
      let answer = answer(text)
      #expect(!answer.isWhole && answer.graphics == nil && answer.cell == nil, "\(text.prefix(20))")
    }
    #expect(answer("\u{1B}[?6\u{3}").isInterrupted)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], true, true), (["TERM": "xterm-kitty"], true, true), (["TERM": "foot"], true, true),
    (["TERM": "rxvt-unicode-256color"], false, true), (["TERM": "tmux-256color"], false, true),
    (["TERM": "xterm-256color", "TMUX": "/tmp/tmux-1000/default,1,0"], false, true),
    (["TERM": "screen.xterm-256color"], false, true), (["TERM": "xterm", "STY": "1.pts-0"], false, true),
    (["TERM": "xterm", "NO_COLOR": ""], true, true), (["TERM": "xterm", "NO_COLOR": "1"], false, false),
    (["TERM": "dumb"], false, false), (["TERM": "linux"], false, false), (["TERM": ""], false, false),
    ([:], false, false), (["TERM": "eterm-color"], false, false),
    (["TERM": "xterm-256color", "INSIDE_EMACS": "29.1,vterm"], false, false),
  ])
  func `only what a terminal won't show is asked`(environment: [String: String], kitty: Bool, anything: Bool) {
    let question = TerminalQuestion(environment: environment)
    #expect((question != nil) == anything)
    #expect((question?.text.contains("\u{1B}_G") ?? false) == kitty)
    if let question { #expect(question.text.hasSuffix("\u{1B}[c")) }
  }
}
