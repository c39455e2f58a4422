/// A rectangle of samples of one color component, row by row.
struct Plane: ~Copyable {
  private(set) var width: Int
  private(set) var height: Int
  let samples: UnsafeMutablePointer<UInt8>

  /// This many samples after the last one may be read, so that vector code needs no special case at the end.
  static let margin = 16

  /// The samples are uninitialized.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    samples = .allocate(capacity: width * height + Self.margin)
  }

  /// One sample for the whole plane: the chroma of a picture without color.
  init(of sample: UInt8) {
    self.init(width: 1, height: 1)
    samples.initialize(repeating: sample, count: 1 + Self.margin)
  }

  deinit { samples.deallocate() }

  /// How many rows at the bottom contain only `sample`, in the given columns.
  func rowsAtBottom(of sample: UInt8, in columns: Range<Int>) -> Int {
    for row in stride(from: height - 1, through: 0, by: -1) {
      let samples = UnsafeBufferPointer(
        rebasing: UnsafeBufferPointer(start: samples + row * width, count: width)[columns])
      if samples.contains(where: { $0 != sample }) { return height - 1 - row }
    }
    return height
  }

  /// The first columns and rows, in the same memory.
  consuming func cropped(toWidth width: Int, height: Int) -> Plane {
    precondition(width <= self.width && height <= self.height)
    var plane = self
    if width < plane.width {
      for row in 1..<max(1, height) {
        // The ranges may overlap.
        (plane.samples + row * width).update(from: plane.samples + row * plane.width, count: width)
      }
    }
    (plane.width, plane.height) = (width, height)
    return plane
  }

  /// A copy with the last column and row repeated.
  func extended(toWidth width: Int, height: Int) -> Plane {
    let plane = Plane(width: width, height: height)
    for y in 0..<height {
      let (source, target) = (samples + min(y, self.height - 1) * self.width, plane.samples + y * width)
      target.update(from: source, count: self.width)
      (target + self.width).update(repeating: source[self.width - 1], count: width - self.width)
    }
    return plane
  }

  /// The plane with each `tile` by `tile` samples averaged.
  func reduced(by tile: Int) -> Plane {
    SamplePlane(samples: UnsafeRawPointer(samples), width: width, height: height, stride: width, bits: 8)
      .reduced(by: tile)
  }

  /// The samples rotated upright.
  func turned(_ orientation: Orientation) -> Plane {
    let turned = Plane(width: orientation.swapsAxes ? height : width, height: orientation.swapsAxes ? width : height)
    let (across, down) = (orientation.reversesColumns ? -1 : 1, orientation.reversesRows ? -width : width)
    let origin =
      samples + (orientation.reversesColumns ? width - 1 : 0) + (orientation.reversesRows ? (height - 1) * width : 0)
    let (nextColumn, nextRow) = orientation.swapsAxes ? (down, across) : (across, down)
    // In tiles: swapping axes would otherwise fetch a whole cache line for each sample.
    let tile = 32
    for top in stride(from: 0, to: turned.height, by: tile) {
      for left in stride(from: 0, to: turned.width, by: tile) {
        for y in top..<min(top + tile, turned.height) {
          let target = turned.samples + y * turned.width
          for x in left..<min(left + tile, turned.width) { target[x] = origin[x * nextColumn + y * nextRow] }
        }
      }
    }
    return turned
  }
}
