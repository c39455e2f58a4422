internal import CTurboJPEG

/// A picture as in a JPEG: luma at full size, and two chroma planes that may be smaller.
///
/// Working on planes saves the color conversions between decoder and encoder, and half of the samples.
///
/// The luma has exactly the picture's size. TurboJPEG's planes are larger if a side isn't a multiple of the chroma's
/// columns or rows; `init(sampling:…)` and `withTurboPlanes` are the only ways from one to the other.
struct PlanarImage: ~Copyable {
  /// How many columns and rows of luma share a chroma sample.
  let chromaColumns: Int
  let chromaRows: Int
  let luma: Plane
  let blue: Plane
  let red: Plane

  var width: Int { luma.width }
  var height: Int { luma.height }

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
      chromaColumns: 2, chromaRows: 2,
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
      chromaColumns: 2, chromaRows: 2, luma: luma, blue: blue.reduced(by: 2), red: red.reduced(by: 2))
  }

  /// Rotated upright.
  consuming func turned(_ orientation: Orientation) -> PlanarImage {
    if orientation == .upright { return self }
    let swaps = orientation.swapsAxes
    return PlanarImage(
      chromaColumns: swaps ? chromaRows : chromaColumns, chromaRows: swaps ? chromaColumns : chromaRows,
      luma: luma.turned(orientation), blue: blue.turned(orientation), red: red.turned(orientation))
  }
}

extension PlanarImage {
  /// From planes that a function of TurboJPEG fills; it gets where they are and how far their rows are apart.
  init(
    sampling: TJSAMP, width: Int, height: Int,
    filledBy fill: (
      UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int32>
    ) throws(ImagingError) -> Void
  ) throws(ImagingError) {
    let isGray = sampling == TJSAMP_GRAY
    func plane(_ component: Int32) -> Plane {
      if isGray, component > 0 { return Plane(of: 128) }
      return Plane(
        width: Int(tjPlaneWidth(component, Int32(width), Int32(sampling.rawValue))),
        height: Int(tjPlaneHeight(component, Int32(height), Int32(sampling.rawValue))))
    }
    let luma = plane(0)
    let blue = plane(1)
    let red = plane(2)
    var planes: [UnsafeMutablePointer<UInt8>?] = [luma.samples, blue.samples, red.samples]
    var strides = [Int32(luma.width), Int32(blue.width), Int32(red.width)]
    try fill(&planes, &strides)
    self.init(
      chromaColumns: isGray ? 1 : luma.width / blue.width, chromaRows: isGray ? 1 : luma.height / blue.height,
      luma: luma.cropped(toWidth: width, height: height), blue: blue, red: red)
  }

  /// From rows of red, green, and blue, one byte each.
  init(
    rgb pixels: UnsafePointer<UInt8>, width: Int, height: Int, sampling: TJSAMP = TJSAMP_444
  ) throws(ImagingError) {
    let encoder = try TurboHandle(tjInitCompress())
    try self.init(sampling: sampling, width: width, height: height) { planes, strides throws(ImagingError) in
      let result = tjEncodeYUVPlanes(
        encoder.instance, pixels, Int32(width), Int32(width * 3), Int32(height), Int32(TJPF_RGB.rawValue), planes,
        strides, Int32(sampling.rawValue), 0)
      guard result == 0 else { throw encoder.error }
    }
  }

  /// A picture without color.
  init(gray luma: consuming Plane) {
    self.init(chromaColumns: 1, chromaRows: 1, luma: luma, blue: Plane(of: 128), red: Plane(of: 128))
  }

  /// Shows the planes to a function of TurboJPEG that reads them as 4:2:0. It would read past the luma of a picture with
  /// an odd side, so it gets such a luma with the last column and row repeated.
  func withTurboPlanes(
    _ read: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafePointer<Int32>) -> Int32
  ) -> Int32 {
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    precondition(chromaColumns == 2 && chromaRows == 2)
    precondition((blue.width, blue.height) == (columns, rows) && (red.width, red.height) == (columns, rows))
    func show(_ luma: borrowing Plane) -> Int32 {
      var planes: [UnsafePointer<UInt8>?] = [
        UnsafePointer(luma.samples), UnsafePointer(blue.samples), UnsafePointer(red.samples),
      ]
      return read(&planes, [Int32(luma.width), Int32(columns), Int32(columns)])
    }
    if (width, height) == (2 * columns, 2 * rows) { return show(luma) }
    return show(luma.extended(toWidth: 2 * columns, height: 2 * rows))
  }

  /// Writes rows of red, green, and blue, one byte each. Chroma must be at half size in both directions.
  func draw(into pixels: UnsafeMutablePointer<UInt8>) throws(ImagingError) {
    let decoder = try TurboHandle(tjInitDecompress())
    let result = withTurboPlanes { planes, strides in
      tjDecodeYUVPlanes(
        decoder.instance, planes, strides, Int32(TJSAMP_420.rawValue), pixels, Int32(width), Int32(width * 3),
        Int32(height), Int32(TJPF_RGB.rawValue), 0)
    }
    guard result == 0 else { throw decoder.error }
  }
}
