/// What came of looking for a cover in a photo.
package struct CoverSighting: Equatable, Sendable {
  /// A place in the photo, in parts of its width and height; outside of 0 to 1 where the photo cuts the cover off.
  package struct Corner: Equatable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// How many places of the cover were found where they must be.
  package var inliers: Int
  /// Over how many of the cover's sixteen parts those are spread.
  package var cells: Int
  /// The cover is in the photo.
  package var isAccepted: Bool
  /// The cover's corners, upper left first, then clockwise; empty where there is no saying.
  package var corners: [Corner]

  package init(inliers: Int, cells: Int, isAccepted: Bool, corners: [Corner]) {
    self.inliers = inliers
    self.cells = cells
    self.isAccepted = isAccepted
    self.corners = corners
  }

  init(_ match: ImagingReply.Match) {
    self.init(
      inliers: match.inliers, cells: match.cells, isAccepted: match.isAccepted,
      corners: stride(from: 0, to: match.corners.count, by: 2).map {
        Corner(x: Double(match.corners[$0]) / 10_000, y: Double(match.corners[$0 + 1]) / 10_000)
      })
  }
}
