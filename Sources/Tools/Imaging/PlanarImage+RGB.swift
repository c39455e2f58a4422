internal import CTurboJPEG

extension PlanarImage {
  /// Rows of red, green and blue, one byte each, as planes.
  init(
    rgb pixels: UnsafePointer<UInt8>, width: Int, height: Int, sampling: TJSAMP = TJSAMP_444
  ) throws(ImagingError) {
    let isHalved = sampling == TJSAMP_420
    let (columns, rows) = isHalved ? ((width + 1) / 2, (height + 1) / 2) : (width, height)
    let image = PlanarImage(
      width: width, height: height, chromaColumns: isHalved ? 2 : 1, chromaRows: isHalved ? 2 : 1,
      luma: Plane(width: width, height: height), blue: Plane(width: columns, height: rows),
      red: Plane(width: columns, height: rows))
    let encoder = try TurboHandle(tjInitCompress())
    var planes: [UnsafeMutablePointer<UInt8>?] = [image.luma.samples, image.blue.samples, image.red.samples]
    var strides = [Int32(width), Int32(columns), Int32(columns)]
    let result = tjEncodeYUVPlanes(
      encoder.instance, pixels, Int32(width), Int32(width * 3), Int32(height), Int32(TJPF_RGB.rawValue), &planes,
      &strides, Int32(sampling.rawValue), 0)
    guard result == 0 else { throw encoder.error }
    self = image
  }

  /// A picture without color.
  init(gray luma: consuming Plane) {
    self.init(
      width: luma.width, height: luma.height, chromaColumns: 1, chromaRows: 1, luma: luma, blue: Plane(of: 128),
      red: Plane(of: 128))
  }

  /// The planes as rows of red, green and blue, one byte each. Chroma has to be at half size in both directions.
  func draw(into pixels: UnsafeMutablePointer<UInt8>) throws(ImagingError) {
    precondition(chromaColumns == 2 && chromaRows == 2)
    let decoder = try TurboHandle(tjInitDecompress())
    var planes: [UnsafePointer<UInt8>?] = [
      UnsafePointer(luma.samples), UnsafePointer(blue.samples), UnsafePointer(red.samples),
    ]
    let strides = [Int32(luma.width), Int32(blue.width), Int32(red.width)]
    let result = tjDecodeYUVPlanes(
      decoder.instance, &planes, strides, Int32(TJSAMP_420.rawValue), pixels, Int32(width), Int32(width * 3),
      Int32(height), Int32(TJPF_RGB.rawValue), 0)
    guard result == 0 else { throw decoder.error }
  }
}
