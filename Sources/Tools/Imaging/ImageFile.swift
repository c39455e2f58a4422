/// The format and declared size of a picture file, before anything is decoded.
package enum ImageFile {
  /// The most that is decoded; a file of a few bytes can claim 65500×65500.
  static let maximumPixels = 100_000_000
  /// Less can't be a photo of a cover.
  static let minimumSide = 64

  /// Lets the libraries open what they need of their own files, before there are no files anymore.
  package static func findCodecs() { HEIFDecoder.findCodecs() }

  /// Who decodes these bytes. What isn't understood is refused by name.
  static func decoder(for bytes: UnsafeRawBufferPointer) throws(ImagingError) -> any ImageDecoder {
    if bytes.isEmpty { throw .emptyFile }
    switch ImageFormat(bytes) {
    case .jpeg: return try JPEGDecoder(bytes)
    case .png: return try PNGDecoder(bytes)
    case .webp: return try WebPDecoder(bytes)
    case .gif: return try GIFDecoder(bytes)
    case .heic:
      if let layout = HEVCLayout(bytes) { return try HEVCDecoder(layout, in: bytes) }
      return try HEIFDecoder(bytes, format: "HEIC")
    case .avif: return try HEIFDecoder(bytes, format: "AVIF")
    case .other(let name): throw .unsupported(format: name)
    case nil: throw .notAnImage
    }
  }

  /// Refuses what is too large or too small to be a photo of a cover.
  static func demand(width: Int, height: Int) throws(ImagingError) {
    guard width > 0, height > 0 else { throw .broken("it claims to be \(width)x\(height) pixels") }
    let (count, isTooLarge) = width.multipliedReportingOverflow(by: height)
    guard !isTooLarge, count <= maximumPixels else {
      throw .tooLarge("\(width)x\(height) pixels; the limit is \(maximumPixels / 1_000_000) megapixels")
    }
    guard min(width, height) >= minimumSide else {
      throw .tooSmall("\(width)x\(height) pixels; the shorter side needs at least \(minimumSide)")
    }
  }

  /// Into how many parts each side can be divided so that the short one keeps at least `side` pixels.
  static func divisor(width: Int, height: Int, shortSideAtLeast side: Int) -> Int {
    max(1, min(BlockAverager.largestTile, min(width, height) / max(1, side)))
  }
}
