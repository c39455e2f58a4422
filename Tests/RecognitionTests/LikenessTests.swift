import Testing

@testable import Recognition

@Suite struct LikenessTests {
  /// Waves across the picture, ever shorter, so that no place looks like another.
  private static func pattern(_ place: Point) -> Float {
    func saw(_ value: Double) -> Double { abs(value.truncatingRemainder(dividingBy: 2) - 1) }
    return Float(60 + 120 * saw(9 * place.x * place.x + 3 * place.y) * saw(7 * place.y + 5 * place.x * place.y))
  }

  private static func other(_ place: Point) -> Float { pattern(Point(x: 1 - place.y, y: place.x * 0.8)) }

  private func likeness(_ photo: @escaping (Point) -> Float?) -> Likeness {
    Likeness(of: Relief(Self.pattern), in: Relief(photo))
  }

  @Test func `a picture is like itself, and not like another one or its negative`() {
    #expect(likeness(Self.pattern).correlation > 0.99)
    #expect(likeness(Self.pattern).cells == 16)
    #expect(abs(likeness(Self.other).correlation) < 0.2)
    #expect(likeness(Self.other).cells <= 2)
    #expect(likeness { 255 - Self.pattern($0) }.correlation < -0.99)
  }

  @Test func `light, shade and glare don't matter`() {
    #expect(likeness { 20 + Self.pattern($0) * 0.3 }.correlation > 0.9)
    // Twice as bright to the right as to the left.
    #expect(likeness { Self.pattern($0) * Float(0.4 + 0.4 * $0.x) }.correlation > 0.95)
    let glare = likeness { place in
      let (x, y) = (place.x - 0.5, place.y - 0.4)
      return x * x + y * y < 0.04 ? 255 : Self.pattern(place)
    }
    #expect(glare.correlation > 0.7)
    #expect(glare.cells >= 9)
  }

  @Test func `what the photo cuts off is left out of it`() {
    let half = likeness { $0.x < 0.5 ? Self.pattern($0) : nil }
    #expect(half.correlation > 0.95)
    #expect(half.cells == 8)
    #expect(likeness { _ in nil } == Likeness(correlation: 0, cells: 0))
  }

  @Test func `an even picture is like nothing`() {
    let even = Relief { _ in 90 }
    #expect(Likeness(of: even, in: even) == Likeness(correlation: 0, cells: 0))
    #expect(likeness { _ in 90 } == Likeness(correlation: 0, cells: 0))
  }

  @Test func `a banner that two covers share is not enough`() {
    let banner = likeness { $0.y < 0.3 ? Self.pattern($0) : Self.other($0) }
    #expect(banner.cells <= 7)
    #expect(banner.correlation < 0.6)
  }

  @Test func `a tiny picture holds the mean of what it stands for, and says the tone between its samples`() {
    let gray = (0..<64).map { UInt8($0 % 8 < 4 ? 40 : 80) }
    let tiny = TinyPicture(ofGray: gray, width: 8, height: 8, longSide: 2)
    #expect(tiny == TinyPicture(width: 2, height: 2, samples: [40, 80, 40, 80]))
    #expect(tiny.tone(at: Point(x: 0.5, y: 0.5)) == 60)
    #expect(tiny.tone(at: Point(x: 0, y: 1)) == 40)
    #expect(tiny.tone(at: Point(x: 1.01, y: 0.5)) == nil)
    #expect(tiny.tone(at: Point(x: 0.5, y: .nan)) == nil)
    // One that is small already stays as it is.
    #expect(TinyPicture(ofGray: gray, width: 8, height: 8, longSide: 64).samples == gray)
  }
}
