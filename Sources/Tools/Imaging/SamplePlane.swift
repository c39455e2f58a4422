/// Samples of one colour component as a library holds them: rows with a gap between them, eight bits or more a sample.
struct SamplePlane {
  let samples: UnsafeRawPointer
  let width: Int
  let height: Int
  /// Bytes from one row to the next.
  let stride: Int
  /// Of a sample that count. More than eight means that it takes two bytes.
  let bits: Int

  /// The plane with each `tile` by `tile` samples averaged, eight bits a sample.
  func reduced(by tile: Int) -> Plane {
    bits > 8 ? reduced(by: tile, of: UInt16.self) : reduced(by: tile, of: UInt8.self)
  }

  private func reduced<Sample: FixedWidthInteger & UnsignedInteger>(by tile: Int, of type: Sample.Type) -> Plane {
    let plane = Plane(width: (width + tile - 1) / tile, height: (height + tile - 1) / tile)
    let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: plane.width)
    defer { sums.deallocate() }
    let last = width - (plane.width - 1) * tile
    for y in 0..<plane.height {
      sums.initialize(repeating: 0, count: plane.width)
      let rows = (y * tile)..<min(height, (y + 1) * tile)
      for row in rows {
        var sample = (samples + row * stride).assumingMemoryBound(to: Sample.self)
        for x in 0..<plane.width - 1 {
          var sum: UInt32 = 0
          for offset in 0..<tile { sum &+= UInt32(truncatingIfNeeded: sample[offset]) }
          sums[x] &+= sum
          sample += tile
        }
        for offset in 0..<last { sums[plane.width - 1] &+= UInt32(truncatingIfNeeded: sample[offset]) }
      }
      let target = plane.samples + y * plane.width
      let (whole, rest) = (Divisor(tile * rows.count << (bits - 8)), Divisor(last * rows.count << (bits - 8)))
      for x in 0..<plane.width - 1 { target[x] = whole.quotient(sums[x]) }
      target[plane.width - 1] = rest.quotient(sums[plane.width - 1])
    }
    return plane
  }

  /// Divides by multiplying.
  private struct Divisor {
    private let half: UInt64
    private let scale: UInt64

    init(_ divisor: Int) {
      half = UInt64(divisor / 2)
      scale = ((1 << 32) + UInt64(divisor) - 1) / UInt64(divisor)
    }

    func quotient(_ sum: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: min(255, ((UInt64(sum) + half) * scale) >> 32)) }
  }
}
