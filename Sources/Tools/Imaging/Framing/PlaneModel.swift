internal import Glibc

/// What equal squares look like wherever they lie on a plane that a camera sees: the plane's slope says how their size
/// and their distortion change across the photo.
struct PlaneModel {
  /// A square's corners in the photo, in its long sides, from its middle.
  struct Look {
    fileprivate let xs: SIMD4<Float>
    fileprivate let ys: SIMD4<Float>

    init(of shape: Quadrangle, in size: SIMD2<Float>) {
      let places = shape.corners.map { ($0 - size / 2) / size.max() }
      xs = SIMD4(places[0].x, places[1].x, places[2].x, places[3].x)
      ys = SIMD4(places[0].y, places[1].y, places[2].y, places[3].y)
    }
  }

  /// How much nearer the plane is across and down, as a part of the distance in the middle for each long side of the
  /// photo.
  private var slope: SIMD2<Float>
  /// The camera's focal length, in long sides of the photo.
  private var focalLength: Float
  /// The logarithm of a sleeve's side on the plane.
  private var size: Float = 0

  /// From a phone's main camera to its camera for portraits, or what is left of a photo after cropping.
  private static let focalLengths: [Float] = [0.75, 1.05, 1.45]
  /// How much less a difference in distortion counts than one in size, and how much less one in narrowing.
  private static let distortion: Float = 0.5
  private static let narrowing: Float = 0.3
  /// Nobody photographs sleeves at a sharper angle, so most differences are errors: how much a slope counts as one.
  private static let steepness: Float = 0.02
  private static let steps = 4
  /// Outlines that are off by more than this hardly count for the fit.
  private static let usual: Float = 0.05

  /// From a single square.
  init(_ one: Look, slope: SIMD2<Float>) {
    (self.slope, focalLength) = (slope, Self.focalLengths[1])
    size = side(of: one).size
  }

  /// By least squares with fewer weights for outliers.
  init(of looks: [Look]) {
    (slope, focalLength) = (.zero, Self.focalLengths[1])
    var least = Float.infinity
    for length in Self.focalLengths {
      var model = self
      (model.slope, model.focalLength) = (.zero, length)
      let error = model.fit(to: looks)
      if error < least { (self, least) = (model, error) }
    }
  }

  /// What a square's sides on the plane would be if it were on it: the logarithm of their length, and how they differ.
  private func side(of one: Look) -> (size: Float, off: SIMD4<Float>) {
    let depths = 1 / (1 + slope.x * one.xs + slope.y * one.ys)
    guard depths.min() > 0 else { return (.infinity, .zero) }
    let (xs, ys, zs) = (one.xs * depths, one.ys * depths, focalLength * depths)
    func next(_ all: SIMD4<Float>) -> SIMD4<Float> { SIMD4(all[1], all[2], all[3], all[0]) }
    let (x, y, z) = (next(xs) - xs, next(ys) - ys, next(zs) - zs)
    let squares = x * x + y * y + z * z
    func diagonal(_ from: Int, _ to: Int) -> Float {
      let way = SIMD3(xs[to] - xs[from], ys[to] - ys[from], zs[to] - zs[from])
      return (way * way).sum()
    }
    let (one, other) = (diagonal(0, 2), diagonal(1, 3))
    let sum = squares.sum()
    return (
      logf(sum / 4) / 2,
      SIMD4(
        Self.distortion * (squares[0] + squares[2] - squares[1] - squares[3]) / sum,
        Self.distortion * (one - other) / (one + other), Self.narrowing * 2 * (squares[0] - squares[2]) / sum,
        Self.narrowing * 2 * (squares[1] - squares[3]) / sum)
    )
  }

