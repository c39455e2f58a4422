/// Over how much of a cover something is spread: the cells of a grid of four by four that hold some of it.
///
/// A sticker, a label's logo or the banner of a series is found on many covers, with dozens of points that all agree; but
/// they lie in one place.
package struct GridCoverage: Equatable, Sendable {
  /// 0 to 16.
  package let cells: Int

  package static let side = 4

  /// - Parameter points: in the pixels of a picture of this size; what lies outside counts for the nearest cell.
  package init(of points: some Sequence<Point>, width: Double, height: Double) {
    func cell(_ value: Double, _ whole: Double) -> Int {
      max(0, min(Self.side - 1, Int(value / whole * Double(Self.side))))
    }
    cells = Set(points.map { cell($0.x, width) + Self.side * cell($0.y, height) }).count
  }
}
