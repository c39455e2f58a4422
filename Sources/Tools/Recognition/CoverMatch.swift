/// What came of looking for one cover in one photo.
package struct CoverMatch: Equatable, Sendable {
  /// How many places of the cover were found where one projection says that they must be.
  package let inliers: Int
  /// Over how many of the cover's sixteen cells those are spread.
  package let cells: Int
  /// Where the cover lies, in parts of the photo's width and height; nil when there is no saying.
  package let quad: Quad?

  package static let none = CoverMatch(inliers: 0, cells: 0, quad: nil)

  package init(inliers: Int, cells: Int, quad: Quad?) {
    self.inliers = inliers
    self.cells = cells
    self.quad = quad
  }

  /// Of 12,400 pairs of a real photo and a wrong cover none had more than 7 with the other conditions met; of 100 pairs
  /// with the right one none had fewer than 13.
  package static let leastInliers = 10
  /// Without it, 2 of 100 photos whose cover isn't known are taken for another one with the same banner, with up to 45
  /// inliers; of the right covers it loses one in two hundred.
  package static let leastCells = 4
  /// In parts of the photo's area. The smallest of real photos was 0.14; a model can't read a cover of 0.02 either.
  package static let leastArea = 0.02
  /// Where only part of a cover is in the photo. Projections of chance that meet all other conditions are often huge:
  /// 4 to 18 times the photo.
  package static let mostArea = 3.0

  /// The cover is in the photo.
  package var isAccepted: Bool {
    guard let quad, quad.isUprightAndConvex else { return false }
    return inliers >= Self.leastInliers && cells >= Self.leastCells
      && (Self.leastArea...Self.mostArea).contains(quad.area)
  }
}
