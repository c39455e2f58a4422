/// The result of looking for a cover in a photo.
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

  package enum Finding: Equatable, Sendable {
    /// The cover is in the photo.
    case accepted
    /// It isn't: on a cover with so much on it, and in a photo that shows so much, it would have been found. A photo of the
    /// album with another front says the same.
    case contradicted
    /// There is no saying.
    case undecided
  }

  /// How many places of the cover were found where they must be.
  package var inliers: Int
  /// Over how many of the cover's sixteen parts those are spread.
  package var cells: Int
  package var finding: Finding
  /// How much the photo looks like the cover where it lies, from -1 to 1; 0 where there is no saying.
  package var similarity: Double
  /// The cover's corners, upper left first, then clockwise; empty where there is no saying.
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
