/// How the covers of a small shelf stand on a screen: in so many columns that the last row is full, or nearly.
struct ShelfComposition: Equatable {
  let columns: Int
  /// How many columns and rows the first cover takes.
  let first: Int

  /// More than these fill any screen, and nobody sees how they end.
  static let most = 12

  /// - Parameter choice: the numbers of columns that suit the screen, fewest first.
  init(of count: Int, in choice: ClosedRange<Int>) {
    // At most as many columns as covers.
    let choices = min(choice.lowerBound, count)...min(choice.upperBound, count)
    var best: (cost: Int, composition: Self)?
    for columns in choices {
      for first in [2, 1] where first == 1 || columns < count {
        let places = count + first * first - 1
        let rows = max(first, (places + columns - 1) / columns)
        // A place that stays empty is worse than a first cover like all others.
        let cost = 2 * (rows * columns - places) + (first == 1 ? 1 : 0)
        if cost <= best?.cost ?? .max { best = (cost, Self(columns: columns, first: first)) }
      }
    }
    self = best?.composition ?? Self(columns: 1, first: 1)
  }

  private init(columns: Int, first: Int) { (self.columns, self.first) = (columns, first) }

  /// How much of the row a cover takes.
  func share(isFirst: Bool) -> Double { Double(isFirst ? first : 1) / Double(columns) }
}

extension ShelfComposition {
  /// The same shelf on a phone, on a tablet and on a desk.
  struct Screens {
    let narrow, middle, wide: ShelfComposition

    init(of count: Int) {
      narrow = ShelfComposition(of: count, in: 2...2)
      middle = ShelfComposition(of: count, in: 3...5)
      wide = ShelfComposition(of: count, in: 4...6)
    }

    /// What `Style.gallery` lays the shelf out by.
    var variables: String {
      zip(["narrow", "middle", "wide"], [narrow, middle, wide])
        .map { "--\($0):\($1.columns);--\($0)-first:\($1.first)" }.joined(separator: ";")
    }

    /// How wide a cover is shown, for the browser's choice of the file.
    func sizes(isFirst: Bool) -> String {
      func part(_ composition: ShelfComposition, of whole: Double) -> Int {
        Int(composition.share(isFirst: isFirst) * whole)
      }
      return "(min-width: 75rem) \(part(wide, of: 78))rem, (min-width: 46rem) \(part(middle, of: 92))vw, "
        + "\(part(narrow, of: 92))vw"
    }
  }
}
