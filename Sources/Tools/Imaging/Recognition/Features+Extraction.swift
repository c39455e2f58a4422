internal import CFeatures
internal import CRecognition

extension Features {
  /// Features are extracted at this many pixels on the long side of a picture or close-up. All of 100 real photos are
  /// recognized with it.
  package static let longSide = 640
  /// The most features of a photo, which shows other things besides the cover. Three quarters of 100 real photos reach
  /// it.
  package static let mostInPhoto = 1200
  package static let mostInCover = 600
  /// Pixels on the long side of the whole photo if there is also a close-up.
  package static let longSideAround = 480
  /// The most features of the close-up, and of the whole photo around it. With half as many around it, none of 128 real
  /// photos was lost.
  package static let mostInCloseUp = 800
  package static let mostAround = 400
  /// Pixels on the long side of a photo of several sleeves, of which each has few of them, and its most features.
  package static let longSideOfSeveral = 1280
  package static let mostOfSeveral = 3000
  /// Pixels on the long side of the small picture stored with the features. A cover takes up about half of a photo, but
  /// not one of several.
  private static let tinyPhoto = 160
  private static let tinyOfSeveral = 240
  private static let tinyCover = 64

  /// The strongest features of a photo. `gray` contains its rows from top to bottom, without padding.
  /// - Parameter closeUp: has its own features, because shelves and magazines behind a sleeve take up most of the whole
  ///   photo's.
  package init(ofPhoto gray: [UInt8], width: Int, height: Int, closeUp: CoverPicture.CloseUp? = nil)
    throws(ImagingError)
  {
    let isOfSeveral = max(width, height) > Self.longSide
    let most = closeUp != nil ? Self.mostAround : isOfSeveral ? Self.mostOfSeveral : Self.mostInPhoto
    var found = try Self.strongest(most, ofGray: gray, width: width, height: height)
    if let closeUp {
      let near = try Self.strongest(
        Self.mostInCloseUp, ofGray: closeUp.gray.samples, width: closeUp.gray.width, height: closeUp.gray.height)
      let projection = Projection(ofSquareOnto: closeUp.place)
      found += near.compactMap { feature in
        let point = Point(Double(feature.x) / 65_535, Double(feature.y) / 65_535)
        // A sleeve that the photo cuts off ends at the photo's edge.
        guard let place = projection?(point), (0...1).contains(place.x), (0...1).contains(place.y) else { return nil }
        var feature = feature
        feature.x = UInt16((place.x * 65_535).rounded())
        feature.y = UInt16((place.y * 65_535).rounded())
        return feature
      }
    }
    self.init(
      width: width, height: height, found,
      TinyPicture(
        ofGray: gray, width: width, height: height, longSide: isOfSeveral ? Self.tinyOfSeveral : Self.tinyPhoto),
      sleeve: closeUp?.sleeve)
  }

  /// The strongest features of a cover, and how many of them are found again in a bad photo.
  package init(ofCover gray: [UInt8], width: Int, height: Int) throws(ImagingError) {
    let found = try Self.strongest(Self.mostInCover, ofGray: gray, width: width, height: height)
    let tiny = TinyPicture(ofGray: gray, width: width, height: height, longSide: Self.tinyCover)
    let whole = Features(width: width, height: height, found, tiny)
    let faint = DegradedPicture(ofGray: gray, width: width, height: height)
    let seen = Features(
      width: faint.width, height: faint.height,
      try Self.strongest(Self.mostInPhoto, ofGray: faint.samples, width: faint.width, height: faint.height), tiny)
    self.init(width: width, height: height, found, tiny, sturdiness: faint.places(of: whole, foundIn: seen))
  }

  private static func strongest(
    _ most: Int, ofGray gray: [UInt8], width: Int, height: Int
  ) throws(ImagingError) -> [cfeature] {
    guard width > 0, height > 0, gray.count == width * height, width <= 65_535, height <= 65_535 else {
      throw .broken("it is no picture in gray")
    }
    var failed = false
    let found = [cfeature](unsafeUninitializedCapacity: most) { room, count in
      let result = crecognition_features(gray, Int32(width), Int32(height), Int32(most), room.baseAddress)
      failed = result < 0
      count = max(0, Int(result))
    }
    if failed { throw .outOfMemory }
    return found
  }
}
