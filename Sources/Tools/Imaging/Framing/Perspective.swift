/// How the unit square comes to lie on four corners: x and y are quotients of sums of its own x and y (Heckbert,
/// "Fundamentals of Texture Mapping and Image Warping", 1989).
struct Perspective {
  /// The factors of x, of y and of one: of both numerators, and of what they are divided by.
  private let across: SIMD3<Double>
  private let down: SIMD3<Double>
  private let depth: SIMD3<Double>

  /// - Parameter corners: of the square's upper left, upper right, lower right and lower left corner; convex.
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
  /// The places of eight points of a row, from `x` on and `step` apart, given that all have this `y`.
  fileprivate func row(from x: Double, by step: Double, at y: Double) -> Row {
    let (start, way) = (SIMD3(x, y, 1), SIMD3(step, 0, 0))
    func terms(_ factors: SIMD3<Double>) -> SIMD8<Float> {
      let (first, next) = ((factors * start).sum(), (factors * way).sum())
      return SIMD8((0..<8).map { Float(first + next * Double($0)) })
    }
    func eight(_ factors: SIMD3<Double>) -> Float { Float((factors * way).sum() * 8) }
    return Row(
      across: terms(across), down: terms(down), depth: terms(depth), nextAcross: eight(across), nextDown: eight(down),
      nextDepth: eight(depth))
  }

  fileprivate struct Row {
    var across: SIMD8<Float>
    var down: SIMD8<Float>
    var depth: SIMD8<Float>
    let nextAcross: Float
    let nextDown: Float
    let nextDepth: Float

    mutating func next() -> (x: SIMD8<Float>, y: SIMD8<Float>) {
      defer {
        across += nextAcross
        down += nextDown
        depth += nextDepth
      }
      let depth = depth.replacing(with: 1e-6, where: depth .< 1e-6)
      return (across / depth, down / depth)
    }
  }
}

extension Plane {
  /// What lies in a quadrangle, as a square seen from the front; beyond its edges a plane goes on as it ends.
  ///
  /// - Parameters:
  ///   - corners: in samples of this plane.
  ///   - side: of the square, in samples.
  func rectified(_ corners: [SIMD2<Double>], side: Int) -> Plane {
    let square = Plane(width: side, height: side)
    guard width > 1, height > 1 else {
      // A picture without colour has one sample that stands for all.
      square.samples.update(repeating: samples[0], count: side * side)
      return square
    }
    let perspective = Perspective(onto: corners)
    // Where the square is much smaller than the quadrangle several samples make one, or fine patterns would become coarse.
    let longest = zip(corners, corners.dropFirst() + corners.prefix(1)).map { (($1 - $0) * ($1 - $0)).sum() }.max() ?? 0
    let parts = max(1, min(4, Int((longest.squareRoot() / Double(side)).rounded())))
    var sums = [Int32](repeating: 0, count: side + 8)
    for y in 0..<side {
      for part in 0..<parts * parts {
        let (right, below) = (Double(part % parts) + 0.5, Double(part / parts) + 0.5)
        var row = perspective.row(
          from: right / Double(parts * side), by: 1 / Double(side),
          at: (Double(y) + below / Double(parts)) / Double(side))
        for x in stride(from: 0, to: side, by: 8) {
          let places = row.next()
          for lane in 0..<8 { sums[x + lane] &+= sample(atColumn: places.x[lane] - 0.5, row: places.y[lane] - 0.5) }
        }
      }
      let divisor = Int32(parts * parts) << Self.fraction
      for x in 0..<side {
        square.samples[y * side + x] = UInt8(clamping: (sums[x] + divisor / 2) / divisor)
        sums[x] = 0
      }
    }
    return square
  }

  /// Bits after the point of what lies between samples.
  private static let fraction: Int32 = 12

  /// Between four samples, in fixed point.
  private func sample(atColumn column: Float, row: Float) -> Int32 {
    let (x, y) = (max(0, min(Float(width - 1), column)), max(0, min(Float(height - 1), row)))
    let (left, top) = (min(width - 2, Int(x)), min(height - 2, Int(y)))
    let (across, down) = (Int32((x - Float(left)) * 64), Int32((y - Float(top)) * 64))
    let above = samples + top * width + left
    let below = above + width
    let upper = Int32(above[0]) &* (64 &- across) &+ Int32(above[1]) &* across
    let lower = Int32(below[0]) &* (64 &- across) &+ Int32(below[1]) &* across
    return upper &* (64 &- down) &+ lower &* down
  }
}
