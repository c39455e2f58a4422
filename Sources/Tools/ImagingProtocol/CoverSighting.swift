/// The result of looking for a cover in a photo.
package struct CoverSighting: Equatable, Sendable {
  /// What this means for the cover.
  package enum Finding: UInt8, Sendable {
    /// Neither of the others: the cover has too few details, or the photo shows too few.
    case undecided = 0
    /// It is in the photo.
    case accepted = 1
    /// It isn't in the photo: a cover with this many details would have been found in a photo this good. A photo of the
    /// album with a different front gives the same result.
    case contradicted = 2
  }

  /// How many points of the cover were found where they must be.
  package var inliers: Int
  /// How many of the cover's sixteen cells contain these points.
  package var cells: Int
  package var finding: Finding
  /// How much the photo looks like the cover at its position, from -1 to 1; 0 if unknown.
  package var similarity: Double
  /// The cover's corners in fractions of the photo's width and height, upper left first, then clockwise; outside 0 to 1
  /// if the photo cuts off the cover; empty if unknown.
  package var corners: [SIMD2<Double>]
  /// The greatest distance of a corner.
  package static let farthestCorner = 100.0

  package init(inliers: Int, cells: Int, finding: Finding, similarity: Double = 0, corners: [SIMD2<Double>]) {
    self.inliers = inliers
    self.cells = cells
    self.finding = finding
    self.similarity = similarity
    self.corners = corners
  }

  package init(inliers: Int, cells: Int, isAccepted: Bool, corners: [SIMD2<Double>]) {
    self.init(inliers: inliers, cells: cells, finding: isAccepted ? .accepted : .undecided, corners: corners)
  }

  package var isAccepted: Bool { finding == .accepted }
}
