internal import CPixels
internal import Glibc

/// Resizes a plane in fixed-point arithmetic. For each row it first mixes the source's rows, then their columns, so
/// that it needs only one extra row of memory.
struct Resampler {
  let columns: Kernel
  let rows: Kernel

  func resampled(_ source: borrowing Plane) -> Plane {
    let target = Plane(width: columns.starts.count, height: rows.starts.count)
    // Only the requested columns are computed, so a crop costs only what it shows.
    let left = columns.starts.min() ?? 0
    let right = min(source.width, (columns.starts.max() ?? 0) + columns.taps)
    rows.weights.withUnsafeBufferPointer { rowWeights in
      SecondThread.halve(0..<target.height) { rows in
        let row = UnsafeMutablePointer<Int16>.allocate(capacity: right - left + 16 + columns.stride)
        row.initialize(repeating: 0, count: right - left + 16 + columns.stride)
        defer { row.deallocate() }
        for y in rows {
          cpixels_mix_rows(
            source.samples + self.rows.starts[y] * source.width + left, source.width,
            rowWeights.baseAddress! + y * self.rows.stride, Int32(self.rows.taps),
            Int32(right - left), row)
          cpixels_mix_columns(
            row - left, columns.starts, columns.weights, Int32(columns.stride), Int32(target.width),
            target.samples + y * target.width)
        }
      }
    }
    return target
  }
}

/// The source samples and weights for each sample of a resized row: Lanczos with three lobes, widened when shrinking to
/// avoid moiré (Turkowski, "Filters for Common Resampling Tasks").
struct Kernel {
  /// How many source samples contribute to one.
  let taps: Int
  /// The first of them, for each.
  let starts: [Int]
  /// Their weights in 1/16384, in rows of `stride`, padded with zeros.
  let weights: [Int16]
  let stride: Int

  static let one = 1 << 14
  private static let lobes = 3.0

  /// - Parameters:
  ///   - count: how many samples to produce.
  ///   - start: the beginning of the first one, in samples of the source.
  ///   - step: how many source samples one stands for.
  ///   - limit: how many samples the source has; the first and last ones are repeated beyond its ends.
  init(count: Int, start: Double, step: Double, of limit: Int) {
    let breadth = max(1, step)
    let reach = Self.lobes * breadth
    let taps = min(limit, Int((2 * reach).rounded(.up)) + 1)
    let stride = (taps + 7) & ~7
    var starts = [Int](repeating: 0, count: count)
    var weights = [Int16](repeating: 0, count: count * stride)
    var row = [Double](repeating: 0, count: taps)
    for index in 0..<count {
      let center = start + (Double(index) + 0.5) * step - 0.5
      let first = Int((center - reach).rounded(.up))
      let last = Int((center + reach).rounded(.down))
      let clamped = max(0, min(first, limit - taps))
      for tap in 0..<taps { row[tap] = 0 }
      for sample in first...max(first, last) {
        let tap = max(0, min(sample, limit - 1)) - clamped
        row[max(0, min(tap, taps - 1))] += Self.lanczos((Double(sample) - center) / breadth)
      }
      starts[index] = clamped
      Self.round(row, into: &weights, at: index * stride)
    }
    (self.taps, self.starts, self.weights, self.stride) = (taps, starts, weights, stride)
  }

  /// Rounds the weights so that they still add up to one: a uniform area doesn't change.
  private static func round(_ row: [Double], into weights: inout [Int16], at offset: Int) {
    let sum = row.reduce(0, +)
    var rest = one
    var heaviest = 0
    for tap in row.indices {
      let weight = Int((row[tap] / sum * Double(one)).rounded())
      weights[offset + tap] = Int16(clamping: weight)
      rest -= weight
      if row[tap] > row[heaviest] { heaviest = tap }
    }
    weights[offset + heaviest] += Int16(clamping: rest)
  }

  private static func lanczos(_ x: Double) -> Double {
    if x == 0 { return 1 }
    if abs(x) >= lobes { return 0 }
    let third = Double.pi * x / lobes
    let sine = sin(third)
    // The sine of three times the angle: 3 sin − 4 sin³.
    return sine * sine * (3 - 4 * sine * sine) / (lobes * third * third)
  }
}
