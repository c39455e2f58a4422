internal import CFeatures
internal import CRecognition

/// OpenCV couldn't process a picture.
package struct ExtractionFailure: Error, Equatable, Sendable {}

extension Features {
  /// Pixels on the long side of a picture, or of a close-up, in which features are looked for; all of 100 real photos are recognized with it.
  package static let longSide = 640
  /// A photo shows other things beside the cover. Of 100 real ones three quarters have as many.
  package static let mostInPhoto = 1200
  package static let mostInCover = 600
  /// Pixels on the long side of a photo that is looked at closely in one place, too.
  package static let longSideAround = 480
  /// Of such a photo: in that place, and in all of it. With half as many around none of 128 real photos was lost.
  package static let mostInCloseUp = 800
  package static let mostAround = 400
  /// Pixels on the long side of the picture that is kept with the features; a cover takes half of a photo or so.
  private static let tinyPhoto = 160
  private static let tinyCover = 64

  /// Before the first extraction, and before a wall that files and threads can't pass.
  package static func prepare() { crecognition_prepare() }

  /// Part of a photo, looked at more closely than the whole and seen from the front.
  package struct CloseUp {
    let gray: [UInt8]
    let size: (width: Int, height: Int)
    let place: Quad
    let sleeve: Quad?

    /// - Parameters:
    ///   - place: where it lies in the photo, in parts of its width and height.
    ///   - sleeve: where the sleeve lies that it shows, likewise; nil where none was found.
    package init(gray: [UInt8], width: Int, height: Int, at place: Quad, showing sleeve: Quad?) {
      (self.gray, size, self.place, self.sleeve) = (gray, (width, height), place, sleeve)
    }
  }

  /// The strongest features of a photo; `gray` holds its rows from top to bottom, one after the other.
  /// - Parameter closeUp: has features of its own, since shelves and magazines behind a sleeve take most of the whole photo's.
  package init(ofPhoto gray: [UInt8], width: Int, height: Int, closeUp: CloseUp? = nil) throws(ExtractionFailure) {
    var found = try Self.strongest(
      closeUp == nil ? Self.mostInPhoto : Self.mostAround, ofGray: gray, width: width, height: height)
    if let closeUp {
      let near = try Self.strongest(
        Self.mostInCloseUp, ofGray: closeUp.gray, width: closeUp.size.width, height: closeUp.size.height)
      let projection = Projection(ofSquareOnto: closeUp.place)
      found += near.compactMap { feature in
        let point = Point(x: Double(feature.x) / 65_535, y: Double(feature.y) / 65_535)
        // A sleeve that the photo cuts off ends with the photo.
        guard let place = projection?(point), (0...1).contains(place.x), (0...1).contains(place.y) else { return nil }
        var feature = feature
        feature.x = UInt16((place.x * 65_535).rounded())
        feature.y = UInt16((place.y * 65_535).rounded())
        return feature
      }
    }
    self.init(
      width: width, height: height, found,
      TinyPicture(ofGray: gray, width: width, height: height, longSide: Self.tinyPhoto), sleeve: closeUp?.sleeve)
  }

  /// The strongest features of a cover, and how well they are found again where the cover is seen badly.
  package init(ofCover gray: [UInt8], width: Int, height: Int) throws(ExtractionFailure) {
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
  ) throws(ExtractionFailure) -> [cfeature] {
    guard width > 0, height > 0, gray.count == width * height, width <= 65_535, height <= 65_535 else {
      throw ExtractionFailure()
    }
    var failed = false
    let found = [cfeature](unsafeUninitializedCapacity: most) { room, count in
      let result = crecognition_features(gray, Int32(width), Int32(height), Int32(most), room.baseAddress)
      failed = result < 0
      count = max(0, Int(result))
    }
    if failed { throw ExtractionFailure() }
    return found
  }
}
