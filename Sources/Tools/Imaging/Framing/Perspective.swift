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
    let sums = UnsafeMutablePointer<SIMD8<Int32>>.allocate(capacity: (side + 7) / 8)
    defer { sums.deallocate() }
    // Exact for the mean of as many samples as there can be.
    let (count, scale) = (Int32(parts * parts), Int32((65_536 + parts * parts - 1) / (parts * parts)))
    let field = SampleField(self)
    for y in 0..<side {
      sums.initialize(repeating: SIMD8(repeating: count << (SampleField.fraction - 1)), count: (side + 7) / 8)
      for part in 0..<parts * parts {
        let (right, below) = (Double(part % parts) + 0.5, Double(part / parts) + 0.5)
        var row = perspective.row(
          from: right / Double(parts * side), by: 1 / Double(side),
          at: (Double(y) + below / Double(parts)) / Double(side))
        for eight in 0..<(side + 7) / 8 {
          let places = row.next()
          sums[eight] &+= field.samples(atColumns: places.x - 0.5, rows: places.y - 0.5)
        }
      }
      let target = square.samples + y * side
      for eight in 0..<(side + 7) / 8 {
        let totals = sums[eight] &>> SampleField.fraction
        let means = SIMD8<UInt8>(truncatingIfNeeded: (totals &* scale) &>> 16)
        if eight * 8 + 8 <= side {
          UnsafeMutableRawPointer(target + eight * 8).storeBytes(of: means, as: SIMD8<UInt8>.self)
        } else {
          for lane in 0..<side - eight * 8 { target[eight * 8 + lane] = means[lane] }
        }
      }
    }
    return square
  }
}

/// What lies between the samples of a plane, eight places at a time and in fixed point.
private struct SampleField {
  /// Bits after the point of a value.
  static let fraction: Int32 = 12
  /// Bits after the point of a place.
  private static let steps: Float = 64
  /// Added to a number of at most half of it and taken away again, it leaves a whole number.
  private static let rounding: Float = 8_388_608

  private let samples: UnsafePointer<UInt8>
  private let width: Int
  private let last: (x: Float, y: Float)

  /// - Parameter plane: outlives it; at least two samples wide and high.
  init(_ plane: borrowing Plane) {
    samples = UnsafePointer(plane.samples)
    width = plane.width
    last = (Float(plane.width - 1), Float(plane.height - 1))
  }

  /// Between four samples each; beyond the edges the plane goes on as it ends.
  @inline(__always)
  func samples(atColumns columns: SIMD8<Float>, rows: SIMD8<Float>) -> SIMD8<Int32> {
    let (left, across) = Self.split(columns, atMost: last.x)
    let (top, down) = Self.split(rows, atMost: last.y)
    var (above, below) = (SIMD8<UInt16>(), SIMD8<UInt16>())
    for lane in 0..<8 {
      let place: Int = Int(top[lane]) &* width &+ Int(left[lane])
      let pair = UnsafeRawPointer(samples + place)
      above[lane] = UInt16(littleEndian: pair.loadUnaligned(as: UInt16.self))
      below[lane] = UInt16(littleEndian: pair.loadUnaligned(fromByteOffset: width, as: UInt16.self))
    }
    let rest: SIMD8<UInt16> = 64 &- across
    let upper = Self.mixed(above, rest, across)
    let lower = Self.mixed(below, rest, across)
    let first: SIMD8<Int32> = Self.wide(upper) &* Self.wide(64 &- down)
    let second: SIMD8<Int32> = Self.wide(lower) &* Self.wide(down)
    return first &+ second
  }

  /// Each pair of bytes, the first one times `rest` and the second times `across`.
  @inline(__always)
  private static func mixed(
    _ pairs: SIMD8<UInt16>, _ rest: SIMD8<UInt16>, _ across: SIMD8<UInt16>
  ) -> SIMD8<UInt16> {
    let first: SIMD8<UInt16> = (pairs & 0xFF) &* rest
    let second: SIMD8<UInt16> = (pairs &>> 8) &* across
    return first &+ second
  }

  /// The sample before each place, and how many sixty-fourths lie between the two.
  @inline(__always)
  private static func split(_ places: SIMD8<Float>, atMost last: Float) -> (SIMD8<Int32>, SIMD8<UInt16>) {
    var inside = places.replacing(with: last, where: places .> last)
    inside.replace(with: 0, where: inside .< 0)
    var before = floor(inside)
    before.replace(with: last - 1, where: before .> last - 1)
    let parts: SIMD8<Int32> = integers(floor((inside - before) * steps))
    return (integers(before), SIMD8<UInt16>(truncatingIfNeeded: parts))
  }

  @inline(__always)
  private static func floor(_ values: SIMD8<Float>) -> SIMD8<Float> {
    let near = (values + rounding) - rounding
    return near.replacing(with: near - 1, where: near .> values)
  }

  /// Of whole numbers from 0 on: they are the last bits of what they become by a large number.
  @inline(__always)
  private static func integers(_ whole: SIMD8<Float>) -> SIMD8<Int32> {
    unsafeBitCast(whole + rounding, to: SIMD8<Int32>.self) & 0x7F_FFFF
  }

  @inline(__always)
  private static func wide(_ values: SIMD8<UInt16>) -> SIMD8<Int32> { SIMD8(truncatingIfNeeded: values) }
}
