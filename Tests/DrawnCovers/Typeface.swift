import CFreeType
import Glibc

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
    /// With kana and kanji.
    case japanese = "motoya-l-cedar/MTLc3m.ttf"

    /// For names in Latin letters.
    package static let allCases: [Name] = [
      .sans, .boldSans, .serif, .grotesque, .roman, .italic, .condensed, .typewriter,
    ]

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

  /// How a line of text runs over a canvas.
  package struct Course: Sendable {
    /// Where it starts, on its baseline, in a canvas's units.
    package var x: Double
    package var y: Double
    /// Clockwise from level, in radians.
    package var angle: Double
    /// By how much the angle changes with each unit; 0 for a straight line.
    package var bend: Double
    /// Between letters, beyond what the typeface has.
    package var spacing: Double

    package init(x: Double, y: Double, angle: Double = 0, bend: Double = 0, spacing: Double = 0) {
      (self.x, self.y, self.angle, self.bend, self.spacing) = (x, y, angle, bend, spacing)
    }
  }

  /// Draws a line of text.
  /// - Parameters:
  ///   - x: where it starts, in a canvas's units.
  ///   - y: its baseline.
  ///   - size: of its letters, above their descenders and below their accents, in units.
  package func draw(
    _ text: String, on canvas: borrowing Canvas, x: Double, y: Double, size: Double, color: Color
  ) throws(Failure) {
    try draw(text, on: canvas, along: Course(x: x, y: y), size: size, color: color)
  }

  package func draw(
    _ text: String, on canvas: borrowing Canvas, along course: Course, size: Double, color: Color
  ) throws(Failure) {
    let scale = Double(canvas.width) / 1000
    var (x, y, angle) = (course.x, course.y, course.angle)
    for scalar in text.unicodeScalars {
      // FreeType's y goes up.
      let (cosine, sine) = (FT_Fixed(cos(angle) * 65536), FT_Fixed(sin(angle) * 65536))
      var turn = FT_Matrix(xx: cosine, xy: sine, yx: -sine, yy: cosine)
      FT_Set_Transform(face, &turn, nil)
      let width = try load(scalar, size: size, scale: scale, FT_Int32(FT_LOAD_RENDER)) + course.spacing
      guard let glyph = face?.pointee.glyph?.pointee else { continue }
      Self.blend(
        glyph.bitmap, onto: canvas, left: Int((x * scale).rounded()) + Int(glyph.bitmap_left),
        top: Int((y * scale).rounded()) - Int(glyph.bitmap_top), color)
      x += cos(angle) * width
      y += sin(angle) * width
      angle += course.bend * width
    }
  }

  /// How long a line of text is, in a canvas's units.
  package func length(of text: String, size: Double) throws(Failure) -> Double {
    var length = 0.0
    for scalar in text.unicodeScalars { length += try load(scalar, size: size, scale: 1, FT_LOAD_DEFAULT) }
    return length
  }

  /// - Returns: by how much the next letter is farther on, in units.
  private func load(_ letter: Unicode.Scalar, size: Double, scale: Double, _ flags: Int32) throws(Failure) -> Double {
    try Self.demand(FT_Set_Pixel_Sizes(face, 0, UInt32(max(1, (size * scale).rounded()))))
    try Self.demand(FT_Load_Char(face, FT_ULong(letter.value), flags))
    return Double(face?.pointee.glyph?.pointee.linearHoriAdvance ?? 0) / 65536 / scale
  }

  private static func blend(
    _ bitmap: FT_Bitmap, onto canvas: borrowing Canvas, left: Int, top: Int, _ color: Color
  ) {
    guard let buffer = bitmap.buffer else { return }
    for row in 0..<Int(bitmap.rows) where 0..<canvas.height ~= top + row {
      for column in 0..<Int(bitmap.width) where 0..<canvas.width ~= left + column {
        let share = UInt32(buffer[row * Int(bitmap.pitch) + column])
        let place = (top + row) * canvas.width + left + column
        let (under, over) = (canvas.pixels[place], color.pixel)
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
