internal import CWebP

/// Decodes one WebP, or the first picture of an animated one, through libwebp. The bytes must outlive it.
final class WebPDecoder: ImageDecoder {
  let width: Int
  let height: Int

  private let container: OpaquePointer
  /// The picture's own bytes, which may be truncated.
  private let bytes: UnsafeBufferPointer<UInt8>
  private let features: WebPBitstreamFeatures

  init(_ file: UnsafeRawBufferPointer) throws(ImagingError) {
    var data = WebPData(bytes: file.bindMemory(to: UInt8.self).baseAddress, size: file.count)
    var state = WEBP_DEMUX_PARSING_HEADER
    guard let container = WebPDemuxPartial(&data, &state) else { throw .broken("its header is invalid") }
    self.container = container
    var frame = WebPIterator()
    defer { WebPDemuxReleaseIterator(&frame) }
    var features = WebPBitstreamFeatures()
    let isThere = WebPDemuxGetFrame(container, 1, &frame) != 0
    bytes = UnsafeBufferPointer(start: frame.fragment.bytes, count: isThere ? frame.fragment.size : 0)
    let status = WebPGetFeatures(bytes.baseAddress, bytes.count, &features)
    self.features = features
    (width, height) = (Int(features.width), Int(features.height))
    guard isThere, status == VP8_STATUS_OK else { throw .broken("its header is incomplete or invalid") }
    try ImageFile.demand(width: width, height: height)
  }

  deinit { WebPDemuxDelete(container) }

  func decoded(shortSideAtLeast side: Int) throws(ImagingError) -> DecodedImage {
    let tile = ImageFile.divisor(width: width, height: height, shortSideAtLeast: side)
    let (smallWidth, smallHeight) = ((width + tile - 1) / tile, (height + tile - 1) / tile)
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw .broken("libwebp is of another version") }
    config.options.use_scaling = tile > 1 ? 1 : 0
    config.options.scaled_width = Int32(smallWidth)
    config.options.scaled_height = Int32(smallHeight)
    config.output.is_external_memory = 1
    let isLossless = features.format == 2
    let result =
      isLossless || features.has_alpha != 0
      ? try pixels(smallWidth, smallHeight, &config) : try planes(smallWidth, smallHeight, &config)
    return DecodedImage(
      image: result.image, orientation: orientation, profile: chunk("ICCP") { .icc(Array($0)) }, flaws: result.flaws)
  }

  /// The planes of a lossy picture. Luma is 16 to 235, chroma 16 to 240 (RFC 6386, 9.2).
  private func planes(_ width: Int, _ height: Int, _ config: inout WebPDecoderConfig) throws(ImagingError)
    -> DecodedImage
  {
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    let image = PlanarImage(
      chromaColumns: 2, chromaRows: 2, luma: Plane(width: width, height: height),
      blue: Plane(width: columns, height: rows), red: Plane(width: columns, height: rows))
    // Missing parts are mid-gray.
    image.luma.samples.initialize(repeating: 126, count: width * height)
    image.blue.samples.initialize(repeating: 128, count: columns * rows)
    image.red.samples.initialize(repeating: 128, count: columns * rows)
    config.output.colorspace = MODE_YUV
    config.output.u.YUVA = WebPYUVABuffer(
      y: image.luma.samples, u: image.blue.samples, v: image.red.samples, a: nil, y_stride: Int32(width),
      u_stride: Int32(columns), v_stride: Int32(columns), a_stride: 0, y_size: width * height, u_size: columns * rows,
      v_size: columns * rows, a_size: 0)
    let flaws = try decode(&config)
    CodedColor(isFullRange: false).makeJPEGs(image)
    return DecodedImage(image: image, flaws: flaws)
  }

  /// A lossless picture, or one with transparency, on white.
  private func pixels(_ width: Int, _ height: Int, _ config: inout WebPDecoderConfig) throws(ImagingError)
    -> DecodedImage
  {
    let count = width * height
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: count * 4)
    defer { pixels.deallocate() }
    pixels.initialize(repeating: 128, count: count * 4)
    for index in 0..<count { pixels[index * 4 + 3] = 255 }
    config.output.colorspace = MODE_RGBA
    config.output.u.RGBA = WebPRGBABuffer(rgba: pixels, stride: Int32(width * 4), size: count * 4)
    let flaws = try decode(&config)
    for index in 0..<count {
      let (from, to, alpha) = (pixels + index * 4, pixels + index * 3, UInt32(pixels[index * 4 + 3]))
      for channel in 0..<3 { to[channel] = UInt8((UInt32(from[channel]) * alpha + 255 * (255 - alpha) + 127) / 255) }
    }
    return DecodedImage(image: try PlanarImage(rgb: pixels, width: width, height: height), flaws: flaws)
  }

  /// Incrementally, because only then does libwebp return the beginning of a truncated picture.
  private func decode(_ config: inout WebPDecoderConfig) throws(ImagingError) -> DecodedImage.Flaws {
    guard let decoder = WebPIDecode(nil, 0, &config) else { throw .outOfMemory }
    defer { WebPIDelete(decoder) }
    switch WebPIUpdate(decoder, bytes.baseAddress, bytes.count) {
    case VP8_STATUS_OK: return []
    case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: return .truncated
    case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory
    case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported(format: "WebP of a new kind")
    default: throw .broken("its picture data is invalid")
    }
  }

  private var orientation: Orientation { chunk("EXIF") { Orientation.of(tiff: $0) ?? .upright } ?? .upright }

  private func chunk<Value>(_ name: String, _ read: (UnsafeRawBufferPointer) -> Value) -> Value? {
    var iterator = WebPChunkIterator()
    defer { WebPDemuxReleaseChunkIterator(&iterator) }
    guard WebPDemuxGetChunk(container, name, 1, &iterator) != 0 else { return nil }
    return read(UnsafeRawBufferPointer(start: iterator.chunk.bytes, count: iterator.chunk.size))
  }
}
