import Glibc

/// What designers draw with: shapes of any outline, and lettering that is spaced and set to a side.
extension Canvas {
  typealias Place = (x: Double, y: Double)

  /// Fills what lies within an odd number of outlines. Places are in units.
  func shape(_ outlines: [[Place]], _ color: Color, opacity: Double = 1) {
    let scale = Double(width) / 1000
    let edges = outlines.flatMap { outline in
      zip(outline, outline.dropFirst() + outline.prefix(1)).map {
        ($0.x * scale, $0.y * scale, $1.x * scale, $1.y * scale)
      }
    }
    let heights = edges.map(\.1)
    guard let top = heights.min(), let bottom = heights.max() else { return }
    for row in max(0, Int(top))..<max(0, Int(top), min(height, Int(bottom) + 1)) {
      let y = Double(row) + 0.5
      let crossings = edges.compactMap { x1, y1, x2, y2 -> Double? in
        (y1 <= y) == (y2 <= y) ? nil : x1 + (y - y1) / (y2 - y1) * (x2 - x1)
      }.sorted()
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        let from = max(0, Int(crossings[pair].rounded()))
        for column in from..<max(from, min(width, Int(crossings[pair + 1].rounded()))) {
          let place = row * width + column
          pixels[place] = Color.of(pixels[place]).mixed(with: color, opacity).pixel
        }
      }
    }
  }

  func shape(_ outline: [Place], _ color: Color, opacity: Double = 1) { shape([outline], color, opacity: opacity) }

  /// The outline of an ellipse, or of a part of one; angles are clockwise from the right, in degrees.
  static func arc(
    _ x: Double, _ y: Double, _ rx: Double, _ ry: Double? = nil, from: Double = 0, to: Double = 360, turned: Double = 0
  ) -> [Place] {
    let (cosine, sine) = (cos(turned * .pi / 180), sin(turned * .pi / 180))
    return stride(from: from, through: to, by: 2).map { angle in
      let (a, b) = (rx * cos(angle * .pi / 180), (ry ?? rx) * sin(angle * .pi / 180))
      return (x + a * cosine - b * sine, y + a * sine + b * cosine)
    }
  }

  /// A curve from one place to another, bent towards a third (a quadratic Bézier curve).
  static func curve(_ from: Place, _ towards: Place, _ to: Place) -> [Place] {
    stride(from: 0, through: 1, by: 1.0 / 24).map { t in
      let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
      return (a * from.x + b * towards.x + c * to.x, a * from.y + b * towards.y + c * to.y)
    }
  }

  enum Side { case left, middle, right }

  /// - Parameter side: of the text, which is at x.
  func letter(
    _ text: String, _ face: Typeface.Name, x: Double, y: Double, size: Double, _ color: Color, side: Side = .left,
    spacing: Double = 0
  ) {
    do throws(Typeface.Failure) {
      let typeface = try Typeface(face)
      let length = try typeface.length(of: text, size: size) + spacing * Double(text.count - 1)
      let start =
        switch side {
        case .left: x
        case .middle: x - length / 2
        case .right: x - length
        }
      try typeface.draw(
        text, on: self, along: Typeface.Course(x: start, y: y, spacing: spacing), size: size, color: color)
    } catch {
      Typesetting.giveUp(error)
    }
  }

  /// A third as large, with soft edges.
  func third() -> Canvas {
    let small = Canvas(width: width / 3, height: height / 3, color: Color(0))
    for row in 0..<small.height {
      for column in 0..<small.width {
        var (red, green, blue): (UInt32, UInt32, UInt32) = (4, 4, 4)
        for part in 0..<9 {
          let pixel = pixels[(row * 3 + part / 3) * width + column * 3 + part % 3]
          red += pixel & 255
          green += pixel >> 8 & 255
          blue += pixel >> 16 & 255
        }
        small.pixels[row * small.width + column] = red / 9 | (green / 9) << 8 | (blue / 9) << 16
      }
    }
    return small
  }
}

extension Color {
  /// Of a pixel as it lies in memory.
  static func of(_ pixel: UInt32) -> Color {
    Color((pixel & 255) << 16 | pixel & 0xff00 | pixel >> 16 & 255)
  }
}
