internal import CFeatures
internal import CRecognition

extension CoverMatch {
  /// The ratio test: how much nearer the best partner of a feature must be than the second best (Lowe 2004 uses 0.8;
  /// this is stricter, because a wrong pair costs an iteration of RANSAC, and a cover has more features than needed).
  static let ratio: Float = 0.75
  /// By how many pixels a point may be off, in a photo scaled to `Features.longSide`.
  static let tolerance = 5.0
  /// With fewer pairs than this, no projection is tried.
  static let leastPairs = 6
  /// The least `sturdiness` of a cover that can be contradicted. Of 560 right drawn pairs, 3 are contradicted with 16,
  /// and 6 with 12. Of 12,400 wrong real pairs, 98% are contradicted with 16, and 74% with 30.
  static let leastSturdiness = 16
  /// The same if the photo's sleeve was found, which is then seen from the front and large. An outline that covers more
  /// than `mostSleeve` of the photo may be the shelves behind the sleeve.
  static let leastSturdinessOnSleeve = 8
  static let mostSleeve = 0.5
  /// A cover isn't contradicted if this share of its sturdy points was found: a bad photo of it can't be expected to
  /// show more. Without this rule and without comparing the appearance, 7 right covers in 320 drawn photos of used
  /// records would be contradicted. Of 28,032 wrong real covers, as many are contradicted with it as without.
  static let ampleShareOfSturdiness = 0.75
  /// The fewest features of a photo in which a cover can be contradicted: a blurred, dark, or glaring photo has fewer.
  /// Real photos have at least 620. Without this rule, 3 right ones of 560 drawn pairs would be contradicted.
  static let leastInPhoto = 500

  /// Looks for `cover` in `photo`.
  package init(of cover: Features, in photo: Features) {
    let isOnSleeve = photo.sleeve.map { $0.area <= Self.mostSleeve } ?? false
    let wouldBeFound =
      cover.sturdiness >= (isOnSleeve ? Self.leastSturdinessOnSleeve : Self.leastSturdiness)
      && photo.count >= Self.leastInPhoto
    let glance = LocalContrast(of: cover.tiny)
    let sleeveSimilarity = photo.sleeveContrasts.map { Similarity.correlation(of: glance, in: $0) }.max() ?? 0
    guard let place = Place(of: cover, in: photo) else {
      self.init(
        inliers: 0, cells: 0, quad: nil, similarity: nil, wouldBeFound: wouldBeFound, sleeveSimilarity: sleeveSimilarity
      )
      return
    }
    let isAmple = Double(place.inliers.count) >= Self.ampleShareOfSturdiness * Double(cover.sturdiness)
    let quad = place.quad
    let similarity = quad.map { Similarity(of: glance, in: LocalContrast(of: photo.tiny, at: $0)) }
    let match = CoverMatch(
      inliers: place.inliers.count,
      cells: Self.coverage(of: place.inliers, width: Double(cover.width), height: Double(cover.height)),
      quad: quad, similarity: similarity, wouldBeFound: wouldBeFound && !isAmple, sleeveSimilarity: sleeveSimilarity)
    self = match.closer { FineAlignment(at: cover.tiny, in: photo.tiny, from: $0) }
  }

  static func pairs(_ photo: Features, _ cover: Features) -> [cfeatures_pair] {
    [cfeatures_pair](unsafeUninitializedCapacity: photo.count) { room, count in
      count = photo.withFeatures { photo in
        cover.withFeatures { cover in
          Int(
            cfeatures_pairs(
              photo.baseAddress, Int32(photo.count), cover.baseAddress, Int32(cover.count), ratio, room.baseAddress))
        }
      }
    }
  }

  /// Where the cover seems to be in the photo.
  private struct Place {
    private let cover: Features
    private let photo: Features
    private let projection: Projection
    /// In the cover's pixels. A point can have several features, one for each of its possible orientations.
    let inliers: Set<Point>

    init?(of cover: Features, in photo: Features) {
      let pairs = CoverMatch.pairs(photo, cover)
      guard pairs.count >= CoverMatch.leastPairs else { return nil }
      let places = pairs.map { cover.place(of: Int($0.cover)) }
      let images = pairs.map { photo.place(of: Int($0.photo)) }
      var follows = [UInt8](repeating: 0, count: pairs.count)
      var numbers = [Double](repeating: 0, count: 9)
      let found = crecognition_projection(
        places.flatMap { [Float($0.x), Float($0.y)] }, images.flatMap { [Float($0.x), Float($0.y)] },
        Int32(pairs.count), CoverMatch.tolerance, &follows, &numbers)
      guard found > 0, let projection = Projection(numbers) else { return nil }
      (self.cover, self.photo, self.projection) = (cover, photo, projection)
      inliers = Set(zip(places, follows).filter { $0.1 != 0 }.map(\.0))
    }

    /// In fractions of the photo's width and height; nil if no camera can see a flat object like this.
    var quad: Quad? {
      let quad = Quad(width: Double(cover.width), height: Double(cover.height), under: projection)
      guard let quad, quad.couldBe(width: Double(cover.width), height: Double(cover.height)) else { return nil }
      return quad.map { $0 / Point(Double(photo.width), Double(photo.height)) }
    }
  }
}
