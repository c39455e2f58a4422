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
  /// Where the sleeves are if the photo shows several, in fractions of the upright photo's width and height; empty unless
  /// requested.
  package let parts: [Quad]
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
  ///   - part: one of `parts`: show this sleeve, as if it were alone.
  ///   - grayLongSide: the size of `gray`, in pixels; nil for neither `gray` nor the close-up. A photo of several sleeves
  ///     has no close-up, but a larger `gray`.
  ///   - closeUpSide: the size of the close-up, in pixels.
  ///   - look: gets the whole photo, at the size at which it was decoded, while the picture is encoded.
  ///   - whenEncoded: called on the thread that encoded the picture, while `look` may still be looking.
  package init(
    ofPhoto bytes: UnsafeRawBufferPointer, isWhole: Bool = false, part: Quad? = nil, grayLongSide: Int? = nil,
    closeUpSide: Int = side, findsParts: Bool = false, look: (GrayView) -> Void = { _ in }, whenEncoded: () -> Void = {}
  ) throws(ImagingError) {
    let decoder = try ImageFile.decoder(for: bytes)
    let decoded = try decoder.decoded(shortSideAtLeast: Self.shortSide(for: part, of: decoder))
    // The picture has no more of it.
    let photo = decoded.image.withHalvedChroma()
    var parts: [Quad] = []
    if let part {
      guard let crop = Crop(to: part.stored(in: decoded.orientation), of: photo) else {
        throw .broken("a part of it has no area")
      }
      self.crop = crop
    } else if decoded.flaws.isEmpty, !isWhole {
      let map = EdgeMap(photo)
      crop = Crop(of: photo, seenIn: map)
      if findsParts {
        let orientation = decoded.orientation
        parts = photo.spread(besides: crop.sleeve, seenIn: map).map {
          $0.upright(orientation).map { $0.clamped(lowerBound: .zero, upperBound: .one) }
        }
      }
    } else {
      // The end of a truncated picture looks like an edge.
      crop = .whole(of: photo)
      // If more than half of the square is missing, there is no cover.
      if !decoded.flaws.isEmpty { try photo.refuseMissing(inRowsOf: photo.middle, atMost: 0.5) }
    }
    self.parts = parts
    let picture = photo.cropped(crop, side: Self.side)
    if let grayLongSide, part != nil {
      // Other sleeves are in the rest of the photo.
      gray = GrayPicture(picture, picture.whole, longSide: grayLongSide, turned: decoded.orientation)
      closeUp = CloseUp(ofAll: picture, longSide: closeUpSide, turned: decoded.orientation)
    } else if grayLongSide != nil, !parts.isEmpty {
      gray = GrayPicture(photo, photo.whole, longSide: Features.longSideOfSeveral, turned: decoded.orientation)
      closeUp = nil
    } else if let grayLongSide {
      gray = GrayPicture(photo, photo.whole, longSide: grayLongSide, turned: decoded.orientation)
      closeUp = CloseUp(of: picture, crop, longSide: closeUpSide, turned: decoded.orientation)
    } else {
      (gray, closeUp) = (nil, nil)
    }
    // Of a part, only its barcode.
    if part != nil { look(GrayView(picture.luma)) }
    let shown = try picture.inSRGB(from: decoded.profile).turned(decoded.orientation)
    var encoded: Result<[UInt8], ImagingError> = .failure(.outOfMemory)
    SecondThread.run {
      if part == nil { look(GrayView(photo.luma)) }
    } alongside: {
      do throws(ImagingError) {
        encoded = .success(try JPEGEncoder().jpeg(of: shown, limit: Self.maximumSize))
      } catch { encoded = .failure(error) }
      whenEncoded()
    }
    jpeg = try encoded.get()
    format = ImageFormat(bytes)?.name ?? ""
    (photoWidth, photoHeight) = (decoder.width, decoder.height)
    isTruncated = decoded.flaws.contains(.truncated)
    isDamaged = decoded.flaws.contains(.damaged)
    isEnlarged = Self.shortSide(for: part, of: decoder) > min(decoder.width, decoder.height)
  }

  /// In pixels: what the photo's short side must be for all details that the picture can show.
  private static func shortSide(for part: Quad?, of decoder: any ImageDecoder) -> Int {
    guard let part else { return side }
    let share = (abs(part.area) * Double(decoder.width * decoder.height)).squareRoot()
    return Int(Double(side * min(decoder.width, decoder.height)) / max(1, share))
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
    (place, sleeve) = (crop.square.upright(orientation), crop.sleeve?.upright(orientation))
  }

  /// Of the picture of a part, which is all that there is.
  fileprivate init(ofAll picture: borrowing PlanarImage, longSide: Int, turned orientation: Orientation) {
    gray = GrayPicture(picture, picture.whole, longSide: longSide, turned: orientation)
    let whole = Quad(from: Point(0, 0), to: Point(1, 1))
    (place, sleeve) = (whole, whole)
  }
}

extension Quad {
  /// Where a shape in the stored picture is in the upright one, both in fractions of the width and height.
  fileprivate func upright(_ orientation: Orientation) -> Quad {
    let unit = Quad(from: Point(0, 0), to: Point(1, 1)).corners
    return Quad(unit.map { corner in corners[unit.firstIndex { orientation.upright($0) == corner } ?? 0] })
      .map(orientation.upright)
  }

  /// The other way.
  fileprivate func stored(in orientation: Orientation) -> Quad {
    let unit = Quad(from: Point(0, 0), to: Point(1, 1)).corners
    let places = map(orientation.stored)
    return Quad(unit.map { corner in places.corners[unit.firstIndex { orientation.stored($0) == corner } ?? 0] })
  }
}

extension Orientation {
  /// Converts a position in the upright picture to the stored one, both in fractions of the width and height.
  fileprivate func stored(_ place: Point) -> Point {
    let (x, y) = swapsAxes ? (place.y, place.x) : (place.x, place.y)
    return Point(reversesColumns ? 1 - x : x, reversesRows ? 1 - y : y)
  }

  /// Converts a position in the stored picture to the upright one, both in fractions of the width and height.
  fileprivate func upright(_ place: Point) -> Point {
    let (x, y) = (reversesColumns ? 1 - place.x : place.x, reversesRows ? 1 - place.y : place.y)
    return swapsAxes ? Point(y, x) : Point(x, y)
  }
}
