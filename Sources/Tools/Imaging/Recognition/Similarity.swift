/// How similar a photo is to a cover within the cover's presumed outline.
///
/// Features match wherever two covers share something: a banner, a logo, lettering. This measure considers everything
/// else.
package struct Similarity: Equatable, Sendable {
  /// The correlation of the two local contrasts, from -1 to 1 (Pearson); 0 if one of them is uniform.
  package let correlation: Double
  /// In how many of the cover's sixteen cells there are details that the photo shows as well.
  package let cells: Int

  package init(correlation: Double, cells: Int) {
    self.correlation = correlation
    self.cells = cells
  }

  /// The least contrast in a cell, as the mean square of its local contrast, of at most 1. In a photo, whose light may
  /// be poor, less is enough.
  private static let leastInCover = 0.08
  private static let leastInPhoto = 0.04
  /// The least correlation of a cell.
  private static let leastInCell = 0.5

  /// - Parameters:
  ///   - cover: the local contrast of the whole cover.
  ///   - photo: the local contrast, of the same size, of the photo at the cover's position.
  init(of cover: LocalContrast, in photo: LocalContrast) {
    let cells = (0..<CoverMatch.gridSide * CoverMatch.gridSide).count { cell in
      let shares = Shares(of: cover, in: photo, cell: cell)
      return shares.isHalf && shares.ownSquare >= Self.leastInCover && shares.otherSquare >= Self.leastInPhoto
        && shares.products / (shares.ownSquares * shares.otherSquares).squareRoot() >= Self.leastInCell
    }
    self.init(correlation: Self.correlation(of: cover, in: photo), cells: cells)
  }

  static func correlation(of cover: LocalContrast, in photo: LocalContrast) -> Double {
    Shares(of: cover, in: photo, rows: 0..<cover.side, columns: 0..<cover.side).correlation
  }

  /// Sums over the tones that both have.
  private struct Shares {
    let places: Int
    var (count, own, other) = (0.0, 0.0, 0.0)
    var (products, ownSquares, otherSquares) = (0.0, 0.0, 0.0)

    init(of cover: LocalContrast, in photo: LocalContrast, rows: Range<Int>, columns: Range<Int>) {
      places = rows.count * columns.count
      for row in rows {
        for at in row * cover.side + columns.lowerBound..<row * cover.side + columns.upperBound
        where photo.isReached[at] {
          let (one, two) = (cover.heights[at], photo.heights[at])
          count += 1
          own += one
          other += two
          products += one * two
          ownSquares += one * one
          otherSquares += two * two
        }
      }
    }

    init(of cover: LocalContrast, in photo: LocalContrast, cell: Int) {
      let width = cover.side / CoverMatch.gridSide
      let (row, column) = (cell / CoverMatch.gridSide * width, cell % CoverMatch.gridSide * width)
      self.init(of: cover, in: photo, rows: row..<row + width, columns: column..<column + width)
    }

    var isHalf: Bool { count * 2 >= Double(places) }
    var ownSquare: Double { ownSquares / max(1, count) }
    var otherSquare: Double { otherSquares / max(1, count) }

    var correlation: Double {
      guard count > 0 else { return 0 }
      let varying = (ownSquares - own * own / count) * (otherSquares - other * other / count)
      return varying > 1e-6 ? (products - own * other / count) / varying.squareRoot() : 0
    }
  }
}

extension CoverMatch {
  /// A cover is divided into a grid of so many columns and rows.
  static let gridSide = 4

  /// How widely points are spread over a cover: how many cells of the grid contain some. A sticker, a label's logo, or
  /// the banner of a series appears on many covers with dozens of matching points, but in one place.
  ///
  /// - Parameter points: in pixels of a picture of this size; points outside count for the nearest cell.
  package static func coverage(of points: some Sequence<Point>, width: Double, height: Double) -> Int {
    func cell(_ value: Double, _ whole: Double) -> Int {
      max(0, min(gridSide - 1, Int(value / whole * Double(gridSide))))
    }
    return Set(points.map { cell($0.x, width) + gridSide * cell($0.y, height) }).count
  }
}
