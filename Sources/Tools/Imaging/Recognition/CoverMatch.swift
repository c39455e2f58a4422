package import ImagingProtocol

/// The result of looking for one cover in one photo.
package struct CoverMatch: Equatable, Sendable {
  /// How many points of the cover were found where a single projection says that they must be.
  package private(set) var inliers: Int
  /// How many of the cover's sixteen cells contain these points.
  package private(set) var cells: Int
  /// The cover's corners in fractions of the photo's width and height; nil if unknown.
  package private(set) var quad: Quad?
  /// How much the photo looks like the cover there; nil without a `quad`.
  package private(set) var similarity: Similarity?
  /// The correlation in detail after the cover was aligned more precisely; nil if that wasn't tried.
  package private(set) var closeness: Double?
  /// The cover has enough details, and the photo shows enough, that more points would have been found if the cover were
  /// there.
  package let wouldBeFound: Bool
  /// The correlation of the cover with the photo's sleeve, from -1 to 1, whichever side is up; 0 if no sleeve was
  /// found.
  package let sleeveSimilarity: Double
  /// The cover as a whole fits the photo's sleeve, although its features can't be told apart.
  private var fitsSleeve = false

  package init(
    inliers: Int, cells: Int, quad: Quad?, similarity: Similarity?, closeness: Double? = nil, wouldBeFound: Bool,
    sleeveSimilarity: Double = 0
  ) {
    self.sleeveSimilarity = sleeveSimilarity
    self.inliers = inliers
    self.cells = cells
    self.quad = quad
    self.similarity = similarity
    self.closeness = closeness
    self.wouldBeFound = wouldBeFound
  }

  /// As a fraction of the photo's area. The smallest cover in real photos has 0.14; a model couldn't read one of 0.02
  /// either.
  package static let leastArea = 0.02
  /// As a fraction of the photo's area, for covers of which only a part is in the photo. Random projections that meet
  /// all other conditions are often huge: 4 to 18 times the photo.
  package static let mostArea = 3.0

  /// A projection with fewer points is hardly supported by more than the four points that define it.
  package static let leastInliers = 6
  /// In how many sixteenths of the cover points must lie. A banner or logo that many covers share has up to 33 points
  /// in up to 3 of them, and a correlation of at most 0.35. Of 128 right real covers, none had points in fewer than 4.
  /// A cover with few details has few points, so it must look more alike instead.
  package static let leastCoverage = 4
  package static let leastCorrelationInOnePlace = 0.5
  /// This many points, spread this far, prove a cover that looks different because of glare or overexposure. No wrong
  /// real cover with at least `leastCoverage` had more than 11 points. Of 100,000 wrong drawn covers, which share their
  /// letters, none with this spread and correlation had more than 38.
  package static let plentyOfInliers = 50
  package static let plentyOfSpread = 6
  package static let leastCorrelationWithPlenty = 0.35
  /// In how many cells the photo must look like the cover. Of 7,000 projections under which a drawn or real photo
  /// seemed to show a wrong cover, none had more than 6; of 100 right real ones, none had fewer than 7.
  package static let leastCells = 7
  /// Of 100 real photos, the one with the worst glare had 0.38; the most similar wrong cover had 0.25.
  package static let leastCorrelation = 0.3
  /// What a cover with few details needs instead: more points, and a precise fit. Of 64 wrong covers that matched
  /// because of lettering, the best had a closeness of 0.716, with 16 points; two thirds of 102 right ones have more.
  package static let manyInliers = 18
  package static let leastCloseness = 0.72
  /// What a cover needs that was aligned with the sleeve instead of by its features, besides `plentyOfInliers` and
  /// `plentyOfSpread`. Of 41 right drawn ones, two had 0.767, the others more, and none fewer than 60 points or 13 cells.
  /// Of 31,000 wrong real ones, the best had 0.19 in 1 cell, and none had more than 5 cells. Of wrong drawn ones, those
  /// with the same stripes had up to 0.77 in 16, with 34 points, and those with the same squares up to 0.767 in 14, with
  /// 96 points.
  package static let leastClosenessOnSleeve = 0.77
  package static let leastCellsOnSleeve = 10
  /// With a lower correlation, a precise alignment isn't tried; one in twenty of the right covers with few details had
  /// less.
  package static let worthALook = 0.4
  /// A cover that was located with this correlation isn't accepted, but isn't contradicted either.
  package static let suspectCorrelation = 0.25
  package static let strikingCorrelation = 0.5
  package static let suspectInliersCoverage = 30
  /// Covers that share a trade dress have this many points, so they stay undecided.
  package static let manySuspectInliers = 20
  package static let leastSuspectCorrelation = 0.2
  /// A cover this similar to the photo's sleeve isn't contradicted, however few of its points were found: blur and
  /// glare leave the overall impression.
  package static let suspectSleeveSimilarity = 0.22

  package var finding: CoverSighting.Finding {
    if isAccepted { return .accepted }
    return wouldBeFound && !isSuspect ? .contradicted : .undecided
  }

  /// The answer.
  package var sighting: CoverSighting {
    let (low, high) = (Point(repeating: -CoverSighting.farthestCorner), Point(repeating: CoverSighting.farthestCorner))
    return CoverSighting(
      inliers: inliers, cells: cells, finding: finding, similarity: similarity?.correlation ?? 0,
      corners: quad?.corners.map { $0.clamped(lowerBound: low, upperBound: high) } ?? [])
  }

  /// Whether the cover is in the photo.
  package var isAccepted: Bool {
    if fitsSleeve { return true }
    guard isPlaced, let similarity,
      cells >= Self.leastCoverage || similarity.correlation >= Self.leastCorrelationInOnePlace
    else { return false }
    if inliers >= Self.plentyOfInliers, cells >= Self.plentyOfSpread,
      similarity.correlation >= Self.leastCorrelationWithPlenty
    {
      return true
    }
    if inliers >= Self.manyInliers, let closeness, closeness >= Self.leastCloseness { return true }
    return inliers >= Self.leastInliers && similarity.cells >= Self.leastCells
      && similarity.correlation >= Self.leastCorrelation
  }

  /// Whether a precise alignment could still get the cover accepted.
  private var isWorthALook: Bool {
    guard isPlaced, !isAccepted, let similarity else { return false }
    return inliers >= Self.manyInliers && similarity.correlation >= Self.worthALook
  }

  /// The match after a precise alignment, if that can change anything.
  func closer(_ look: (Quad) -> FineAlignment) -> CoverMatch {
    guard isWorthALook, let quad else { return self }
    let look = look(quad)
    var match = self
    match.closeness = look.correlation
    if match.isAccepted { match.quad = look.quad }
    return match
  }

  /// Accepts the cover if it fits the sleeve as a whole.
  /// - Parameter agreeing: how many points of the cover are where this alignment says, and in how many of its cells; called
  ///   last, since it takes the longest.
  mutating func fit(_ whole: FineAlignment, _ similarity: Similarity, agreeing: () -> (inliers: Int, cells: Int)) {
    guard whole.correlation >= Self.leastClosenessOnSleeve, similarity.cells >= Self.leastCellsOnSleeve,
      whole.quad.isUprightAndConvex
    else { return }
    let (inliers, cells) = agreeing()
    guard inliers >= Self.plentyOfInliers, cells >= Self.plentyOfSpread else { return }
    (quad, self.similarity, closeness) = (whole.quad, similarity, whole.correlation)
    (self.inliers, self.cells, fitsSleeve) = (inliers, cells, true)
  }

  /// Whether parts of the cover may be in the photo.
  private var isSuspect: Bool {
    if sleeveSimilarity >= Self.suspectSleeveSimilarity { return true }
    if inliers >= Self.suspectInliersCoverage, cells >= Self.leastCoverage { return true }
    guard isPlaced, let similarity else { return false }
    return similarity.correlation >= Self.strikingCorrelation
      || inliers >= Self.leastInliers && similarity.correlation >= Self.suspectCorrelation
      || inliers >= Self.manySuspectInliers && similarity.correlation >= Self.leastSuspectCorrelation
  }

  private var isPlaced: Bool {
    guard let quad else { return false }
    return quad.isUprightAndConvex && (Self.leastArea...Self.mostArea).contains(quad.area)
  }
}
