internal import CFeatures
internal import CRecognition

extension CoverMatch {
  /// How much nearer the best partner of a feature must be than the second best (Lowe 2004, where it is 0.8: stricter
  /// here, since a wrong pair costs a turn of RANSAC, and a cover has features to spare).
  static let ratio: Float = 0.75
  /// Pixels of the photo at `Features.longSide` by which a place may be off.
  static let tolerance = 5.0
  /// Fewer pairs than this aren't tried.
  static let leastPairs = 6
  /// Of a cover, so that it would be found. Of 560 right drawn pairs 3 are contradicted with it, and 6 with 12; of 12,400
  /// wrong real ones it lets 98 % be contradicted, and 30 would let 74 %.
  static let leastSturdiness = 16
  /// The same where the photo's sleeve was found, and is seen from the front and large. What is taken for a sleeve and covers
  /// more than half of the photo may be the shelves behind one.
  static let leastSturdinessOnSleeve = 8
  static let mostSleeve = 0.5
  /// A cover of which so large a share of its sturdy places was found isn't contradicted: more can't be expected of a photo
  /// that shows it badly. Of 320 drawn photos of used records 7 right covers would be contradicted without it, and without
  /// any look at how much alike they are; of 28,032 wrong real covers as many are contradicted with it as without.
  static let ampleShareOfSturdiness = 0.75
  /// Of a photo, for the same reason: one that is blurred, dark or full of glare has fewer features. Real ones have 620
  /// and more; of 560 drawn pairs 3 right ones would be contradicted without it.
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
      cells: GridCoverage(of: place.inliers, width: Double(cover.width), height: Double(cover.height)).cells,
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

  /// Where the cover seems to lie in the photo.
  private struct Place {
    private let cover: Features
    private let photo: Features
    private let projection: Projection
    /// In the cover's pixels. A place can have several features, one for each direction that it may be seen to point in.
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

    /// In parts of the photo's width and height; nil where no camera sees a flat thing so.
    var quad: Quad? {
      let quad = Quad(width: Double(cover.width), height: Double(cover.height), under: projection)
      guard let quad, quad.couldBe(width: Double(cover.width), height: Double(cover.height)) else { return nil }
      return quad.divided(byWidth: Double(photo.width), height: Double(photo.height))
    }
  }
}

extension Quad {
  fileprivate func divided(byWidth width: Double, height: Double) -> Quad {
    let parts = corners.map { Point(x: $0.x / width, y: $0.y / height) }
    return Quad(parts[0], parts[1], parts[2], parts[3])
  }
}
