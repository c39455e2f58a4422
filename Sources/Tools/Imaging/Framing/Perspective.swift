internal import CPixels

/// The projective mapping of the unit square onto four corners (Heckbert, "Fundamentals of Texture Mapping and Image
/// Warping", 1989).
struct Perspective {
  /// The coefficients of x, y, and 1: of both numerators, and of the denominator.
  private let across: SIMD3<Double>
  private let down: SIMD3<Double>
  private let depth: SIMD3<Double>

  /// - Parameter corners: of the square's upper left, upper right, lower right, and lower left corner; convex.
  init(onto corners: [SIMD2<Double>]) {
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    let (one, two, rest) = (b - c, d - c, a - b + c - d)
    let below = one.x * two.y - two.x * one.y
    let (g, h) = ((rest.x * two.y - two.x * rest.y) / below, (one.x * rest.y - rest.x * one.y) / below)
    across = SIMD3(b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x)
    down = SIMD3(b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y)
    depth = SIMD3(g, h, 1)
  }

  func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let place = SIMD3(point.x, point.y, 1)
    return SIMD2((across * place).sum(), (down * place).sum()) / max(1e-6, (depth * place).sum())
  }
}

extension Perspective {
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
  ///   - corners: in samples of this plane.
  ///   - side: of the square, in samples.
  func rectified(_ corners: [SIMD2<Double>], side: Int) -> Plane {
    let square = Plane(width: side, height: side)
    guard width > 1, height > 1 else {
      // A picture without color has a single chroma sample.
      square.samples.update(repeating: samples[0], count: side * side)
      return square
    }
    let perspective = Perspective(onto: corners)
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
          let line = perspective.line(
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
