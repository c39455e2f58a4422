import Recognition
import Testing

@Suite struct CoverMatchTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var inliers = 40
    var cells = 9
    var quad: Quad? = Self.square(0.5)
    let isAccepted: Bool

    static func square(_ side: Double) -> Quad {
      Quad(Point(x: 0, y: 0), Point(x: side, y: 0), Point(x: side, y: side), Point(x: 0, y: side))
    }

    static let mirrored = Quad(Point(x: 0.5, y: 0), Point(x: 0, y: 0), Point(x: 0, y: 0.5), Point(x: 0.5, y: 0.5))
  }

  @Test(arguments: [
    Case(testDescription: "a plain case", isAccepted: true),
    Case(testDescription: "just enough", inliers: 10, cells: 4, isAccepted: true),
    Case(testDescription: "one inlier too few", inliers: 9, isAccepted: false),
    Case(testDescription: "a shared banner", inliers: 45, cells: 3, isAccepted: false),
    Case(testDescription: "in a mirror", quad: Case.mirrored, isAccepted: false),
    Case(testDescription: "nowhere", quad: nil, isAccepted: false),
    Case(testDescription: "as small as a stamp", quad: Case.square(0.1), isAccepted: false),
    Case(testDescription: "cut off by the photo", quad: Case.square(1.5), isAccepted: true),
    Case(testDescription: "many times the photo", quad: Case.square(2.5), isAccepted: false),
  ])
  func `a cover is in a photo only when every condition is met`(_ each: Case) {
    #expect(CoverMatch(inliers: each.inliers, cells: each.cells, quad: each.quad).isAccepted == each.isAccepted)
  }
}
