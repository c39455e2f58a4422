internal import CFeatures
internal import CRecognition

extension CoverMatch {
  /// How much nearer the best partner of a feature must be than the second best (Lowe 2004). With 0.8 as many right
  /// covers are recognised, but wrong ones come nearer to being accepted, and finding that they aren't takes ten times
  /// as long.
  static let ratio: Float = 0.75
  /// Pixels of the photo at `Features.longSide` by which a place may be off.
  static let tolerance = 5.0

  /// Looks for `cover` in `photo`.
  package init(of cover: Features, in photo: Features) {
    let pairs = Self.pairs(photo, cover)
    guard pairs.count >= Self.leastInliers else {
      self = .none
      return
    }
    let places = pairs.map { cover.place(of: Int($0.cover)) }
    let images = pairs.map { photo.place(of: Int($0.photo)) }
    var follows = [UInt8](repeating: 0, count: pairs.count)
    var numbers = [Double](repeating: 0, count: 9)
    let found = crecognition_projection(
      places.flatMap { [Float($0.x), Float($0.y)] }, images.flatMap { [Float($0.x), Float($0.y)] },
      Int32(pairs.count), Self.tolerance, &follows, &numbers)
    guard found > 0, let projection = Projection(numbers) else {
      self = .none
      return
    }
    // A place can have several features, one for each direction that it may be seen to point in.
    let inliers = Set(zip(places, follows).filter { $0.1 != 0 }.map(\.0))
    let quad = Quad(width: Double(cover.width), height: Double(cover.height), under: projection)
    self.init(
      inliers: inliers.count,
      cells: Spread(of: inliers, width: Double(cover.width), height: Double(cover.height)).cells,
      quad: quad?.divided(byWidth: Double(photo.width), height: Double(photo.height)))
  }

  private static func pairs(_ photo: Features, _ cover: Features) -> [cfeatures_pair] {
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
}

extension Quad {
  fileprivate func divided(byWidth width: Double, height: Double) -> Quad {
    let parts = corners.map { Point(x: $0.x / width, y: $0.y / height) }
    return Quad(parts[0], parts[1], parts[2], parts[3])
  }
}
