import Covers
import Testing

@Suite struct CoverSelectionTests {
  private typealias Candidate = CoverSelection.Candidate

  private func candidate(_ cover: Int, _ album: String, _ inliers: Int, accepted: Bool = true)
    -> CoverSelection.Candidate
  {
    Candidate(cover: cover, album: album, inliers: inliers, cells: 8, isAccepted: accepted)
  }

  @Test func `none of them is a verdict too`() {
    #expect(CoverSelection([]).verdict == .none)
    #expect(CoverSelection([candidate(0, "a", 45, accepted: false)]).verdict == .none)
  }

  @Test func `the best wins when no other album comes near`() {
    #expect(CoverSelection([candidate(0, "a", 20), candidate(1, "b", 90)]).verdict == .one(candidate(1, "b", 90)))
    #expect(CoverSelection([candidate(0, "a", 45), candidate(1, "b", 90)]).verdict == .one(candidate(1, "b", 90)))
    #expect(
      CoverSelection([candidate(0, "a", 200, accepted: false), candidate(1, "b", 10)]).verdict
        == .one(candidate(1, "b", 10)))
  }

  @Test func `two albums that are both in the photo are both named`() {
    let (a, b, c) = (candidate(0, "a", 80), candidate(1, "b", 50), candidate(2, "c", 12))
    #expect(CoverSelection([b, c, a]).verdict == .several([a, b]))
  }

  @Test func `two covers of one album don't compete`() {
    let (first, second) = (candidate(0, "a", 80), candidate(1, "a", 70))
    #expect(CoverSelection([second, first]).verdict == .one(first))
    let other = candidate(2, "b", 60)
    #expect(CoverSelection([second, other, first]).verdict == .several([first, other]))
  }

  @Test func `those that were accepted come first, then those with more inliers, then the older`() {
    let all = [
      candidate(0, "a", 9, accepted: false), candidate(1, "b", 12), candidate(2, "c", 12), candidate(3, "d", 30),
    ]
    #expect(CoverSelection(all).ranked.map(\.cover) == [3, 1, 2, 0])
  }

  // MARK: What a photo is of

  /// A square with this middle, in parts of the photo.
  private func cover(_ number: Int, _ inliers: Int, at x: Double, _ y: Double, side: Double) -> CoverSelection.Candidate
  {
    let (low, high) = (SIMD2(x - side / 2, y - side / 2), SIMD2(x + side / 2, y + side / 2))
    return Candidate(
      cover: number, album: "\(number)", inliers: inliers, cells: 8, isAccepted: true,
      corners: [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)])
  }

  @Test func `the cover in the middle is the answer, however well one beside it is seen`() {
    let (held, beside) = (cover(0, 20, at: 0.45, 0.5, side: 0.5), cover(1, 200, at: 0.85, 0.5, side: 0.25))
    let selection = CoverSelection([beside, held])
    #expect(selection.verdict == .one(held))
    #expect(selection.beside == [beside])
  }

  @Test func `a cover at the edge is never the answer, not even alone`() {
    let edge = cover(0, 200, at: 0.9, 0.2, side: 0.4)
    #expect(CoverSelection([edge]).verdict == .none)
    #expect(CoverSelection([edge]).beside == [edge])
  }

  @Test func `of two side by side neither is the answer`() {
    let (left, right) = (cover(0, 80, at: 0.26, 0.5, side: 0.4), cover(1, 60, at: 0.74, 0.5, side: 0.4))
    #expect(CoverSelection([left, right]).verdict == .several([left, right]))
    #expect(CoverSelection([left, right]).beside.isEmpty)
  }

  @Test func `what looks like a part of the answer doesn't lie beside it`() {
    let (held, alike) = (cover(0, 90, at: 0.5, 0.5, side: 0.6), cover(1, 12, at: 0.5, 0.45, side: 0.6))
    #expect(CoverSelection([held, alike]).verdict == .one(held))
    #expect(CoverSelection([held, alike]).beside.isEmpty)
  }

  @Test func `another cover of the answer's album isn't beside it`() {
    var (held, again) = (cover(0, 90, at: 0.5, 0.5, side: 0.5), cover(1, 40, at: 0.9, 0.5, side: 0.2))
    (held.album, again.album) = ("a", "a")
    #expect(CoverSelection([held, again]).beside.isEmpty)
  }
}
