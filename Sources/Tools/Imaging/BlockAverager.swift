/// Averages pixels in square blocks as they arrive, with rows in any order, so that only the small picture is in
/// memory.
struct BlockAverager: ~Copyable {
  /// The width of the small picture, in tiles.
  let width: Int
  let height: Int
  /// The side of a tile, in pixels of the large picture.
  private let tile: Int
  private let sourceWidth: Int
  private let sourceHeight: Int
  /// Samples per pixel: 1 for gray, 3 for red, green, and blue.
  private let channels: Int
  private let sums: UnsafeMutablePointer<UInt16>

  /// A sum can hold at most 16×16 samples of 255.
  static let largestTile = 16

  init(width: Int, height: Int, channels: Int, tile: Int) {
    precondition((1...Self.largestTile).contains(tile) && (channels == 1 || channels == 3))
    (sourceWidth, sourceHeight, self.channels, self.tile) = (width, height, channels, tile)
    (self.width, self.height) = ((width + tile - 1) / tile, (height + tile - 1) / tile)
    sums = .allocate(capacity: self.width * self.height * channels)
    sums.initialize(repeating: 0, count: self.width * self.height * channels)
  }

  deinit { sums.deallocate() }

  /// Adds a row of the large picture that has pixels at `start`, `start + step`, and so on.
  func add(_ row: UnsafePointer<UInt8>, y: Int, from start: Int = 0, step: Int = 1) {
    let target = sums + y / tile * width * channels
    if step == 1, start == 0 {
      if channels == 3 { addColors(row, to: target) } else { addGrays(row, to: target) }
      return
    }
    var pixel = row
    for x in stride(from: start, to: sourceWidth, by: step) {
      let place = target + x / tile * channels
      for channel in 0..<channels { place[channel] &+= UInt16(pixel[channel]) }
      pixel += channels
    }
  }

  private func addColors(_ row: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt16>) {
    var pixel = row
    for x in 0..<width {
      var (red, green, blue): (UInt16, UInt16, UInt16) = (0, 0, 0)
      for _ in 0..<min(tile, sourceWidth - x * tile) {
        red &+= UInt16(pixel[0])
        green &+= UInt16(pixel[1])
        blue &+= UInt16(pixel[2])
        pixel += 3
      }
      target[x * 3] &+= red
      target[x * 3 + 1] &+= green
      target[x * 3 + 2] &+= blue
    }
  }

  private func addGrays(_ row: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt16>) {
    var pixel = row
    for x in 0..<width {
      var gray: UInt16 = 0
      for _ in 0..<min(tile, sourceWidth - x * tile) {
        gray &+= UInt16(pixel[0])
        pixel += 1
      }
      target[x] &+= gray
    }
  }

  /// The small picture. Tiles below the first `rows` rows of the large one are mid-gray, because their pixels never
  /// arrived.
  func image(rows: Int) throws(ImagingError) -> PlanarImage {
    let length = width * channels
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: length * height)
    defer { pixels.deallocate() }
    for y in 0..<height {
      let line = pixels + y * length
      guard min(sourceHeight, (y + 1) * tile) <= rows else {
        line.initialize(repeating: 128, count: length)
        continue
      }
      let tall = min(tile, sourceHeight - y * tile)
      average(sums + y * length, into: line, count: length - channels, over: tall * tile)
      // The last column may be narrower.
      let last = length - channels
      average(
        sums + y * length + last, into: line + last, count: channels, over: tall * (sourceWidth - (width - 1) * tile))
    }
    if channels == 3 { return try PlanarImage(rgb: pixels, width: width, height: height) }
    let luma = Plane(width: width, height: height)
    luma.samples.update(from: pixels, count: length * height)
    return PlanarImage(gray: luma)
  }

  private func average(
    _ sums: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<UInt8>, count: Int, over pixels: Int
  ) {
    // Exact for all sums up to 65535 and counts up to 256.
    let scale = ((1 << 32) + pixels - 1) / pixels
    for index in 0..<count {
      target[index] = UInt8(truncatingIfNeeded: ((Int(sums[index]) + pixels / 2) * scale) >> 32)
    }
  }
}
