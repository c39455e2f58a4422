/// Changes of every pixel.
extension Canvas {
  /// - Parameter change: given column, row and a part of the pixel, 0 to 255, says what becomes of it.
  func each(_ change: (Int, Int, Double) -> Double) {
    for row in 0..<height {
      for column in 0..<width {
        let pixel = pixels[row * width + column]
        func part(_ shift: UInt32) -> UInt32 {
          UInt32(max(0, min(255, change(column, row, Double(pixel >> shift & 255))))) << shift
        }
        pixels[row * width + column] = part(0) | part(8) | part(16)
      }
    }
  }

  /// The noise of a sensor, of so many steps at most.
  func grain(strength: Double, _ random: inout SeededRandom) {
    var state = random
    each { _, _, value in value + (state.fraction() - 0.5) * 2 * strength }
    random = state
  }

  /// Lays a color over the picture.
  /// - Parameter share: how much of it a place takes, 0 to 1; places are in units.
  func mix(_ color: Color, share: (Double, Double) -> Double) {
    let unit = 1000 / Double(width)
    for row in 0..<height {
      for column in 0..<width {
        let share = max(0, min(1, share(Double(column) * unit, Double(row) * unit)))
        if share == 0 { continue }
        let pixel = pixels[row * width + column]
        func part(_ shift: UInt32, _ other: UInt8) -> UInt32 {
          let value = Double(pixel >> shift & 255)
          return UInt32(value + (Double(other) - value) * share) << shift
        }
        pixels[row * width + column] = part(0, color.red) | part(8, color.green) | part(16, color.blue)
      }
    }
  }

  /// A line with round ends, as wide as twice the radius, which goes evenly from one to the other.
  func line(
    from start: (Double, Double), to end: (Double, Double), radius: Double, tapering last: Double? = nil,
    _ color: Color
  ) {
    let length = ((end.0 - start.0) * (end.0 - start.0) + (end.1 - start.1) * (end.1 - start.1)).squareRoot()
    let last = last ?? radius
    let steps = max(1, Int(length / max(0.5, min(radius, last) / 3)))
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      disc(
        start.0 + (end.0 - start.0) * part, start.1 + (end.1 - start.1) * part, radius: radius + (last - radius) * part,
        color)
    }
  }
}

extension Color {
  /// Between itself and another: 0 is itself.
  func mixed(with other: Color, _ share: Double) -> Color {
    func part(_ a: UInt8, _ b: UInt8) -> UInt32 {
      UInt32(max(0, min(255, Double(a) + (Double(b) - Double(a)) * share)))
    }
    return Color(part(red, other.red) << 16 | part(green, other.green) << 8 | part(blue, other.blue))
  }

  /// Any of those between two, channel by channel.
  static func between(_ dark: UInt8, _ light: UInt8, _ random: inout SeededRandom) -> Color {
    let parts = (0..<3).map { _ in UInt32(random.between(Double(dark), Double(light))) }
    return Color(parts[0] << 16 | parts[1] << 8 | parts[2])
  }
}
