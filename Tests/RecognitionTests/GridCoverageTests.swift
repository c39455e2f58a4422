import Imaging
import Testing

@Suite struct GridCoverageTests {
  @Test func `each cell counts once`() {
    let corners = [
      Point(0, 0), Point(1, 1), Point(399, 0), Point(0, 399), Point(399, 399),
    ]
    #expect(CoverMatch.coverage(of: corners, width: 400, height: 400) == 4)
    #expect(CoverMatch.coverage(of: [], width: 400, height: 400) == 0)
  }

  @Test func `a whole cover has sixteen, and its edges and what lies beyond belong to the nearest`() {
    let grid = (0..<4).flatMap { x in (0..<4).map { Point(Double(x) * 100 + 50, Double($0) * 100 + 50) } }
    #expect(CoverMatch.coverage(of: grid, width: 400, height: 400) == 16)
    #expect(CoverMatch.coverage(of: [Point(400, 400), Point(500, -3)], width: 400, height: 400) == 2)
  }

  @Test func `a banner along an edge has four at most`() {
    let banner = stride(from: 0.0, to: 400, by: 5).map { Point($0, 30) }
    #expect(CoverMatch.coverage(of: banner, width: 400, height: 400) == 4)
    #expect(CoverMatch.coverage(of: banner.prefix(40), width: 400, height: 400) == 2)
  }
}
