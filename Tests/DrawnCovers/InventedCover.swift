package import FoundationEssentials

/// Fronts without number, each of its own: what a large collection is tried with. Unlike the albums of the collection they
/// have nothing but their looks.
package struct InventedCover: Sendable {
  /// From the busiest to the barest.
  package enum Style: Int, CaseIterable, Sendable {
    case collage, clouds, poster, lettering, shape, bare
  }

  package let number: Int

  package init(_ number: Int) { self.number = number }

  package var style: Style { Style.allCases[number % Style.allCases.count] }

  package func jpeg(size: Int, quality: Int = 88) throws(JPEGFailure) -> Data {
    try JPEGWriter.jpeg(of: picture(size: size), quality: quality)
  }

  package func picture(size: Int) -> Canvas {
    var random = SeededRandom("invented \(number)")
    let palette = (0..<5).map { _ in Color(UInt32(truncatingIfNeeded: random.next() & 0xFFFFFF)) }
    let canvas = Canvas(width: size, height: size, color: palette[0])
    switch style {
    case .collage: for _ in 0..<60 { piece(on: canvas, largest: 320, palette, &random) }
    case .clouds:
      clouds(on: canvas, palette, &random)
      write(1, on: canvas, height: 110, palette, &random)
    case .poster:
      Motif.allCases[Int(random.next() % 12)].draw(on: canvas, palette: palette, random: &random)
      for _ in 0..<12 { piece(on: canvas, largest: 120, palette, &random) }
      write(2, on: canvas, height: 130, palette, &random)
    case .lettering: for _ in 0..<5 { write(3, on: canvas, height: 160, palette, &random) }
    case .shape:
      for _ in 0..<3 { piece(on: canvas, largest: 500, palette, &random) }
      write(2, on: canvas, height: 90, palette, &random)
    case .bare: write(2, on: canvas, height: 80, palette, &random)
    }
    return canvas
  }

  private func piece(on canvas: borrowing Canvas, largest: Double, _ palette: [Color], _ random: inout SeededRandom) {
    let (x, y) = (random.between(-50, 1000), random.between(-50, 1000))
    let size = random.between(largest / 8, largest)
    let color = palette[Int(random.next() % 5)]
    switch random.next() % 4 {
    case 0: canvas.disc(x, y, radius: size / 2, color)
    case 1: canvas.rectangle(x, y, size, size * random.between(0.2, 1.4), color)
    case 2: canvas.ring(x, y, radius: size / 2, width: size / 8, color)
    default:
      canvas.triangle(
        (x, y), (x + size, y + random.between(0, size)), (x + random.between(-size, size), y + size), color)
    }
  }

  private func write(
    _ words: Int, on canvas: borrowing Canvas, height: Double, _ palette: [Color], _ random: inout SeededRandom
  ) {
    let syllables = ["ka", "lo", "min", "ter", "vu", "sha", "or", "pel", "dri", "en", "qua", "bi", "zo", "ny", "fex"]
    let text = (0..<words).map { _ in
      (0..<Int(2 + random.next() % 3)).map { _ in syllables[Int(random.next() % UInt64(syllables.count))] }.joined()
    }.joined(separator: " ")
    let lettering = Lettering(text, width: random.between(300, 800), height: height, largestDot: 14)
    lettering.draw(
      on: canvas, x: random.between(60, 180), y: random.between(60, 920 - height),
      color: palette[0].isLight ? Color(0x101010) : Color(0xf4f4f0))
  }

  /// Noise at several scales, as a photograph of something has it.
  private func clouds(on canvas: borrowing Canvas, _ palette: [Color], _ random: inout SeededRandom) {
    let noise = ValueNoise(seed: random.next())
    let (one, other) = (palette[1], palette[2])
    for row in 0..<canvas.height {
      for column in 0..<canvas.width {
        let (x, y) = (Double(column) / Double(canvas.width), Double(row) / Double(canvas.width))
        let value = (4...128).octaves.reduce(0) { $0 + noise(x * $1, y * $1) * (2.2 / $1.squareRoot()) }
        // Folded, so that there are edges, as things in a photograph have them.
        let part = abs((value * 3).truncatingRemainder(dividingBy: 2) - 1)
        func mix(_ a: UInt8, _ b: UInt8) -> UInt32 { UInt32(Double(a) + (Double(b) - Double(a)) * part) }
        canvas.pixels[row * canvas.width + column] =
          mix(one.red, other.red) | mix(one.green, other.green) << 8 | mix(one.blue, other.blue) << 16
      }
    }
  }
}

extension ClosedRange<Int> {
  fileprivate var octaves: [Double] {
    sequence(first: lowerBound) { $0 * 2 > upperBound ? nil : $0 * 2 }.map(Double.init)
  }
}
