/// Samples of one color component as a library stores them: with padding between rows, and eight or more bits per
/// sample.
struct SamplePlane {
  let samples: UnsafeRawPointer
  let width: Int
  let height: Int
  /// The bytes from one row to the next.
  let stride: Int
  /// The significant bits of a sample. With more than eight, a sample takes two bytes.
  let bits: Int

  /// The plane with each `tile` by `tile` samples averaged, with eight bits per sample.
  func reduced(by tile: Int) -> Plane {
    let plane = Plane(width: (width + tile - 1) / tile, height: (height + tile - 1) / tile)
    SecondThread.halve(0..<plane.height) { rows in
      let (first, end) = (rows.lowerBound * tile, min(height, rows.upperBound * tile))
      SamplePlane(samples: samples + first * stride, width: width, height: end - first, stride: stride, bits: bits)
        .reduce(by: tile, into: plane, column: 0, row: rows.lowerBound)
    }
    return plane
  }

  /// The same as a part of a larger plane, which must have room for it.
  func reduce(by tile: Int, into plane: borrowing Plane, column: Int, row: Int) {
    let (columns, rows) = ((width + tile - 1) / tile, (height + tile - 1) / tile)
    precondition(column + columns <= plane.width && row + rows <= plane.height)
    let target = plane.samples + row * plane.width + column
    if bits > 8 {
      reduce(by: tile, of: UInt16.self, adding: UInt32.self, columns, rows, target, apart: plane.width)
    } else {
      // Twice as many at a time.
      precondition(tile <= Int(UInt16.max / UInt16(UInt8.max)))
      reduce(by: tile, of: UInt8.self, adding: UInt16.self, columns, rows, target, apart: plane.width)
    }
  }

  /// A `Sum` holds a column of a tile.
  private func reduce<Sample: FixedWidthInteger & UnsignedInteger, Sum: FixedWidthInteger & UnsignedInteger>(
    by tile: Int, of _: Sample.Type, adding _: Sum.Type, _ columns: Int, _ rows: Int,
    _ target: UnsafeMutablePointer<UInt8>, apart: Int
  ) {
    // Rows are added up first, many columns at a time.
    let sums = UnsafeMutablePointer<Sum>.allocate(capacity: columns * tile)
    defer { sums.deallocate() }
    let last = width - (columns - 1) * tile
    for y in 0..<rows {
      sums.initialize(repeating: 0, count: columns * tile)
      let tall = min(tile, height - y * tile)
      for row in y * tile..<y * tile + tall {
        let sample = (samples + row * stride).assumingMemoryBound(to: Sample.self)
        for x in 0..<width { sums[x] &+= Sum(truncatingIfNeeded: sample[x]) }
      }
      let line = target + y * apart
      let whole = Self.division(by: tile * tall << (bits - 8))
      let rest = Self.division(by: last * tall << (bits - 8))
      var first = 0
      if tile == 2, tall == 2, bits == 8 {
        // Many columns at a time, since the chroma of most photos is halved: a shift divides by four.
        first = columns - 1
        for x in 0..<first { line[x] = UInt8(truncatingIfNeeded: (sums[2 * x] &+ sums[2 * x + 1] &+ 2) >> 2) }
      }
      var sum = sums + first * tile
      for x in first..<columns {
        var total: UInt32 = 0
        for offset in 0..<tile { total &+= UInt32(truncatingIfNeeded: sum[offset]) }
        line[x] = x < columns - 1 ? whole(total) : rest(total)
        sum += tile
      }
    }
  }

  /// What divides by `divisor` and rounds, by multiplication.
  @inline(__always)
  private static func division(by divisor: Int) -> (UInt32) -> UInt8 {
    let (half, scale) = (UInt64(divisor / 2), ((1 << 32) + UInt64(divisor) - 1) / UInt64(divisor))
    return { UInt8(truncatingIfNeeded: min(255, ((UInt64($0) + half) * scale) >> 32)) }
  }
}
