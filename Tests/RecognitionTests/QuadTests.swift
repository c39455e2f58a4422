import Recognition
import Testing

@Suite struct QuadTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let corners: [(Double, Double)]
    let isCover: Bool
  }

  @Test(arguments: [
    Case(testDescription: "seen from the front", corners: [(0, 0), (1, 0), (1, 1), (0, 1)], isCover: true),
    Case(testDescription: "seen from below", corners: [(0.2, 0), (0.8, 0), (1, 1), (0, 1)], isCover: true),
    Case(testDescription: "lying on its side", corners: [(1, 0), (1, 1), (0, 1), (0, 0)], isCover: true),
    Case(testDescription: "in a mirror", corners: [(1, 0), (0, 0), (0, 1), (1, 1)], isCover: false),
    Case(testDescription: "twisted", corners: [(0, 0), (1, 0), (0, 1), (1, 1)], isCover: false),
    Case(testDescription: "a corner folded in", corners: [(0, 0), (1, 0), (0.3, 0.3), (0, 1)], isCover: false),
    Case(testDescription: "a line", corners: [(0, 0), (1, 0), (2, 0), (3, 0)], isCover: false),
  ])
  func `only a convex quad that isn't mirrored is a cover`(_ each: Case) {
    let c = each.corners.map { Point(x: $0.0, y: $0.1) }
    #expect(Quad(c[0], c[1], c[2], c[3]).isUprightAndConvex == each.isCover)
  }

  @Test func `its area is that of the plane, negative in a mirror`() {
    let quad = Quad(Point(x: 0, y: 0), Point(x: 0.5, y: 0), Point(x: 0.5, y: 0.5), Point(x: 0, y: 0.5))
    #expect(quad.area == 0.25)
    let mirrored = Quad(quad.corners[1], quad.corners[0], quad.corners[3], quad.corners[2])
    #expect(mirrored.area == -0.25)
  }

  @Test func `a projection moves, turns and tilts`() throws {
    let shift = try #require(Projection([1, 0, 10, 0, 1, 20, 0, 0, 1]))
    #expect(shift(Point(x: 1, y: 2)) == Point(x: 11, y: 22))
    let tilt = try #require(Projection([1, 0, 0, 0, 1, 0, 0, 0.01, 1]))
    #expect(tilt(Point(x: 10, y: 100)) == Point(x: 5, y: 50))
  }

  @Test func `a corner behind the camera makes no quad`() throws {
    let steep = try #require(Projection([1, 0, 0, 0, 1, 0, 0, -0.02, 1]))
    #expect(steep(Point(x: 1, y: 100)) == nil)
    #expect(Quad(width: 100, height: 100, under: steep) == nil)
    #expect(Projection([1, 0, 0]) == nil)
    #expect(Projection([.nan, 0, 0, 0, 1, 0, 0, 0, 1]) == nil)
  }
}
