internal import ImagingProtocol

/// A downloaded cover re-encoded for a page: upright, in its own aspect ratio, with a thumbnail of its middle square.
package struct CoverArtwork: Equatable, Sendable {
  /// Contains only pixels, no metadata.
  package let jpeg: [UInt8]
  package let width: Int
  package let height: Int
  /// 200×200 pixels.
  package let thumbnail: [UInt8]

  /// The most pixels on the long side.
  package static let maximumSide = 1200
  package static let thumbnailSide = 200
  /// The side of a disc's picture, in pixels.
  package static let discSide = 600
  /// In bytes.
  package static let maximumSize = 1_500_000

  package init(ofCover bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    try self.init(ofCover: bytes, side: Self.maximumSide, size: Self.maximumSize, lowest: 15)
  }

  /// For a page that holds its pictures: fewer pixels rather than blurred ones.
  package init(ofPageCover bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    for side in [Self.maximumSide, 900, 600] {
      do throws(ImagingError) {
        self = try CoverArtwork(ofCover: bytes, side: side, size: PreparedArtwork.pageSize, lowest: 55)
        return
      } catch { guard case .tooLarge = error else { throw error } }
    }
    self = try CoverArtwork(ofCover: bytes, side: 400, size: PreparedArtwork.pageSize, lowest: 15)
  }

  private init(
    ofCover bytes: UnsafeRawBufferPointer, side: Int, size: Int, lowest: Int32
  ) throws(ImagingError) {
    let decoder = try ImageFile.decoder(for: bytes)
    let declared = decoder.size(longSideAtMost: side)
    let decoded = try decoder.decoded(
      shortSideAtLeast: max(Self.thumbnailSide, min(declared.width, declared.height)))
    let (width, height) = decoder.size(longSideAtMost: side)
    try Self.demandWhole(decoded, by: decoder)
    let artwork = try decoded.image.resized(decoded.image.whole, toWidth: width, height: height)
      .inSRGB(from: decoded.profile).turned(decoded.orientation)
    let encoder = try JPEGEncoder()
    jpeg = try encoder.jpeg(of: artwork, limit: size, lowest: lowest)
    let thumbnail = try decoded.image
      .resized(decoded.image.middle, toWidth: Self.thumbnailSide, height: Self.thumbnailSide)
      .inSRGB(from: decoded.profile).turned(decoded.orientation)
    self.thumbnail = try encoder.jpeg(of: thumbnail, limit: Self.maximumSize)
    (self.width, self.height) = (artwork.width, artwork.height)
  }

  /// The middle of a cover, always 600×600 pixels: a disc is round, with the hole in the middle.
  package init(ofDiscCover bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    let decoder = try ImageFile.decoder(for: bytes)
    let decoded = try decoder.decoded(shortSideAtLeast: Self.discSide)
    try Self.demandWhole(decoded, by: decoder)
    let encoder = try JPEGEncoder()
    func square(_ side: Int) throws(ImagingError) -> [UInt8] {
      let picture = try decoded.image.resized(decoded.image.middle, toWidth: side, height: side)
        .inSRGB(from: decoded.profile).turned(decoded.orientation)
      return try encoder.jpeg(of: picture, limit: Self.maximumSize)
    }
    jpeg = try square(Self.discSide)
    thumbnail = try square(Self.thumbnailSide)
    (width, height) = (Self.discSide, Self.discSide)
  }

  /// Neither a page nor a disc should show half a cover. But where libjpeg merely warns of invalid data, or only fine
  /// detail or a few bytes before the end are missing, a JPEG's rows are all there, and other programs show it, too.
  private static func demandWhole(
    _ decoded: borrowing DecodedImage, by decoder: any ImageDecoder
  ) throws(ImagingError) {
    if decoded.flaws.isEmpty { return }
    guard let decoder = decoder as? JPEGDecoder, decoder.hasLastScans else {
      throw .broken("it is incomplete or damaged")
    }
    try decoded.image.refuseMissing(inRowsOf: decoded.image.whole, atMost: 0)
  }
}
