/// The result of looking for one cover in one photo.
package struct CoverMatch: Equatable, Sendable {
  /// What that says of the cover.
  package enum Finding: Equatable, Sendable {
    /// It is in the photo.
    case accepted
    /// It isn't: it would have been found.
    case contradicted
    /// There is no saying: too little is to be seen of it, or on it.
    case undecided
  }

  /// How many places of the cover were found where one projection says that they must be.
  package let inliers: Int
  /// Over how many of the cover's sixteen cells those are spread.
  package let cells: Int
  /// Where the cover lies, in parts of the photo's width and height; nil when there is no saying.
  package private(set) var quad: Quad?
  /// How much the photo looks like the cover there; nil without a place.
  package let similarity: Similarity?
  /// How finely the two go together when the cover is laid over the photo more exactly; nil where that wasn't tried.
  package private(set) var closeness: Double?
  /// The cover has enough on it, and the photo shows enough, for more of it to be found than was, if it were there.
  package let wouldBeFound: Bool
  /// How the cover and the photo's sleeve go together, from -1 to 1, whichever side is up; 0 where no sleeve was found.
  package let sleeveSimilarity: Double

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

  /// In parts of the photo's area. The smallest of real photos was 0.14; a model can't read a cover of 0.02 either.
  package static let leastArea = 0.02
  /// Where only part of a cover is in the photo. Projections of chance that meet all other conditions are often huge:
  /// 4 to 18 times the photo.
  package static let mostArea = 3.0

  /// With fewer a projection is hardly more than the four places that it was made from.
  package static let leastInliers = 6
  /// Sixteenths of the cover over which they are spread where all is well: a banner or a logo that many covers share has up
  /// to 33 of them in up to 3, and then looks 0.35 alike at the most; of 128 real right covers none was spread over fewer
  /// than 4. A sparse cover has few to spread, and must look the more alike.
  package static let leastCoverage = 4
  package static let leastCorrelationInOnePlace = 0.5
  /// So many, spread so far, prove a cover that looks different for glare, or for too much light; no wrong real cover that
  /// was spread over at least `leastCoverage` had more than 11, and of 100,000 wrong drawn ones, which share their letters,
  /// none that was spread so far and looked as much alike had more than 38.
  package static let plentyOfInliers = 50
  package static let plentyOfSpread = 6
  package static let leastCorrelationWithPlenty = 0.35
  /// Cells in which the photo looks like the cover. Of 7,000 projections under which a drawn or real photo seemed to show a
  /// wrong cover none had more than 6; of 100 real right ones none had fewer than 7.
  package static let leastCells = 7
  /// Of 100 real photos the one with the worst glare had 0.38; the wrong cover that came nearest had 0.25.
  package static let leastCorrelation = 0.3
  /// What a bare cover needs, on which there is less to look at than that; and how closely it must fit. Of 64 wrong ones that
  /// lettering made look right the closest had 0.716, and 16 places; of 102 right ones two thirds have more.
  package static let manyInliers = 18
  package static let leastCloseness = 0.72
  /// With less it isn't looked at more closely; one in twenty of the bare right ones had less.
  package static let worthALook = 0.4
  /// A cover that is placed and looks so much alike isn't contradicted, though it isn't accepted either.
  package static let suspectCorrelation = 0.25
  package static let strikingCorrelation = 0.5
  package static let suspectInliersCoverage = 30
  /// Trade dress has as many, and is left in question with it.
  package static let manySuspectInliers = 20
  package static let leastSuspectCorrelation = 0.2
  /// A cover that is as much like the photo's sleeve isn't contradicted, however few of its places were found: blur and glare
  /// leave what is seen at a glance.
  package static let suspectSleeveSimilarity = 0.22

  package var finding: Finding {
    if isAccepted { return .accepted }
    return wouldBeFound && !isSuspect ? .contradicted : .undecided
  }

  /// The cover is in the photo.
  package var isAccepted: Bool {
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

  /// It could be a bare cover.
  private var isWorthALook: Bool {
    guard isPlaced, !isAccepted, let similarity else { return false }
    return inliers >= Self.manyInliers && similarity.correlation >= Self.worthALook
  }

  /// With a closer look, where that can change anything.
  func closer(_ look: (Quad) -> FineAlignment) -> CoverMatch {
    guard isWorthALook, let quad else { return self }
    let look = look(quad)
    var match = self
    match.closeness = look.correlation
    if match.isAccepted { match.quad = look.quad }
    return match
  }

  /// Something of it may be there.
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
