import Imaging
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
    let c = each.corners.map { Point($0.0, $0.1) }
    #expect(Quad(c[0], c[1], c[2], c[3]).isUprightAndConvex == each.isCover)
  }

  @Test func `its area is that of the plane, negative in a mirror`() {
    let quad = Quad(Point(0, 0), Point(0.5, 0), Point(0.5, 0.5), Point(0, 0.5))
    #expect(quad.area == 0.25)
    let mirrored = Quad(quad.corners[1], quad.corners[0], quad.corners[3], quad.corners[2])
    #expect(mirrored.area == -0.25)
  }

  @Test func `a projection moves, turns and tilts`() throws {
    let shift = try #require(Projection([1, 0, 10, 0, 1, 20, 0, 0, 1]))
    #expect(shift(Point(1, 2)) == Point(11, 22))
    let tilt = try #require(Projection([1, 0, 0, 0, 1, 0, 0, 0.01, 1]))
    #expect(tilt(Point(10, 100)) == Point(5, 50))
  }

  @Test func `a corner behind the camera makes no quad`() throws {
    let steep = try #require(Projection([1, 0, 0, 0, 1, 0, 0, -0.02, 1]))
    #expect(steep(Point(1, 100)) == nil)
    #expect(Quad(width: 100, height: 100, under: steep) == nil)
    #expect(Projection([1, 0, 0]) == nil)
    #expect(Projection([.nan, 0, 0, 0, 1, 0, 0, 0, 1]) == nil)
  }
}

@Suite struct CameraTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let corners: [(Double, Double)]
    let isPossible: Bool
  }

  @Test(arguments: [
    Case(testDescription: "from the front", corners: [(0, 0), (100, 0), (100, 100), (0, 100)], isPossible: true),
    Case(testDescription: "on its side", corners: [(100, 0), (100, 100), (0, 100), (0, 0)], isPossible: true),
    Case(testDescription: "from well below", corners: [(25, 0), (75, 0), (100, 60), (0, 60)], isPossible: true),
    Case(testDescription: "a spike", corners: [(45, 0), (55, 0), (100, 100), (0, 100)], isPossible: false),
    Case(testDescription: "a sliver", corners: [(0, 0), (100, 0), (100, 20), (0, 20)], isPossible: false),
    Case(testDescription: "leaning over", corners: [(0, 0), (100, 0), (290, 100), (190, 100)], isPossible: false),
    Case(testDescription: "a point", corners: [(0, 0), (0, 0), (0, 0), (0, 0)], isPossible: false),
  ])
  func `a camera sees a square as some quads, and not as others`(_ each: Case) {
    let corners = each.corners.map { Point($0.0, $0.1) }
    let quad = Quad(corners[0], corners[1], corners[2], corners[3])
    #expect(quad.couldBe(width: 640, height: 640) == each.isPossible)
  }
}
