/// The prepared picture of a photo, for models and features: its sleeve seen from the front, upright, 1024×1024; or
/// the whole photo if no sleeve is found.
package struct CoverPicture: Equatable, Sendable {
  /// Contains only pixels, no metadata.
  package let jpeg: [UInt8]
  /// The photo's format: `JPEG`, `HEIC`.
  package let format: String
  package let photoWidth: Int
  package let photoHeight: Int
  /// The end of the photo is missing; the rest was used.
  package let isTruncated: Bool
  /// Some of the photo's data was invalid; the rest was used.
  package let isDamaged: Bool
  /// The photo was smaller than the picture.
  package let isEnlarged: Bool
  /// The part of the photo that the picture shows.
  package let crop: Crop
  /// The whole photo, for its features; nil unless requested.
  package let gray: GrayPicture?
  /// The picture itself, for its features, and its position in the photo; nil unless requested.
  package let closeUp: CloseUp?

  /// A part of the photo.
  package struct CloseUp: Equatable, Sendable {
    package let gray: GrayPicture
    /// Its corners, upper left first, then clockwise, in fractions of the upright photo's width and height.
    package let corners: [SIMD2<Double>]
    /// The sleeve's corners, likewise; nil if none was found.
    package let sleeve: [SIMD2<Double>]?
  }

  /// In pixels.
  package static let side = 1024
  /// In bytes.
  package static let maximumSize = 1_500_000

  /// - Parameters:
  ///   - isWhole: show the whole photo, whatever is in it.
  ///   - grayLongSide: the size of `gray`, in pixels; nil for neither `gray` nor the close-up.
  ///   - closeUpSide: the size of the close-up, in pixels.
  ///   - look: gets the whole photo, at the size at which it was decoded, while the picture is encoded.
  package init(
    ofPhoto bytes: UnsafeRawBufferPointer, isWhole: Bool = false, grayLongSide: Int? = nil, closeUpSide: Int = side,
    look: (PhotoLuma) -> Void = { _ in }
  ) throws(ImagingError) {
    let decoder = try ImageFile.decoder(for: bytes)
    let decoded = try decoder.decoded(shortSideAtLeast: Self.side)
    // The picture has no more of it.
    let photo = decoded.image.withHalvedChroma()
    if decoded.flaws.isEmpty {
      crop = isWhole ? .whole(of: photo) : Crop(of: photo)
    } else {
      // The end of a truncated picture looks like an edge.
      crop = .whole(of: photo)
      try Self.refuseEmpty(photo, photo.middle)
    }
    let picture = photo.cropped(crop, side: Self.side)
    if let grayLongSide {
      gray = GrayPicture(photo, photo.whole, longSide: grayLongSide, turned: decoded.orientation)
      closeUp = CloseUp(of: picture, crop, longSide: closeUpSide, turned: decoded.orientation)
    } else {
      (gray, closeUp) = (nil, nil)
    }
    let shown = try picture.inSRGB(from: decoded.profile).turned(decoded.orientation)
    var encoded: Result<[UInt8], ImagingError> = .failure(.outOfMemory)
    SecondThread.run {
      look(PhotoLuma(photo.luma))
    } alongside: {
      do throws(ImagingError) {
        encoded = .success(try JPEGEncoder().jpeg(of: shown, limit: Self.maximumSize))
      } catch { encoded = .failure(error) }
    }
    jpeg = try encoded.get()
    format = ImageFormat(bytes)?.name ?? ""
    (photoWidth, photoHeight) = (decoder.width, decoder.height)
    isTruncated = decoded.flaws.contains(.truncated)
    isDamaged = decoded.flaws.contains(.damaged)
    isEnlarged = min(decoder.width, decoder.height) < Self.side
  }

  /// The decoder fills missing parts with mid-gray. If more than half of the square is missing, there is no cover.
  private static func refuseEmpty(_ image: borrowing PlanarImage, _ area: PlanarImage.Area) throws(ImagingError) {
    let columns = Int(area.left)..<Int(area.left + area.width)
    let below = image.height - Int(area.top + area.height)
    let missing = image.luma.rowsAtBottom(of: 128, in: columns) - below
    if Double(missing) > area.height / 2 {
      throw .broken("only the first \(100 - min(100, missing * 100 / Int(area.height)))% of the picture is there")
    }
  }
}

extension CoverPicture.CloseUp {
  fileprivate init(
    of picture: borrowing PlanarImage, _ crop: Crop, longSide: Int, turned orientation: Orientation
  ) {
    gray = GrayPicture(picture, picture.whole, longSide: longSide, turned: orientation)
    let square: [SIMD2<Double>] = [[0, 0], [1, 0], [1, 1], [0, 1]]
    func upright(_ stored: [SIMD2<Double>]) -> [SIMD2<Double>] {
      square.map { corner in stored[square.firstIndex { orientation.upright($0) == corner } ?? 0] }
        .map(orientation.upright)
    }
    (corners, sleeve) = (upright(crop.corners), crop.sleeve.map(upright))
  }
}

extension Orientation {
  /// Converts a position in the stored picture to the upright one, both in fractions of the width and height.
  fileprivate func upright(_ place: SIMD2<Double>) -> SIMD2<Double> {
    let (x, y) = (reversesColumns ? 1 - place.x : place.x, reversesRows ? 1 - place.y : place.y)
    return swapsAxes ? SIMD2(y, x) : SIMD2(x, y)
  }
}

/// The luma of a whole photo in its stored orientation. It is valid only during the call.
package struct PhotoLuma {
  /// Row after row.
  package let samples: UnsafePointer<UInt8>
  package let width: Int
  package let height: Int

  init(_ plane: borrowing Plane) {
    (samples, width, height) = (UnsafePointer(plane.samples), plane.width, plane.height)
  }

  /// Decodes a photo again, only for this.
  ///
  /// - Parameter side: the least number of pixels on the short side, if the photo has as many.
  package static func show(
    ofPhoto bytes: UnsafeRawBufferPointer, shortSideAtLeast side: Int, to look: (PhotoLuma) -> Void
  ) throws(ImagingError) {
    let decoded = try ImageFile.decoder(for: bytes).decoded(shortSideAtLeast: side)
    look(PhotoLuma(decoded.image.luma))
  }
}
