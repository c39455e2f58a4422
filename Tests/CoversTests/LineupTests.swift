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
}