  /// Returns the remaining error.
  private mutating func fit(to looks: [Look]) -> Float {
    var weights = [Float](repeating: 1, count: looks.count)
    var error: Float = 0
    for step in 0...Self.steps {
      let seen = looks.map(side)
      size = zip(seen, weights).reduce(0) { $0 + $1.0.size * $1.1 } / weights.reduce(0, +)
      error = Self.steepness * (slope * slope).sum()
      for (index, one) in seen.enumerated() {
        let square = (one.size - size) * (one.size - size) + (one.off * one.off).sum()
        error += square / (1 + square / (Self.usual * Self.usual))
        weights[index] = 1 / (1 + square / (Self.usual * Self.usual))
      }
      guard step < Self.steps else { break }
      // One step of Gauss and Newton's.
      let small: Float = 0.01
      var (right, below) = (self, self)
      right.slope.x += small
      below.slope.y += small
      let (across, down) = (looks.map(right.side), looks.map(below.side))
      let total = weights.reduce(0, +)
      let meanAcross = zip(across, weights).reduce(0) { $0 + $1.0.size * $1.1 } / total
      let meanDown = zip(down, weights).reduce(0) { $0 + $1.0.size * $1.1 } / total
      var (squares, product, sides) = (SIMD2<Float>(repeating: Self.steepness), Float(0), -Self.steepness * slope)
      for (index, weight) in weights.enumerated() {
        let away = seen[index].size - size
        let (x, y) = (
          (across[index].size - meanAcross - away) / small, (down[index].size - meanDown - away) / small
        )
        let (offX, offY) = ((across[index].off - seen[index].off) / small, (down[index].off - seen[index].off) / small)
        squares += weight * SIMD2(x * x + (offX * offX).sum(), y * y + (offY * offY).sum())
        product += weight * (x * y + (offX * offY).sum())
        sides -=
          weight
          * SIMD2(x * away + (offX * seen[index].off).sum(), y * away + (offY * seen[index].off).sum())
      }
      let determinant = squares.x * squares.y - product * product
      let change =
        SIMD2(squares.y * sides.x - product * sides.y, squares.x * sides.y - product * sides.x) / determinant
      slope = (slope + change).clamped(lowerBound: .init(repeating: -0.8), upperBound: .init(repeating: 0.8))
    }
    return error
  }

  /// How far a square is off: about the logarithm of how much larger or smaller it is than it should be.
  func distance(of one: Look) -> Float {
    let seen = side(of: one)
    let (distortion, narrowing) = (seen.off.lowHalf, seen.off.highHalf)
    return abs(seen.size - size) + (distortion * distortion).sum().squareRoot()
      + (narrowing * narrowing).sum().squareRoot()
  }
}

extension PlaneModel {
  /// A square on the plane, of which a corner and the directions of two sides are known.
  struct Square {
    fileprivate let corner: SIMD3<Float>
    fileprivate let along: SIMD3<Float>
    fileprivate let beside: SIMD3<Float>
    fileprivate let focalLength: Float
    fileprivate let size: SIMD2<Float>

    /// The cosine between the two sides.
    var slant: Float { abs((along * beside).sum()) / (along * along).sum() }

    /// Where a point is in the photo, in sides from the corner; nil if it is behind the camera.
    func corner(_ x: Float, _ y: Float) -> SIMD2<Float>? {
      let place = corner + along * x + beside * y
      guard place.z > 0.1 * focalLength else { return nil }
      return SIMD2(place.x, place.y) * (focalLength / place.z * size.max()) + size / 2
    }
  }

  /// - Parameters:
  ///   - corner: in pixels, as are the directions from it.
  ///   - size: of the photo.
  func square(
    at corner: SIMD2<Float>, _ along: SIMD2<Float>, _ beside: SIMD2<Float>, in size: SIMD2<Float>
  ) -> Square? {
    func onPlane(_ place: SIMD2<Float>) -> SIMD3<Float>? {
      let place = (place - size / 2) / size.max()
      let depth = 1 + (slope * place).sum()
      return depth > 0.1 ? SIMD3(place.x, place.y, focalLength) / depth : nil
    }
    // Any other point on a line is as good.
    let step = 0.02 * size.max()
    guard let start = onPlane(corner), let one = onPlane(corner + along * step),
      let other = onPlane(corner + beside * step)
    else { return nil }
    func side(_ way: SIMD3<Float>) -> SIMD3<Float> { way * (expf(self.size) / (way * way).sum().squareRoot()) }
    return Square(
      corner: start, along: side(one - start), beside: side(other - start), focalLength: focalLength, size: size)
  }
}
