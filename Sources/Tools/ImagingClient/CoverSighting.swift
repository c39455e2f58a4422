/// The result of looking for a cover in a photo.
package struct CoverSighting: Equatable, Sendable {
  /// A point in the photo, in fractions of its width and height; outside 0 to 1 if the photo cuts off the cover.
  package struct Corner: Equatable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  package enum Finding: Equatable, Sendable {
    /// The cover is in the photo.
    case accepted
    /// It isn't in the photo: a cover with this many details would have been found in a photo this good. A photo of the
    /// album with a different front gives the same result.
    case contradicted
    /// Neither.
    case undecided
  }

  /// How many points of the cover were found where they must be.
  package var inliers: Int
  /// How many of the cover's sixteen cells contain these points.
  package var cells: Int
  package var finding: Finding
  /// How much the photo looks like the cover at its position, from -1 to 1; 0 if unknown.
  package var similarity: Double
  /// The cover's corners, upper left first, then clockwise; empty if unknown.
  package var corners: [Corner]

  package init(inliers: Int, cells: Int, finding: Finding, similarity: Double = 0, corners: [Corner]) {
    self.inliers = inliers
    self.cells = cells
    self.finding = finding
    self.similarity = similarity
    self.corners = corners
  }

  package init(inliers: Int, cells: Int, isAccepted: Bool, corners: [Corner]) {
    self.init(inliers: inliers, cells: cells, finding: isAccepted ? .accepted : .undecided, corners: corners)
  }

  package var isAccepted: Bool { finding == .accepted }

  /// The corners as vectors.
  package var quadrangle: [SIMD2<Double>] { corners.map { SIMD2($0.x, $0.y) } }

  init(_ match: ImagingReply.Match) {
    self.init(
      inliers: match.inliers, cells: match.cells, finding: Finding(match.finding),
      similarity: Double(match.similarity) / 100,
      corners: stride(from: 0, to: match.corners.count, by: 2).map {
        Corner(x: Double(match.corners[$0]) / 10_000, y: Double(match.corners[$0 + 1]) / 10_000)
      })
  }
}

extension CoverSighting.Finding {
  fileprivate init(_ finding: ImagingReply.Match.Finding) {
    switch finding {
    case .accepted: self = .accepted
    case .contradicted: self = .contradicted
    case .undecided: self = .undecided
    }
  }
}
