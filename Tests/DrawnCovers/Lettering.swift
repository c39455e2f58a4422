/// Text set into a box, as large as it fits, in lines broken between words.
struct Lettering {
  /// Units a dot of the glyphs.
  let dot: Double
  let lines: [String]

  /// The advance of a character and of a line, in dots.
  private static let advance = Double(Glyphs.width + 1)
  private static let leading = Double(Glyphs.height + 2)

  init(_ text: String, width: Double, height: Double, largestDot: Double = 20) {
    let words = text.uppercased().split(separator: " ").map(String.init)
    var dot = largestDot
    var lines = Self.lines(of: words, columns: Int(width / (Self.advance * dot)))
    while dot > 1, lines.isEmpty || Double(lines.count) * Self.leading * dot > height {
      dot *= 0.95
      lines = Self.lines(of: words, columns: Int(width / (Self.advance * dot)))
    }
    self.dot = dot
    self.lines = lines
  }

  /// In units.
  var height: Double { Double(lines.count) * Self.leading * dot }

  func draw(on canvas: borrowing Canvas, x: Double, y: Double, color: Color) {
    for (number, line) in lines.enumerated() {
      for (column, character) in line.enumerated() {
        let left = x + Double(column) * Self.advance * dot
        let top = y + (Double(number) * Self.leading + 1) * dot
        for (row, bits) in Glyphs.rows(of: character).enumerated() where bits != 0 {
          drawRow(bits, on: canvas, x: left, y: top + Double(row) * dot, color: color)
        }
      }
    }
  }

  /// Neighboring dots are drawn as one run.
  private func drawRow(_ bits: UInt8, on canvas: borrowing Canvas, x: Double, y: Double, color: Color) {
    var start: Int?
    for column in 0...Glyphs.width {
      let isSet = column < Glyphs.width && bits >> UInt8(Glyphs.width - 1 - column) & 1 == 1
      if isSet, start == nil { start = column }
      if !isSet, let first = start {
        canvas.rectangle(x + Double(first) * dot, y, Double(column - first) * dot, dot, color)
        start = nil
      }
    }
  }

  /// Empty when a word is longer than a line.
  private static func lines(of words: [String], columns: Int) -> [String] {
    var lines: [String] = []
    for word in words {
      guard word.count <= columns else { return [] }
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
