/// The format and declared size of a picture file, before anything is decoded.
package enum ImageFile {
  /// The most pixels that are decoded: a file of a few bytes can claim 65500×65500.
  static let maximumPixels = 100_000_000
  /// In pixels; JPEG has none that is longer, nor do the replies of the imaging program.
  static let maximumSide = 65_535
  /// In pixels; a smaller picture can't be a photo of a cover.
  static let minimumSide = 64

  /// Loads what decoding a picture needs besides this program, before the sandbox makes that impossible.
  ///
  /// - Parameter start: the first bytes of the file; nil if they aren't known.
  package static func findCodecs(forFileStartingWith start: UnsafeRawBufferPointer?) {
    let format = start.map { ImageFormat($0) } ?? .heic
    if format == .heic || format == .avif { HEIFDecoder.findCodecs() }
  }

  /// In bytes.
  static let littleMemory = 32 << 20

  /// Whether a process takes little memory for this picture: at most some 80 MB in all, so that two can run at once. An
  /// invalid picture takes none.
  package static func isLight(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.count > littleMemory / 2 { return false }
    do { return try decoder(for: bytes).takesLittleMemory } catch { return true }
  }

  /// The decoder for these bytes. An unsupported format is refused by name.
  static func decoder(for bytes: UnsafeRawBufferPointer) throws(ImagingError) -> any ImageDecoder {
    if bytes.isEmpty { throw .emptyFile }
    switch ImageFormat(bytes) {
    case .jpeg: return try JPEGDecoder(bytes)
    case .png: return try PNGDecoder(bytes)
    case .webp: return try WebPDecoder(bytes)
    case .gif: return try GIFDecoder(bytes)
    case .heic:
      if let layout = HEVCLayout(bytes) { return try HEVCDecoder(layout, in: bytes) }
      return try HEIFDecoder(bytes)
    case .avif: return try HEIFDecoder(bytes)
    case .other(let name): throw .unsupported(format: name)
    case nil: throw .notAnImage
    }
  }

  /// Refuses pictures that are too large or too small to be a photo of a cover.
  static func demand(width: Int, height: Int) throws(ImagingError) {
    guard width > 0, height > 0 else { throw .broken("it claims to be \(width)x\(height) pixels") }
    let (count, isTooLarge) = width.multipliedReportingOverflow(by: height)
    guard !isTooLarge, count <= maximumPixels else {
      throw .tooLarge("\(width)x\(height) pixels; the limit is \(maximumPixels / 1_000_000) megapixels")
    }
    guard max(width, height) <= maximumSide else {
      throw .tooLarge("\(width)x\(height) pixels; the longer side may have at most \(maximumSide)")
    }
    guard min(width, height) >= minimumSide else {
      throw .tooSmall("\(width)x\(height) pixels; the shorter side needs at least \(minimumSide)")
    }
  }

  /// The largest divisor for which the short side still has at least `side` pixels.
  static func divisor(width: Int, height: Int, shortSideAtLeast side: Int) -> Int {
    max(1, min(BlockAverager.largestTile, min(width, height) / max(1, side)))
  }
}
