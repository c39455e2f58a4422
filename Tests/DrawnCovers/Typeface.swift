import CFreeType

/// A typeface of Debian's fonts, for lettering as people print it: outlines through FreeType, in gray at their edges.
package final class Typeface {
  /// Where Debian's packages put them; `scripts/setup` installs those.
  package enum Name: String, CaseIterable, Sendable {
    case sans = "dejavu/DejaVuSans.ttf"
    case boldSans = "dejavu/DejaVuSans-Bold.ttf"
    case serif = "dejavu/DejaVuSerif.ttf"
    case grotesque = "liberation/LiberationSans-Bold.ttf"
    case roman = "liberation/LiberationSerif-Regular.ttf"
    case italic = "liberation/LiberationSerif-BoldItalic.ttf"
    case condensed = "roboto/unhinted/RobotoCondensed-Bold.ttf"
    case typewriter = "liberation/LiberationMono-Bold.ttf"

    var path: String { "/usr/share/fonts/truetype/\(rawValue)" }
  }

  /// FreeType's error number.
  package struct Failure: Error { package let number: Int32 }

  private var library: FT_Library?
  private var face: FT_Face?

  package init(_ name: Name) throws(Failure) {
    try Self.demand(FT_Init_FreeType(&library))
    try Self.demand(FT_New_Face(library, name.path, 0, &face))
  }

  deinit {
    FT_Done_Face(face)
    FT_Done_FreeType(library)
  }

  /// Draws a line of text.
  /// - Parameters:
  ///   - x: where it starts, in a canvas's units.
  ///   - y: its baseline.
  ///   - size: of its letters, above their descenders and below their accents, in units.
  /// - Returns: where it ends, in units.
  @discardableResult
  package func draw(
    _ text: String, on canvas: borrowing Canvas, x: Double, y: Double, size: Double, colour: Colour
  ) throws(Failure) -> Double {
    let scale = Double(canvas.width) / 1000
    try Self.demand(FT_Set_Pixel_Sizes(face, 0, UInt32(max(1, (size * scale).rounded()))))
    var pen = Int((x * scale).rounded())
    let baseline = Int((y * scale).rounded())
    for scalar in text.unicodeScalars {
      try Self.demand(FT_Load_Char(face, FT_ULong(scalar.value), FT_Int32(FT_LOAD_RENDER)))
      guard let glyph = face?.pointee.glyph?.pointee else { continue }
      Self.blend(
        glyph.bitmap, onto: canvas, left: pen + Int(glyph.bitmap_left), top: baseline - Int(glyph.bitmap_top), colour)
      // In 1/64 pixels.
      pen += Int(glyph.advance.x) / 64
    }
    return Double(pen) / scale
  }

  private static func blend(
    _ bitmap: FT_Bitmap, onto canvas: borrowing Canvas, left: Int, top: Int, _ colour: Colour
  ) {
    guard let buffer = bitmap.buffer else { return }
    for row in 0..<Int(bitmap.rows) where 0..<canvas.height ~= top + row {
      for column in 0..<Int(bitmap.width) where 0..<canvas.width ~= left + column {
        let share = UInt32(buffer[row * Int(bitmap.pitch) + column])
        let place = (top + row) * canvas.width + left + column
        let (under, over) = (canvas.pixels[place], colour.pixel)
        canvas.pixels[place] = [0, 8, 16].reduce(0) { pixel, shift in
          let mixed = ((under >> shift & 255) * (255 - share) + (over >> shift & 255) * share + 127) / 255
          return pixel | mixed << UInt32(shift)
        }
      }
    }
  }

  private static func demand(_ error: FT_Error) throws(Failure) {
    if error != 0 { throw Failure(number: error) }
  }
}
