internal import CTurboJPEG

/// A picture as in a JPEG: luma at full size, and two chroma planes that may be smaller.
///
/// Working on planes saves the color conversions between decoder and encoder, and half of the samples.
struct PlanarImage: ~Copyable {
  let width: Int
  let height: Int
  /// How many columns and rows of luma share a chroma sample.
  let chromaColumns: Int
  let chromaRows: Int
  let luma: Plane
  let blue: Plane
  let red: Plane

  /// A part of this picture, in luma samples.
  struct Area: Equatable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
  }

  /// The whole picture.
  var whole: Area { Area(left: 0, top: 0, width: Double(width), height: Double(height)) }

  /// The largest square in the middle.
  var middle: Area {
    let side = min(width, height)
    return Area(
      left: Double((width - side) / 2), top: Double((height - side) / 2), width: Double(side), height: Double(side))
  }

  /// `area` at another size, with chroma at half of it in both directions (4:2:0).
  func resized(_ area: Area, toWidth width: Int, height: Int) -> PlanarImage {
    let (across, down) = (area.width / Double(width), area.height / Double(height))
    func chroma(_ plane: borrowing Plane) -> Plane {
      let (columns, rows) = (Double(chromaColumns), Double(chromaRows))
      return Resampler(
        columns: Kernel(
          count: (width + 1) / 2, start: area.left / columns, step: 2 * across / columns, of: plane.width),
        rows: Kernel(count: (height + 1) / 2, start: area.top / rows, step: 2 * down / rows, of: plane.height)
      ).resampled(plane)
    }
    return PlanarImage(
      width: width, height: height, chromaColumns: 2, chromaRows: 2,
      luma: Resampler(
        columns: Kernel(count: width, start: area.left, step: across, of: luma.width),
        rows: Kernel(count: height, start: area.top, step: down, of: luma.height)
      ).resampled(luma),
      blue: chroma(blue), red: chroma(red))
  }

  /// The same picture with chroma at half of its size in both directions (4:2:0), if it is at full size.
  consuming func withHalvedChroma() -> PlanarImage {
    guard chromaColumns == 1, chromaRows == 1, blue.width > 1 else { return self }
    return PlanarImage(
      width: width, height: height, chromaColumns: 2, chromaRows: 2, luma: luma, blue: blue.reduced(by: 2),
      red: red.reduced(by: 2))
  }

  /// Rotated upright.
  consuming func turned(_ orientation: Orientation) -> PlanarImage {
    if orientation == .upright { return self }
    let swaps = orientation.swapsAxes
    return PlanarImage(
      width: swaps ? height : width, height: swaps ? width : height,
      chromaColumns: swaps ? chromaRows : chromaColumns, chromaRows: swaps ? chromaColumns : chromaRows,
      luma: luma.turned(orientation), blue: blue.turned(orientation), red: red.turned(orientation))
  }
}

extension PlanarImage {
  /// From rows of red, green, and blue, one byte each.
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

  /// Writes rows of red, green, and blue, one byte each. Chroma must be at half size in both directions.
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
