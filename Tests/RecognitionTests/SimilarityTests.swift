import Testing

@testable import Imaging

@Suite struct SimilarityTests {
  /// Waves across the picture, ever shorter, so that no place looks like another.
  private static func pattern(_ place: Point) -> Double {
    func saw(_ value: Double) -> Double { abs(value.truncatingRemainder(dividingBy: 2) - 1) }
    return 60 + 120 * saw(9 * place.x * place.x + 3 * place.y) * saw(7 * place.y + 5 * place.x * place.y)
  }

  private static func other(_ place: Point) -> Double { pattern(Point(1 - place.y, place.x * 0.8)) }

  private func similarity(_ photo: @escaping (Point) -> Double?) -> Similarity {
    let side = LocalContrast.coarse
    return Similarity(
      of: LocalContrast(of: ToneGrid(side: side, Self.pattern)), in: LocalContrast(of: ToneGrid(side: side, photo)))
  }

  @Test func `a picture is like itself, and not like another one or its negative`() {
    #expect(similarity(Self.pattern).correlation > 0.99)
    #expect(similarity(Self.pattern).cells == 16)
    #expect(abs(similarity(Self.other).correlation) < 0.2)
    #expect(similarity(Self.other).cells <= 2)
    #expect(similarity { 255 - Self.pattern($0) }.correlation < -0.99)
  }

  @Test func `light, shade and glare don't matter`() {
    #expect(similarity { 20 + Self.pattern($0) * 0.3 }.correlation > 0.9)
    // Twice as bright to the right as to the left.
    #expect(similarity { Self.pattern($0) * (0.4 + 0.4 * $0.x) }.correlation > 0.95)
    let glare = similarity { place in
      let (x, y) = (place.x - 0.5, place.y - 0.4)
      return x * x + y * y < 0.04 ? 255 : Self.pattern(place)
    }
    #expect(glare.correlation > 0.7)
    #expect(glare.cells >= 9)
  }

  @Test func `what the photo cuts off is left out of it`() {
    let half = similarity { $0.x < 0.5 ? Self.pattern($0) : nil }
    #expect(half.correlation > 0.95)
    #expect(half.cells == 8)
    #expect(similarity { _ in nil } == Similarity(correlation: 0, cells: 0))
  }

  @Test func `an even picture is like nothing`() {
    let even = LocalContrast(of: ToneGrid(side: LocalContrast.coarse) { _ in 90 })
    #expect(Similarity(of: even, in: even) == Similarity(correlation: 0, cells: 0))
    #expect(similarity { _ in 90 } == Similarity(correlation: 0, cells: 0))
  }

  @Test func `a banner that two covers share is not enough`() {
    let banner = similarity { $0.y < 0.3 ? Self.pattern($0) : Self.other($0) }
    #expect(banner.cells <= 7)
    #expect(banner.correlation < 0.6)
  }

  private static func tiny(width: Int, height: Int, _ tone: (Point) -> Double) -> TinyPicture {
    TinyPicture(
      width: width, height: height,
      samples: (0..<width * height).map { at in
        let place = Point(
          x: (Double(at % width) + 0.5) / Double(width), y: (Double(at / width) + 0.5) / Double(height))
        return UInt8(max(0, min(255, tone(place))))
      })
  }

  @Test func `a closer look moves a cover to where it lies, and doesn't make another one fit`() throws {
    let truth = Quad(Point(0.2, 0.15), Point(0.7, 0.1), Point(0.75, 0.9), Point(0.25, 0.8))
    // Back from the photo to the cover: the corners of the photo as the cover would have them.
    let cover = Self.tiny(width: 64, height: 64, Self.pattern)
    let projection = try #require(Projection(ofSquareOnto: truth))
    var samples = [UInt8](repeating: 90, count: 160 * 120)
    for row in 0..<400 {
      for column in 0..<400 {
        let place = Point(x: (Double(column) + 0.5) / 400, y: (Double(row) + 0.5) / 400)
        let image = try #require(projection(place))
        samples[Int(image.y * 120) * 160 + Int(image.x * 160)] = UInt8(Self.pattern(place))
      }
    }
    let photo = TinyPicture(width: 160, height: 120, samples: samples)
    let off = Quad(Point(0.18, 0.17), Point(0.72, 0.11), Point(0.74, 0.87), Point(0.26, 0.82))
    let look = FineAlignment(at: cover, in: photo, from: off)
    #expect(look.correlation > 0.8)
    for (corner, right) in zip(look.quad.corners, truth.corners) {
      #expect(abs(corner.x - right.x) < 0.02 && abs(corner.y - right.y) < 0.02)
    }
    #expect(FineAlignment(at: Self.tiny(width: 64, height: 64, Self.other), in: photo, from: off).correlation < 0.4)
  }

  @Test func `a square is laid onto four corners`() throws {
    let quad = Quad(Point(1, 2), Point(7, 1), Point(8, 9), Point(2, 6))
    let projection = try #require(Projection(ofSquareOnto: quad))
    for (place, corner) in zip([(0.0, 0.0), (1, 0), (1, 1), (0, 1)], quad.corners) {
      let image = try #require(projection(Point(place.0, place.1)))
      #expect(abs(image.x - corner.x) < 1e-9 && abs(image.y - corner.y) < 1e-9)
    }
    let line = Quad(Point(0, 0), Point(1, 0), Point(2, 0), Point(3, 0))
    #expect(Projection(ofSquareOnto: line) == nil)
  }

  @Test func `a tiny picture holds the mean of what it stands for, and says the tone between its samples`() {
    let gray = (0..<64).map { UInt8($0 % 8 < 4 ? 40 : 80) }
    let tiny = TinyPicture(ofGray: gray, width: 8, height: 8, longSide: 2)
    #expect(tiny == TinyPicture(width: 2, height: 2, samples: [40, 80, 40, 80]))
    #expect(tiny.tone(at: Point(0.5, 0.5)) == 60)
    #expect(tiny.tone(at: Point(0, 1)) == 40)
    #expect(tiny.tone(at: Point(1.01, 0.5)) == nil)
    #expect(tiny.tone(at: Point(0.5, .nan)) == nil)
    // One that is small already stays as it is.
    #expect(TinyPicture(ofGray: gray, width: 8, height: 8, longSide: 64).samples == gray)
  }
}
