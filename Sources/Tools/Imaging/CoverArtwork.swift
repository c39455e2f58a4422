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
    let decoder = try ImageFile.decoder(for: bytes)
    let long = max(decoder.width, decoder.height)
    let scale = min(1, Double(Self.maximumSide) / Double(long))
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    let (width, height) = (side(decoder.width), side(decoder.height))

    let decoded = try decoder.decoded(shortSideAtLeast: max(Self.thumbnailSide, min(width, height)))
    // A page shouldn't show half a cover, because the download can be repeated.
    guard decoded.flaws.isEmpty else { throw .broken("the download is incomplete or damaged") }
    let artwork = try decoded.image.resized(decoded.image.whole, toWidth: width, height: height)
      .inSRGB(from: decoded.profile).turned(decoded.orientation)
    let thumbnail = try decoded.image
      .resized(decoded.image.middle, toWidth: Self.thumbnailSide, height: Self.thumbnailSide)
      .inSRGB(from: decoded.profile).turned(decoded.orientation)
    let encoder = try JPEGEncoder()
    jpeg = try encoder.jpeg(of: artwork, limit: Self.maximumSize)
    self.thumbnail = try encoder.jpeg(of: thumbnail, limit: Self.maximumSize)
    (self.width, self.height) = (artwork.width, artwork.height)
  }

  /// The middle of a cover, always 600×600 pixels: a disc is round, with the hole in the middle.
  package init(ofDiscCover bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    let decoder = try ImageFile.decoder(for: bytes)
    let decoded = try decoder.decoded(shortSideAtLeast: Self.discSide)
    // A truncated picture can be decoded, but half of the disc would be gray.
    guard decoded.flaws.isEmpty else { throw .broken("it is incomplete or damaged") }
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
}
