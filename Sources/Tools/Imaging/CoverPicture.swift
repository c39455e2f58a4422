/// The prepared picture of a photo, for models and features: its sleeve seen from the front, upright, 1024×1024; or the
/// middle square if no sleeve is found.
package struct CoverPicture: Equatable, Sendable {
  /// Holds nothing but pixels.
  package let jpeg: [UInt8]
  /// What the photo was: `JPEG`, `HEIC`.
  package let format: String
  package let photoWidth: Int
  package let photoHeight: Int
  /// The photo's end is missing; it was used all the same.
  package let isTruncated: Bool
  /// Some of the photo's data was invalid; it was used all the same.
  package let isDamaged: Bool
  /// The photo was smaller than the picture.
  package let isEnlarged: Bool
  /// Which part of the photo the picture is.
  package let crop: Crop
  /// All of the photo, for its features; nil where it wasn't asked for.
  package let gray: GrayPicture?
  /// The picture itself, for its features, and where it lies in the photo; nil where that wasn't asked for.
  package let closeUp: CloseUp?

  /// Part of the photo.
  package struct CloseUp: Equatable, Sendable {
    package let gray: GrayPicture
    /// Of its upper left corner, then clockwise, in parts of the photo's width and height, upright.
    package let corners: [SIMD2<Double>]
    /// Of the sleeve, likewise; nil where none was found.
    package let sleeve: [SIMD2<Double>]?
  }

  /// Pixels on each side.
  package static let side = 1024
  /// Bytes.
  package static let maximumSize = 1_500_000

  /// - Parameters:
  ///   - grayLongSide: the size of `gray`, in pixels; nil where neither it nor the close-up is wanted.
  ///   - closeUpSide: the size of the close-up, in pixels.
  ///   - look: is shown all of the photo, as large as it was decoded.
  package init(
    ofPhoto bytes: UnsafeRawBufferPointer, grayLongSide: Int? = nil, closeUpSide: Int = side,
    look: (PhotoLuma) -> Void = { _ in }
  ) throws(ImagingError) {
    let decoder = try ImageFile.decoder(for: bytes)
    let decoded = try decoder.decoded(shortSideAtLeast: Self.side)
    look(PhotoLuma(decoded.image.luma))
    if decoded.flaws.isEmpty {
      crop = Crop(of: decoded.image)
    } else {
      // Where the picture ends too early there is an edge that is no cover's.
      crop = .middle(of: decoded.image)
      try Self.refuseEmpty(decoded.image, decoded.image.middle)
    }
    let picture = decoded.image.cropped(crop, side: Self.side)
    if let grayLongSide {
      gray = GrayPicture(
        decoded.image, decoded.image.whole, longSide: grayLongSide, turned: decoded.orientation)
      closeUp = CloseUp(of: picture, crop, longSide: closeUpSide, turned: decoded.orientation)
    } else {
      (gray, closeUp) = (nil, nil)
    }
    jpeg = try JPEGEncoder().jpeg(
      of: picture.inSRGB(from: decoded.profile).turned(decoded.orientation), limit: Self.maximumSize)
    format = ImageFormat(bytes)?.name ?? ""
    (photoWidth, photoHeight) = (decoder.width, decoder.height)
    isTruncated = decoded.flaws.contains(.truncated)
    isDamaged = decoded.flaws.contains(.damaged)
    isEnlarged = min(decoder.width, decoder.height) < Self.side
  }

  /// The decoder fills in mid-gray what it never got. With more than half of the square missing, there is no cover.
  private static func refuseEmpty(_ image: borrowing PlanarImage, _ area: PlanarImage.Area) throws(ImagingError) {
    let columns = Int(area.left)..<Int(area.left + area.width)
    let below = image.height - Int(area.top + area.height)
    let missing = image.luma.rowsAtBottom(of: 128, in: columns) - below
    if Double(missing) > area.height / 2 {
      throw .broken("only the first \(100 - min(100, missing * 100 / Int(area.height))) % of the picture is there")
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
  /// Where a place of the stored picture is to the eye; both in parts of the width and height.
  fileprivate func upright(_ place: SIMD2<Double>) -> SIMD2<Double> {
    let (x, y) = (reversesColumns ? 1 - place.x : place.x, reversesRows ? 1 - place.y : place.y)
    return swapsAxes ? SIMD2(y, x) : SIMD2(x, y)
  }
}

/// The luma of a whole photo in its stored orientation. It exists only while it is being read.
package struct PhotoLuma {
  /// Row after row.
  package let samples: UnsafePointer<UInt8>
  package let width: Int
  package let height: Int

  init(_ plane: borrowing Plane) {
    (samples, width, height) = (UnsafePointer(plane.samples), plane.width, plane.height)
  }

  /// Decodes a photo again for no more than this.
  ///
  /// - Parameter side: the least that the short side shall have where the photo has as much, in pixels.
  package static func show(
    ofPhoto bytes: UnsafeRawBufferPointer, shortSideAtLeast side: Int, to look: (PhotoLuma) -> Void
  ) throws(ImagingError) {
    let decoded = try ImageFile.decoder(for: bytes).decoded(shortSideAtLeast: side)
    look(PhotoLuma(decoded.image.luma))
  }
}
