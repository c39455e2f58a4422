/// The queries to a terminal, sent together. Every terminal answers the last one (primary device attributes, DEC STD
/// 070), which ends the wait.
package struct TerminalQuestion: Equatable, Sendable {
  package let text: String

  private static let attributes = "\u{1B}[c"
  /// Whether a picture of one pixel would be taken (kitty graphics protocol, "Querying support").
  private static let kitty = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  /// The size of a cell in pixels (xterm, XTWINOPS 16).
  private static let cell = "\u{1B}[16t"

  /// How many colors a sixel picture may have (xterm, XTSMGRAPHICS). Only for terminals that know sixel: some of the
  /// others take it for an order to scroll.
  static let colours = TerminalQuestion(text: "\u{1B}[?1;1;0S" + attributes)

  private init(text: String) { self.text = text }

  /// Nil where nothing may be asked: a terminal that would show the question instead of answering it, or somebody who
  /// wants text alone.
  package init?(environment: [String: String]) {
    let name = environment["TERM"] ?? ""
    guard environment["NO_COLOR"]?.isEmpty ?? true, environment["INSIDE_EMACS"] == nil, !name.isEmpty,
      !["dumb", "linux", "unknown", "cons25", "eterm", "vt52"].contains(where: name.hasPrefix)
    else { return nil }
    // Those within another terminal make a window's title of what is asked in kitty's language.
    let isWithin =
      environment["TMUX"] != nil || environment["STY"] != nil || ["tmux", "screen"].contains(where: name.hasPrefix)
    let isKnown = Self.skipsWhatItDoesNotKnow.contains(where: name.hasPrefix)
    text = (isKnown && !isWithin ? Self.kitty + Self.cell : "") + Self.attributes
  }

  /// Names of terminals that say nothing of a command string that they don't know, as ECMA-48 (8.3.2) has it.
  private static let skipsWhatItDoesNotKnow = [
    "xterm", "kitty", "ghostty", "wezterm", "konsole", "foot", "mlterm", "contour", "alacritty", "rio", "vte", "gnome",
    "iterm",
  ]
}
