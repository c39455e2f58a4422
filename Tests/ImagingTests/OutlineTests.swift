import Testing

@testable import Imaging

/// Four corners and the square around them.
@Suite struct OutlineTests {
  private func outline(_ x: Float, _ y: Float, _ side: Float) -> Outline {
    Outline(
      corners: [SIMD2(x, y), SIMD2(x + side, y), SIMD2(x + side, y + side), SIMD2(x, y + side)], score: 1,
      weakestSide: 1)
  }

  @Test(arguments: [
    // Of a square of 10 at 0, 0.
    (Float(0), Float(0), Float(10), Float(100)), (5, 5, 10, 25), (2, 2, 4, 16), (-5, -5, 30, 100), (10, 0, 5, 0),
    (20, 20, 5, 0), (9, 0, 10, 10),
  ])
  func `what two outlines share is what lies in both`(x: Float, y: Float, side: Float, area: Float) {
    #expect(abs(outline(0, 0, 10).shared(with: outline(x, y, side)) - area) < 0.01)
    #expect(abs(outline(x, y, side).shared(with: outline(0, 0, 10)) - area) < 0.01)
  }

  @Test func `corners go clockwise whatever their order was`() {
    let outline = Outline(
      corners: [SIMD2(0, 0), SIMD2(0, 8), SIMD2(8, 8), SIMD2(8, 0)], score: 1, weakestSide: 1)
    #expect(outline.area == 64)
    #expect(Outline.area(of: outline.corners) == 64)
  }

  @Test func `one outline holds another, or has nothing to do with it`() {
    #expect(outline(0, 0, 10).holds(outline(1, 1, 5)))
    #expect(!outline(1, 1, 5).holds(outline(0, 0, 10)))
    #expect(!outline(0, 0, 10).holds(outline(8, 8, 5)))
    #expect(outline(0, 0, 10).isApart(from: outline(20, 0, 10)))
    #expect(!outline(0, 0, 10).isApart(from: outline(5, 0, 10)))
  }
}
