/// How widely points are spread over a cover: the cells of a 4×4 grid that contain some.
///
/// A sticker, a label's logo, or the banner of a series appears on many covers with dozens of matching points, but in
/// one place.
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
