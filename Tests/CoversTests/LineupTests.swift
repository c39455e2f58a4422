import Covers
import Testing

@Suite struct LineupTests {
  private typealias Suspect = Lineup.Suspect

  private func suspect(_ cover: Int, _ album: String, _ inliers: Int, accepted: Bool = true) -> Lineup.Suspect {
    Suspect(cover: cover, album: album, inliers: inliers, cells: 8, isAccepted: accepted)
  }

  @Test func `none of them is a verdict too`() {
    #expect(Lineup([]).verdict == .none)
    #expect(Lineup([suspect(0, "a", 45, accepted: false)]).verdict == .none)
  }

  @Test func `the best wins when no other album comes near`() {
    #expect(Lineup([suspect(0, "a", 20), suspect(1, "b", 90)]).verdict == .one(suspect(1, "b", 90)))
    #expect(Lineup([suspect(0, "a", 45), suspect(1, "b", 90)]).verdict == .one(suspect(1, "b", 90)))
    #expect(
      Lineup([suspect(0, "a", 200, accepted: false), suspect(1, "b", 10)]).verdict == .one(suspect(1, "b", 10)))
  }

  @Test func `two albums that are both in the photo are both named`() {
    let (a, b, c) = (suspect(0, "a", 80), suspect(1, "b", 50), suspect(2, "c", 12))
    #expect(Lineup([b, c, a]).verdict == .several([a, b]))
  }

  @Test func `two covers of one album don't compete`() {
    let (first, second) = (suspect(0, "a", 80), suspect(1, "a", 70))
    #expect(Lineup([second, first]).verdict == .one(first))
    let other = suspect(2, "b", 60)
    #expect(Lineup([second, other, first]).verdict == .several([first, other]))
  }

  @Test func `those that were accepted come first, then those with more inliers, then the older`() {
    let all = [suspect(0, "a", 9, accepted: false), suspect(1, "b", 12), suspect(2, "c", 12), suspect(3, "d", 30)]
    #expect(Lineup(all).ranked.map(\.cover) == [3, 1, 2, 0])
  }

  // MARK: What a photo is of

  /// A square with this middle, in parts of the photo.
  private func cover(_ number: Int, _ inliers: Int, at x: Double, _ y: Double, side: Double) -> Lineup.Suspect {
    let (low, high) = (SIMD2(x - side / 2, y - side / 2), SIMD2(x + side / 2, y + side / 2))
    return Suspect(
      cover: number, album: "\(number)", inliers: inliers, cells: 8, isAccepted: true,
      corners: [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)])
  }

  @Test func `the cover in the middle is the answer, however well one beside it is seen`() {
    let (held, beside) = (cover(0, 20, at: 0.45, 0.5, side: 0.5), cover(1, 200, at: 0.85, 0.5, side: 0.25))
    let lineup = Lineup([beside, held])
    #expect(lineup.verdict == .one(held))
    #expect(lineup.beside == [beside])
  }

  @Test func `a cover at the edge is never the answer, not even alone`() {
    let edge = cover(0, 200, at: 0.9, 0.2, side: 0.4)
    #expect(Lineup([edge]).verdict == .none)
    #expect(Lineup([edge]).beside == [edge])
  }

  @Test func `of two side by side neither is the answer`() {
    let (left, right) = (cover(0, 80, at: 0.26, 0.5, side: 0.4), cover(1, 60, at: 0.74, 0.5, side: 0.4))
    #expect(Lineup([left, right]).verdict == .several([left, right]))
    #expect(Lineup([left, right]).beside.isEmpty)
  }

  @Test func `what looks like a part of the answer doesn't lie beside it`() {
    let (held, alike) = (cover(0, 90, at: 0.5, 0.5, side: 0.6), cover(1, 12, at: 0.5, 0.45, side: 0.6))
    #expect(Lineup([held, alike]).verdict == .one(held))
    #expect(Lineup([held, alike]).beside.isEmpty)
  }

  @Test func `another cover of the answer's album isn't beside it`() {
    var (held, again) = (cover(0, 90, at: 0.5, 0.5, side: 0.5), cover(1, 40, at: 0.9, 0.5, side: 0.2))
    (held.album, again.album) = ("a", "a")
    #expect(Lineup([held, again]).beside.isEmpty)
  }
}
