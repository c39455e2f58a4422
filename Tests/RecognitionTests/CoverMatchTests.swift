import Imaging
import ImagingClient
import ImagingProtocol
import Testing

@Suite struct CoverMatchTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var inliers = 40
    var cells = 9
    var quad: Quad? = Self.square(0.5)
    var similarity: Similarity? = Similarity(correlation: 0.8, cells: 12)
    var closeness: Double?
    var wouldBeFound = true
    var sleeveSimilarity = 0.0
    let finding: CoverSighting.Finding

    static func square(_ side: Double) -> Quad {
      Quad(Point(0, 0), Point(side, 0), Point(side, side), Point(0, side))
    }

    static let mirrored = Quad(Point(0.5, 0), Point(0, 0), Point(0, 0.5), Point(0.5, 0.5))
  }

  @Test(arguments: [
    Case(testDescription: "a plain case", finding: .accepted),
    Case(
      testDescription: "just enough", inliers: 6, similarity: Similarity(correlation: 0.3, cells: 7),
      wouldBeFound: false, finding: .accepted),
    Case(testDescription: "one inlier too few", inliers: 5, finding: .undecided),
    Case(
      testDescription: "a shared banner", inliers: 45, cells: 3, similarity: Similarity(correlation: 0.19, cells: 4),
      finding: .contradicted),
    Case(
      testDescription: "a shared banner, on a cover that is a little alike", inliers: 45, cells: 3,
      similarity: Similarity(correlation: 0.2, cells: 4), finding: .undecided),
    Case(
      testDescription: "a shared banner, and nothing else to tell by", inliers: 45, cells: 3,
      similarity: Similarity(correlation: 0.2, cells: 4), wouldBeFound: false, finding: .undecided),
    Case(
      testDescription: "half of it hidden", inliers: 6, similarity: Similarity(correlation: 0.28, cells: 5),
      finding: .undecided),
    Case(
      testDescription: "a bare cover that fits to the letter", inliers: 18,
      similarity: Similarity(correlation: 0.4, cells: 2), closeness: 0.72, finding: .accepted),
    Case(
      testDescription: "a sparse cover, in few parts, that looks alike", cells: 2,
      similarity: Similarity(correlation: 0.5, cells: 7), finding: .accepted),
    Case(
      testDescription: "features in few parts of a cover that looks different", cells: 3,
      similarity: Similarity(correlation: 0.49, cells: 7), finding: .undecided),
    Case(
      testDescription: "in glare, but with features all over it", inliers: 50, cells: 6,
      similarity: Similarity(correlation: 0.35, cells: 5), finding: .accepted),
    Case(
      testDescription: "features all over it that no camera sees so", inliers: 30, cells: 4, quad: nil, similarity: nil,
      finding: .undecided),
    Case(
      testDescription: "too blurred for features, but like the sleeve", inliers: 0, cells: 0, quad: nil,
      similarity: nil, sleeveSimilarity: 0.22, finding: .undecided),
    Case(
      testDescription: "a bare cover of other letters", inliers: 28,
      similarity: Similarity(correlation: 0.76, cells: 3), closeness: 0.71, finding: .undecided),
    Case(
      testDescription: "too few letters", inliers: 17, similarity: Similarity(correlation: 0.8, cells: 3),
      closeness: 0.9, finding: .undecided),
    Case(testDescription: "in a mirror", cells: 3, quad: Case.mirrored, finding: .contradicted),
    Case(testDescription: "nowhere", inliers: 0, cells: 0, quad: nil, similarity: nil, finding: .contradicted),
    Case(
      testDescription: "nowhere, but it might be missed", inliers: 0, cells: 0, quad: nil, similarity: nil,
      wouldBeFound: false,
      finding: .undecided),
    Case(testDescription: "as small as a stamp", cells: 3, quad: Case.square(0.1), finding: .contradicted),
    Case(testDescription: "cut off by the photo", quad: Case.square(1.5), finding: .accepted),
    Case(testDescription: "many times the photo", cells: 3, quad: Case.square(2.5), finding: .contradicted),
  ])
  func `a cover is in a photo, isn't, or there is no saying`(_ each: Case) {
    let match = CoverMatch(
      inliers: each.inliers, cells: each.cells, quad: each.quad, similarity: each.similarity, closeness: each.closeness,
      wouldBeFound: each.wouldBeFound, sleeveSimilarity: each.sleeveSimilarity)
    #expect(match.finding == each.finding)
    #expect(match.isAccepted == (each.finding == .accepted))
  }

  // MARK: Coverage

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
