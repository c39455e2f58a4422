internal import CPixels

/// Resizes a plane in fixed-point arithmetic. For each row it first mixes the source's rows, then their columns, so
/// that it needs only one extra row of memory.
struct Resampler {
  let columns: Kernel
  let rows: Kernel

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
        cpixels_mix_rows(
          source.samples + rows.starts[y] * source.width + left, source.width,
          rowWeights.baseAddress! + y * rows.stride, Int32(rows.taps),
          Int32(right - left), row)
        cpixels_mix_columns(
          row - left, columns.starts, columns.weights, Int32(columns.stride), Int32(target.width),
          target.samples + y * target.width)
      }
    }
    return target
  }
}
