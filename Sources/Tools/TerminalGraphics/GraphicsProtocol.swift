/// A terminal's graphics protocol.
package enum GraphicsProtocol: Equatable, Sendable {
  /// kitty, Ghostty, WezTerm, Konsole: https://sw.kovidgoyal.net/kitty/graphics-protocol
  case kitty
  /// foot, xterm, mlterm, Windows Terminal and others, after DEC's printers; so many colors at once, 2 to 256.
  case sixel(colours: Int)
}
