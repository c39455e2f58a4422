/// How much a photo looks like a cover in the place where the cover is said to lie.
///
/// Features agree wherever something is shared: a banner, a logo, lettering. This looks at all the rest.
package struct Likeness: Equatable, Sendable {
  /// How the two reliefs go together, from -1 to 1 (Pearson); 0 where one of them is even.
  package let correlation: Double
  /// In how many of the cover's sixteen cells something is to be seen, and is the same in the photo.
  package let cells: Int

  package init(correlation: Double, cells: Int) {
    self.correlation = correlation
    self.cells = cells
  }

  /// How much must stand out in a cell, as the mean square of its relief, where 1 is as much as can be; in a photo, whose
  /// light may be poor, less.
  private static let leastInCover: Float = 0.08
  private static let leastInPhoto: Float = 0.04
  /// How far a cell's reliefs must go together.
  private static let leastInCell: Float = 0.5

  init(of cover: Relief, in photo: Relief) {
    var cells = 0
    let width = Relief.side / Spread.side
    for cell in 0..<Spread.side * Spread.side {
      var sums = Sums()
      for place in 0..<width * width {
        let row = cell / Spread.side * width + place / width
        let column = cell % Spread.side * width + place % width
        sums.add(cover.heights[row * Relief.side + column], photo.heights[row * Relief.side + column])
      }
      let isSeen = sums.count * 2 >= Float(width * width)
      if isSeen, sums.ownSquare >= Self.leastInCover, sums.otherSquare >= Self.leastInPhoto,
        sums.products / (sums.ownSquares * sums.otherSquares).squareRoot() >= Self.leastInCell
      {
        cells += 1
      }
    }
    var all = Sums()
    for (own, other) in zip(cover.heights, photo.heights) { all.add(own, other) }
    self.init(correlation: Double(all.correlation), cells: cells)
  }

  /// Of what both reliefs have.
  private struct Sums {
    var (count, own, other): (Float, Float, Float) = (0, 0, 0)
    var (products, ownSquares, otherSquares): (Float, Float, Float) = (0, 0, 0)

    mutating func add(_ own: Float?, _ other: Float?) {
      guard let own, let other else { return }
      count += 1
      self.own += own
      self.other += other
      products += own * other
      ownSquares += own * own
      otherSquares += other * other
    }

    var ownSquare: Float { ownSquares / max(1, count) }
    var otherSquare: Float { otherSquares / max(1, count) }

    var correlation: Float {
      guard count > 0 else { return 0 }
      let varying = (ownSquares - own * own / count) * (otherSquares - other * other / count)
      return varying > 1e-6 ? (products - own * other / count) / varying.squareRoot() : 0
    }
  }
}
