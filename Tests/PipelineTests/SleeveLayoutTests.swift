import Testing

@testable import Pipeline

/// Outlines and known covers become the sleeves in a photo.
@Suite struct SleeveLayoutTests {
  /// A square around a middle, in percent of the photo.
  private static func square(_ x: Double, _ y: Double, side: Double = 30) -> [SIMD2<Double>] {
    [SIMD2(-1, -1), SIMD2(1, -1), SIMD2(1, 1), SIMD2(-1, 1)].map { (SIMD2(x, y) + $0 * side / 2) / 100 }
  }

  private static let grid = [square(20, 20), square(60, 20), square(20, 60), square(60, 60)]

  @Test func `outlines are sorted row by row`() {
    let tilted = [Self.square(60, 65), Self.square(20, 20), Self.square(20, 60), Self.square(60, 25)]
    #expect(
      SleeveLayout(outlines: tilted).sleeves
        == [Self.square(20, 20), Self.square(60, 25), Self.square(20, 60), Self.square(60, 65)])
  }

  @Test func `a known cover that no outline shows is a sleeve, too`() {
    #expect(SleeveLayout(outlines: Self.grid.dropLast(), covers: [Self.grid[3]]).sleeves == Self.grid)
    // As the cover stands: upside down.
    let turned = Array(Self.grid[3][2...] + Self.grid[3][..<2])
    #expect(SleeveLayout(outlines: Self.grid.dropLast(), covers: [turned]).sleeves.last == turned)
  }

  @Test func `a known cover within an outline changes nothing`() {
    #expect(SleeveLayout(outlines: Self.grid, covers: [Self.square(61, 61, side: 27)]).sleeves == Self.grid)
  }

  @Test func `a known cover takes the place of an outline of half of it`() {
    let wrong = [Self.grid[0], Self.grid[1], Self.grid[2], Self.square(76, 60)]
    #expect(SleeveLayout(outlines: wrong, covers: [Self.grid[3]]).sleeves == Self.grid)
  }

  @Test(arguments: [square(80, 80, side: 14), square(50, 50, side: 90), square(95, 60)])
  func `what is small, large, or cut off is no sleeve among others`(cover: [SIMD2<Double>]) {
    #expect(SleeveLayout(outlines: Self.grid.dropLast(), covers: [cover]).sleeves == Self.grid.dropLast())
  }

  @Test func `covers side by side are several sleeves without any outline`() {
    let two = [Self.square(25, 50, side: 40), Self.square(75, 50, side: 40)]
    #expect(SleeveLayout(outlines: [], covers: two).sleeves == two)
    #expect(SleeveLayout(outlines: [], covers: two, subjectArea: 0.16).sleeves == two)
    #expect(SleeveLayout(outlines: [], covers: [two[0]]).sleeves == [])
  }

  @Test func `a sleeve before others is the only one`() {
    let behind = [Self.square(18, 20, side: 35), Self.square(82, 20, side: 35), Self.square(82, 80, side: 35)]
    let held = Self.square(50, 55, side: 70)
    #expect(SleeveLayout(outlines: [], covers: behind, subjectArea: 0.49).sleeves == [])
    #expect(SleeveLayout(outlines: [], covers: [held] + behind).sleeves == [])
    // Pictures of records, on a sleeve that isn't known and in a shelf.
    let small = [Self.square(20, 20, side: 20), Self.square(60, 20, side: 20), Self.square(60, 60, side: 20)]
    #expect(SleeveLayout(outlines: [], covers: small).sleeves == [])
  }

  @Test func `more than sixteen aren't divided`() {
    let many = (0..<17).map { Self.square(Double($0 % 5) * 20 + 10, Double($0 / 5) * 20 + 10, side: 18) }
    #expect(SleeveLayout(outlines: many).sleeves == [])
    #expect(SleeveLayout(outlines: Array(many.dropLast())).sleeves.count == 16)
  }
}
