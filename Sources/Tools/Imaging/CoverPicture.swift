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
    /// Where it is, in fractions of the upright photo's width and height.
    package let place: Quad
    /// The sleeve, likewise; nil if none was found.
    package let sleeve: Quad?
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
    look: (GrayView) -> Void = { _ in }
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
      // If more than half of the square is missing, there is no cover.
      try photo.refuseMissing(inRowsOf: photo.middle, atMost: 0.5)
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
      look(GrayView(photo.luma))
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
}

extension PlanarImage {
  /// Decoders fill the rows that are missing at the end with mid-gray.
  func refuseMissing(inRowsOf area: Area, atMost limit: Double) throws(ImagingError) {
    let columns = Int(area.left)..<Int(area.left + area.width)
    let missing = luma.rowsAtBottom(of: 128, in: columns) - (height - Int(area.top + area.height))
    if Double(missing) > area.height * limit {
      throw .broken("only the first \(100 - min(100, missing * 100 / Int(area.height)))% of the picture is there")
    }
  }
}

extension CoverPicture.CloseUp {
  fileprivate init(
    of picture: borrowing PlanarImage, _ crop: Crop, longSide: Int, turned orientation: Orientation
  ) {
    gray = GrayPicture(picture, picture.whole, longSide: longSide, turned: orientation)
    let unit = Quad(from: Point(0, 0), to: Point(1, 1)).corners
    func upright(_ stored: Quad) -> Quad {
      Quad(unit.map { corner in stored.corners[unit.firstIndex { orientation.upright($0) == corner } ?? 0] })
        .map(orientation.upright)
    }
    (place, sleeve) = (upright(crop.square), crop.sleeve.map(upright))
  }
}

extension Orientation {
  /// Converts a position in the stored picture to the upright one, both in fractions of the width and height.
  fileprivate func upright(_ place: Point) -> Point {
    let (x, y) = (reversesColumns ? 1 - place.x : place.x, reversesRows ? 1 - place.y : place.y)
    return swapsAxes ? Point(y, x) : Point(x, y)
  }
}
