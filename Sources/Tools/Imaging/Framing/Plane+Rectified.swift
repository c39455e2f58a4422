internal import CPixels

extension Projection {
  /// The positions of points in a row, starting at `x`, `step` apart, all with this `y`.
  fileprivate func line(from x: Double, by step: Double, at y: Double) -> cpixels_line {
    let (start, way) = (SIMD3(x, y, 1), SIMD3(8 * step, 0, 0))
    return cpixels_line(
      across: Float((across * start).sum()), down: Float((down * start).sum()), depth: Float((depth * start).sum()),
      next_across: Float((across * way).sum()), next_down: Float((down * way).sum()),
      next_depth: Float((depth * way).sum()))
  }
}

extension Plane {
  /// The contents of a quadrangle as a square seen from the front. Outside the plane, its edge samples are repeated.
  ///
  /// - Parameters:
  ///   - quad: in samples of this plane.
  ///   - side: of the square, in samples.
  func rectified(_ quad: Quad, side: Int) -> Plane {
    let square = Plane(width: side, height: side)
    // A picture without color has a single chroma sample.
    guard width > 1, height > 1, let projection = Projection(ofSquareOnto: quad) else {
      square.samples.update(repeating: samples[0], count: side * side)
      return square
    }
    let corners = quad.corners
    // If the square is much smaller than the quadrangle, several samples are averaged, to avoid moiré.
    let longest = zip(corners, corners.dropFirst() + corners.prefix(1)).map { (($1 - $0) * ($1 - $0)).sum() }.max() ?? 0
    let parts = max(1, min(4, Int((longest.squareRoot() / Double(side)).rounded())))
    // Exact for the mean of the largest possible number of samples, each in 1/4096.
    let (count, scale) = (Int32(parts * parts), Int32((65_536 + parts * parts - 1) / (parts * parts)))
    let eights = (side + 7) / 8
    SecondThread.halve(0..<side) { rows in
      var sums = [Int32](repeating: 0, count: eights * 8)
      for y in rows {
        for x in sums.indices { sums[x] = count << 11 }
        for part in 0..<parts * parts {
          let (right, below) = (Double(part % parts) + 0.5, Double(part / parts) + 0.5)
          let line = projection.line(
            from: right / Double(parts * side), by: 1 / Double(side),
            at: (Double(y) + below / Double(parts)) / Double(side))
          cpixels_add_line(samples, Int32(width), Int32(height), line, Int32(eights), &sums)
        }
        for x in 0..<side { square.samples[y * side + x] = UInt8(truncatingIfNeeded: ((sums[x] >> 12) &* scale) >> 16) }
      }
    }
    return square
  }
}
