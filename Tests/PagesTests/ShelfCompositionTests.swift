import Testing

@testable import Pages

@Suite struct ShelfCompositionTests {
  private struct Shelf {
    let composition: ShelfComposition
    let count: Int

    /// What stays empty at the end of its last row.
    var holes: Int {
      let places = count + composition.first * composition.first - 1
      let rows = max(composition.first, (places + composition.columns - 1) / composition.columns)
      return rows * composition.columns - places
    }
  }

  @Test(arguments: 1...ShelfComposition.most)
  func `a small shelf ends with its row, or a place or two before that`(count: Int) {
    let screens = ShelfComposition.Screens(of: count)
    for composition in [screens.narrow, screens.middle, screens.wide] {
      #expect(Shelf(composition: composition, count: count).holes <= 1)
      #expect(composition.first <= composition.columns)
    }
    #expect(Shelf(composition: screens.narrow, count: count).holes == 0)
  }

  @Test func `the first few are as large as their number allows`() {
    let wide = [1, 2, 3, 4, 5, 6, 7, 8].map { ShelfComposition.Screens(of: $0).wide }
    #expect(wide.map(\.columns) == [1, 2, 3, 4, 4, 6, 5, 4])
    #expect(wide.map(\.first) == [1, 1, 1, 1, 2, 1, 2, 1])
    #expect([1, 2, 3, 4, 5].map { ShelfComposition.Screens(of: $0).narrow.first } == [1, 1, 2, 1, 2])
  }
}
