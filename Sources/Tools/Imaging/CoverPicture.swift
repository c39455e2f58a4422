/// The picture of a photo that is looked at, by models: the square that holds its cover, upright, 1024×1024.
package struct CoverPicture: Equatable, Sendable {
  /// Holds nothing but pixels.
  package let jpeg: [UInt8]
  /// What the photo was: `JPEG`, `HEIC`.
  package let format: String
  package let photoWidth: Int
  package let photoHeight: Int
  /// The photo's end is missing; it was used all the same.
  package let isTruncated: Bool
  /// Some of the photo's data made no sense; it was used all the same.
  package let isDamaged: Bool
  /// The photo was smaller than the picture.
  package let isEnlarged: Bool
  /// Which part of the photo the picture is.
  package let crop: Crop
  /// All of the photo, for its features; nil where it wasn't asked for.
  package let gray: GrayPicture?
  /// What is probably the sleeve, and where it lies in the photo; nil where that wasn't asked for.
  package let closeUp: CloseUp?

  /// Part of the photo.
  package struct CloseUp: Equatable, Sendable {
    package let gray: GrayPicture
    /// Of its upper left corner, in parts of the photo's width and height, upright.
    package let left: Double
    package let top: Double
    /// In parts of the photo's width and height, upright.
    package let width: Double
    package let height: Double
  }

  /// Pixels on each side.
  package static let side = 1024
  /// Bytes.
  package static let maximumSize = 1_500_000

  /// - Parameters:
  ///   - grayLongSide: the size of `gray`, and of the close-up, in pixels; nil where they aren't wanted.
  ///   - look: is shown all of the photo, as large as it was decoded.
  package init(
    ofPhoto bytes: UnsafeRawBufferPointer, grayLongSide: Int? = nil, look: (PhotoLuma) -> Void = { _ in }
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
    let picture = try decoded.image.resized(crop.area, toWidth: Self.side, height: Self.side)
      .inSRGB(from: decoded.profile).turned(decoded.orientation)
    jpeg = try JPEGEncoder().jpeg(of: picture, limit: Self.maximumSize)
    format = ImageFormat(bytes)?.name ?? ""
    if let grayLongSide {
      gray = GrayPicture(
        decoded.image, decoded.image.whole, longSide: grayLongSide, turned: decoded.orientation)
      closeUp = CloseUp(
        of: decoded.image, crop.closeUp, longSide: grayLongSide, turned: decoded.orientation)
    } else {
      (gray, closeUp) = (nil, nil)
    }
    (photoWidth, photoHeight) = (decoder.width, decoder.height)
    isTruncated = decoded.flaws.contains(.truncated)
    isDamaged = decoded.flaws.contains(.damaged)
    isEnlarged = min(decoder.width, decoder.height) < Self.side
  }

  /// The decoder fills in mid-grey what it never got. With more than half of the square missing, there is no cover.
  private static func refuseEmpty(_ image: borrowing PlanarImage, _ area: PlanarImage.Area) throws(ImagingError) {
    let columns = Int(area.left)..<Int(area.left + area.width)
    let below = image.height - Int(area.top + area.height)
    let missing = image.luma.rowsAtBottom(of: 128, in: columns) - below
    if Double(missing) > area.height / 2 {
      throw .broken("only the first \(100 - min(100, missing * 100 / Int(area.height))) % of the picture are there")
    }
  }
}

extension CoverPicture.CloseUp {
  fileprivate init(
    of image: borrowing PlanarImage, _ area: PlanarImage.Area, longSide: Int, turned orientation: Orientation
  ) {
    gray = GrayPicture(image, area, longSide: longSide, turned: orientation)
    func part(_ start: Double, _ length: Double, of whole: Int, isReversed: Bool) -> (start: Double, length: Double) {
      let (start, length) = (start / Double(whole), length / Double(whole))
      return (isReversed ? 1 - start - length : start, length)
    }
    let columns = part(area.left, area.width, of: image.width, isReversed: orientation.reversesColumns)
    let rows = part(area.top, area.height, of: image.height, isReversed: orientation.reversesRows)
    let (across, down) = orientation.swapsAxes ? (rows, columns) : (columns, rows)
    (left, top, width, height) = (across.start, down.start, across.length, down.length)
  }
}
