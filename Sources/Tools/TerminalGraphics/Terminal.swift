internal import Glibc

/// The terminal on standard output, if it can draw pictures: it is queried, and has a limited time to answer.
package struct Terminal: Equatable, Sendable {
  package let graphics: GraphicsProtocol
  package let cell: CellSize

  /// Nil if there is no terminal, if it can't draw pictures, or if it doesn't answer in time. Its answer isn't shown,
  /// and isn't left in the input.
  ///
  /// - Parameter patience: in milliseconds. Nearly all terminals answer at once. One behind a slow connection takes
  ///   longer, and a late answer would appear as typed text.
  package static func ask(environment: [String: String], patience: Int = 1000) -> Terminal? {
    guard let question = TerminalQuestion(environment: environment), var line = TerminalLine(of: STDOUT_FILENO) else {
      return nil
    }
    return line.quietly { line in
      guard var answer = line.answer(to: question, within: patience), let graphics = answer.graphics else { return nil }
      let cell = answer.cell ?? line.cell ?? .usual
      guard case .sixel = graphics else { return Terminal(graphics: graphics, cell: cell) }
      if let more = line.answer(to: .colours, within: patience) { answer.colours = more.colours }
      return Terminal(graphics: answer.graphics ?? graphics, cell: cell)
    }
  }
}

/// The size of a terminal's character cell, in pixels.
package struct CellSize: Equatable, Sendable {
  package let width: Int
  package let height: Int

  /// Nil if the size is impossible: pictures are scaled by it.
  package init?(width: Int, height: Int) {
    guard 2...128 ~= width, 4...256 ~= height else { return nil }
    self.width = width
    self.height = height
  }

  private init(usual width: Int, by height: Int) {
    self.width = width
    self.height = height
  }

  /// The default if a terminal doesn't report it: the VT340's size (DEC STD 070, 9-3), by which such terminals draw
  /// sixels.
  package static let usual = CellSize(usual: 10, by: 20)
}

/// A terminal's graphics protocol.
package enum GraphicsProtocol: Equatable, Sendable {
  /// kitty, Ghostty, WezTerm, Konsole: https://sw.kovidgoyal.net/kitty/graphics-protocol
  case kitty
  /// foot, xterm, mlterm, Windows Terminal, and others, after DEC's printers; with this many colors at once, 2 to 256.
  case sixel(colours: Int)
}

/// The queries to a terminal, sent together. Every terminal answers the last one (primary device attributes, DEC STD
/// 070), which ends the wait.
package struct TerminalQuestion: Equatable, Sendable {
  package let text: String

  private static let attributes = "\u{1B}[c"
  /// Whether a picture of one pixel would be accepted (kitty graphics protocol, "Querying support").
  private static let kitty = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  /// The size of a cell in pixels (xterm, XTWINOPS 16).
  private static let cell = "\u{1B}[16t"

  /// How many colors a sixel picture may have (xterm, XTSMGRAPHICS). Only for terminals that support sixel: some others
  /// interpret it as a scroll command.
  static let colours = TerminalQuestion(text: "\u{1B}[?1;1;0S" + attributes)

  private init(text: String) { self.text = text }

  /// Nil if no query may be sent: the terminal would print it instead of answering, or the user wants only text.
  package init?(environment: [String: String]) {
    let name = environment["TERM"] ?? ""
    guard environment["NO_COLOR"]?.isEmpty ?? true, environment["INSIDE_EMACS"] == nil, !name.isEmpty,
      !["dumb", "linux", "unknown", "cons25", "eterm", "vt52"].contains(where: name.hasPrefix)
    else { return nil }
    // Terminals within another terminal show kitty's query as a window title.
    let isWithin =
      environment["TMUX"] != nil || environment["STY"] != nil || ["tmux", "screen"].contains(where: name.hasPrefix)
    let isKnown = Self.skipsWhatItDoesNotKnow.contains(where: name.hasPrefix)
    text = (isKnown && !isWithin ? Self.kitty + Self.cell : "") + Self.attributes
  }

  /// Terminals that silently ignore unknown command strings, as ECMA-48 (8.3.2) requires.
  private static let skipsWhatItDoesNotKnow = [
    "xterm", "kitty", "ghostty", "wezterm", "konsole", "foot", "mlterm", "contour", "alacritty", "rio", "vte", "gnome",
    "iterm",
  ]
}
