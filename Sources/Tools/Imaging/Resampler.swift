/// Makes a plane of another size, in fixed point: for each row the source's rows are mixed first, then their columns,
/// so that all it needs beside the two planes is one row.
struct Resampler {
  let columns: Kernel
  let rows: Kernel

  /// Between the two passes a sample has so many bits after the point.
  private static let fraction = 6

  func resampled(_ source: borrowing Plane) -> Plane {
    let target = Plane(width: columns.starts.count, height: rows.starts.count)
    // Only the columns that are asked for are mixed: a crop costs what it shows.
    let left = columns.starts.min() ?? 0
    let right = min(source.width, (columns.starts.max() ?? 0) + columns.taps)
    let row = UnsafeMutablePointer<Int16>.allocate(capacity: right - left + 16 + columns.stride)
    row.initialize(repeating: 0, count: right - left + 16 + columns.stride)
    defer { row.deallocate() }
    rows.weights.withUnsafeBufferPointer { rowWeights in
      for y in 0..<target.height {
        Self.mix(
          rows: source.samples + rows.starts[y] * source.width + left, apart: source.width,
          by: rowWeights.baseAddress! + y * rows.stride, taps: rows.taps, into: row, count: right - left)
        mixColumns(of: row - left, into: target.samples + y * target.width)
      }
    }
    return target
  }

  /// Adds up `taps` rows by their weights, sixteen columns at a time.
  private static func mix(
    rows: UnsafePointer<UInt8>, apart: Int, by weights: UnsafePointer<Int16>, taps: Int,
    into sums: UnsafeMutablePointer<Int16>, count: Int
  ) {
    let shift = SIMD16<Int32>(repeating: 14 - Int32(fraction))
    let half = SIMD16<Int32>(repeating: 1 << (13 - Int32(fraction)))
    for x in stride(from: 0, to: count, by: 16) {
      var sum = half
      var sample = UnsafeRawPointer(rows + x)
      for tap in 0..<taps {
        let samples = SIMD16<Int32>(truncatingIfNeeded: sample.loadUnaligned(as: SIMD16<UInt8>.self))
        sum &+= samples &* SIMD16<Int32>(truncatingIfNeeded: SIMD16<Int16>(repeating: weights[tap]))
        sample += apart
      }
      UnsafeMutableRawPointer(sums + x).storeBytes(
        of: SIMD16<Int16>(truncatingIfNeeded: sum &>> shift), as: SIMD16<Int16>.self)
    }
  }

  private func mixColumns(of row: UnsafePointer<Int16>, into target: UnsafeMutablePointer<UInt8>) {
    let shift = Int32(14 + Self.fraction)
    columns.weights.withUnsafeBufferPointer { weights in
      columns.starts.withUnsafeBufferPointer { starts in
        for x in 0..<starts.count {
          let samples = UnsafeRawPointer(row + starts[x])
          let scale = UnsafeRawPointer(weights.baseAddress! + x * columns.stride)
          var sum = SIMD8<Int32>(repeating: 0)
          for tap in stride(from: 0, to: columns.stride, by: 8) {
            sum &+=
              SIMD8<Int32>(truncatingIfNeeded: samples.loadUnaligned(fromByteOffset: tap * 2, as: SIMD8<Int16>.self))
              &* SIMD8<Int32>(truncatingIfNeeded: scale.loadUnaligned(fromByteOffset: tap * 2, as: SIMD8<Int16>.self))
          }
          target[x] = UInt8(clamping: (sum.wrappedSum() &+ (1 << (shift - 1))) >> shift)
        }
      }
    }
  }
}
