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
  /// How similar two features must be to agree where the cover is known to be, from 0 to 1.
  static let leastLikeness = 0.85
  /// The fewest features of a photo in which a cover can be contradicted: a blurred, dark, or glaring photo has fewer.
  /// Real photos have at least 620. Without this rule, 3 right ones of 560 drawn pairs would be contradicted.
  static let leastInPhoto = 500

  /// Looks for `cover` in `photo`.
  package init(of cover: Features, in photo: Features) {
    let isOnSleeve = photo.sleeve.map { $0.area <= Self.mostSleeve } ?? false
    let isSturdy =
      cover.sturdiness >= (isOnSleeve ? Self.leastSturdinessOnSleeve : Self.leastSturdiness)
      && photo.count >= Self.leastInPhoto
    let glance = LocalContrast(of: cover.tiny)
    let sleeveSimilarity = photo.sleeveContrasts.map { Similarity.correlation(of: glance, in: $0) }.max() ?? 0
    let pairs = Pairs(of: cover, in: photo)
    func cells(_ points: Set<Point>) -> Int {
      Self.coverage(of: points, width: Double(cover.width), height: Double(cover.height))
    }
    let place = pairs.place
    let inliers = place?.inliers ?? []
    let isAmple = Double(inliers.count) >= Self.ampleShareOfSturdiness * Double(cover.sturdiness)
    let match = CoverMatch(
      inliers: inliers.count,
      cells: cells(inliers),
      quad: place?.quad,
      similarity: place?.quad.map { Similarity(of: glance, in: LocalContrast(of: photo.tiny, at: $0)) },
      wouldBeFound: isSturdy && !isAmple, sleeveSimilarity: sleeveSimilarity)
    self = match.closer { FineAlignment(at: cover.tiny, in: photo.tiny, from: $0) }
    guard !isAccepted, !wouldBeFound, let whole = FineAlignment(at: cover.tiny, onSleeveOf: photo) else { return }
    let similarity = Similarity(of: glance, in: LocalContrast(of: photo.tiny, at: whole.quad))
    fit(whole, similarity) {
      let points = pairs.agreeing(at: whole.quad)
      return (points.count, cells(points))
    }
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

  /// The features of a cover, each with the one in the photo that it resembles most.
  private struct Pairs {
    private let cover: Features
    private let photo: Features
    /// In the cover's pixels.
    private let places: [Point]
    /// In the photo's.
    private let images: [Point]

    init(of cover: Features, in photo: Features) {
      (self.cover, self.photo) = (cover, photo)
      let pairs = CoverMatch.pairs(photo, cover)
      places = pairs.map { cover.place(of: Int($0.cover)) }
      images = pairs.map { photo.place(of: Int($0.photo)) }
    }

    /// Where the cover seems to be, according to most pairs: the points that agree, in the cover's pixels, of which each
    /// can have several features, one for each of its possible orientations; and the corners in fractions of the photo's
    /// width and height, nil if no camera can see a flat object like this. Nil if too few agree.
    var place: (inliers: Set<Point>, quad: Quad?)? {
      guard places.count >= CoverMatch.leastPairs else { return nil }
      var follows = [UInt8](repeating: 0, count: places.count)
      var numbers = [Double](repeating: 0, count: 9)
      let found = crecognition_projection(
        places.flatMap { [Float($0.x), Float($0.y)] }, images.flatMap { [Float($0.x), Float($0.y)] },
        Int32(places.count), CoverMatch.tolerance, &follows, &numbers)
      guard found > 0, let projection = Projection(numbers) else { return nil }
      let (width, height) = (Double(cover.width), Double(cover.height))
      let quad = Quad(width: width, height: height, under: projection)
      return (
        Set(zip(places, follows).filter { $0.1 != 0 }.map(\.0)),
        quad.flatMap { $0.couldBe(width: width, height: height) ? $0.map { $0 / size(of: photo) } : nil }
      )
    }

    /// The points of the cover at which the photo shows a similar feature where the cover is said to be. Unlike the pairs,
    /// these may resemble each other, as dots do.
    func agreeing(at quad: Quad) -> Set<Point> {
      guard let projection = Projection(ofSquareOnto: quad) else { return [] }
      let seen = (0..<photo.count).map { photo.place(of: $0) }
      return Set(
        (0..<cover.count).lazy.map { (index: $0, place: cover.place(of: $0)) }.filter { feature in
          guard let image = projection(feature.place / size(of: cover)).map({ $0 * size(of: photo) }) else {
            return false
          }
          return seen.indices.contains { other in
            let off = seen[other] - image
            return (off * off).sum() <= CoverMatch.tolerance * CoverMatch.tolerance
              && cover.similarity(of: feature.index, to: other, in: photo) >= CoverMatch.leastLikeness
          }
        }.map(\.place))
    }

    private func size(of features: Features) -> Point { Point(Double(features.width), Double(features.height)) }
  }
}
