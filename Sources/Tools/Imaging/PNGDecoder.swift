internal import CPNG

/// Decodes one PNG row by row, through libpng. The bytes must outlive it.
final class PNGDecoder: ImageDecoder {
  let width: Int
  let height: Int

  private let png: OpaquePointer
  private let head: cpng_head
  private let file: UnsafeRawBufferPointer

  init(_ file: UnsafeRawBufferPointer) throws(ImagingError) {
    guard let png = cpng_create(file.bindMemory(to: UInt8.self).baseAddress, file.count) else { throw .outOfMemory }
    var head = cpng_head()
    let result = cpng_read_head(png, &head)
    (self.png, self.head, self.file) = (png, head, file)
    (width, height) = (Int(head.width), Int(head.height))
    guard result == CPNG_OK else { throw error(result) }
    try ImageFile.demand(width: width, height: height)
  }

  deinit { cpng_destroy(png) }

  func decoded(shortSideAtLeast side: Int) throws(ImagingError) -> DecodedImage {
    let tile = ImageFile.divisor(width: width, height: height, shortSideAtLeast: side)
    let averager = BlockAverager(width: width, height: height, channels: Int(head.channels), tile: tile)
    let end = try head.is_interlaced != 0 ? readPasses(into: averager) : readRows(into: averager)
    var flaws = end.flaws
    // The EXIF data may follow the picture; if the file ends before it, nothing needed is missing.
    if flaws.isEmpty { _ = cpng_read_end(png) }
    if cpng_is_damaged(png) != 0 { flaws.insert(.damaged) }
    return DecodedImage(
      image: try averager.image(rows: end.rows), orientation: orientation, profile: profile, flaws: flaws)
  }

  private func readRows(into averager: borrowing BlockAverager) throws(ImagingError) -> (
    rows: Int, flaws: DecodedImage.Flaws
  ) {
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: width * Int(head.channels))
    defer { row.deallocate() }
    for y in 0..<height {
      switch cpng_read_row(png, row) {
      case CPNG_OK: averager.add(row, y: y)
      case CPNG_TRUNCATED: return (y, .truncated)
      case CPNG_BROKEN where y > 0: return (y, .damaged)
      case let result: throw error(result)
      }
    }
    return (height, [])
  }

  /// Adam7 (PNG specification, 8.2): each pass has every n-th pixel of every n-th row. A picture that lacks passes has
  /// holes everywhere, so it isn't used.
  private func readPasses(
    into averager: borrowing BlockAverager
  ) throws(ImagingError) -> (rows: Int, flaws: DecodedImage.Flaws) {
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: width * Int(head.channels))
    defer { row.deallocate() }
    let passes = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
    for (left, across, top, down) in passes where left < width {
      for y in stride(from: top, to: height, by: down) {
        let result = cpng_read_row(png, row)
        guard result == CPNG_OK else { throw error(result) }
        averager.add(row, y: y, from: left, step: across)
      }
    }
    return (height, [])
  }

  private var orientation: Orientation {
    var size = 0
    let exif = cpng_exif(png, &size)
    return Orientation.of(tiff: UnsafeRawBufferPointer(start: exif, count: exif == nil ? 0 : size))
      ?? Orientation.inTexts(ofPNG: file) ?? .upright
  }

  /// The color information with the highest precedence in the file (PNG specification, 11.3.2).
  private var profile: ColorProfile? {
    if let profile = head.profile {
      return .icc(Array(UnsafeBufferPointer(start: profile, count: head.profile_size)))
    }
    if head.is_srgb != 0 || head.gamma <= 0 && head.chromaticities.7 == 0 { return nil }
    let xy = head.chromaticities
    let primaries =
      xy.1 > 0
      ? ColorProfile.Primaries(white: (xy.0, xy.1), red: (xy.2, xy.3), green: (xy.4, xy.5), blue: (xy.6, xy.7)) : .sRGB
    return .described(primaries, head.gamma > 0.01 ? .gamma(1 / head.gamma) : .sRGB)
  }

  private func error(_ result: cpng_result) -> ImagingError {
    result == CPNG_NO_MEMORY ? .outOfMemory : .broken(String(cString: cpng_message(png)))
  }
}
