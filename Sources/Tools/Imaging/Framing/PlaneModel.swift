internal import Glibc

/// What equal squares look like wherever they lie on a plane that a camera sees: their size and their distortion, which
/// change evenly across the photo.
struct PlaneModel {
  /// What is the same for each square in the same place, however it is turned; and how it narrows.
  struct Look {
    /// In long sides of the photo, from its middle.
    let place: SIMD2<Float>
    /// The logarithm of its side; how much longer it is across than down, and along one diagonal than along the other.
    /// The sum of the outer products of two sides doesn't change if a square is turned.
    let form: SIMD3<Float>
    /// Two sides, and how much the opposite ones differ from them, in sides.
    fileprivate let across: SIMD2<Float>
    fileprivate let down: SIMD2<Float>
    fileprivate let narrowing: SIMD2<Float>

    /// How the size changes across and down, as follows from how the square narrows.
    fileprivate var growth: SIMD2<Float> {
      func cross(_ one: SIMD2<Float>, _ other: SIMD2<Float>) -> Float { one.x * other.y - one.y * other.x }
      let area = cross(across, down)
      let scale = 1.5 * abs(area).squareRoot() / area
      let (along, beside) = (cross(narrowing, down) * scale, cross(across, narrowing) * scale)
      return SIMD2(beside * down.y - along * across.y, along * across.x - beside * down.x) / area
    }

    init(of shape: Quadrangle, in size: SIMD2<Float>) {
      place = (shape.center - size / 2) / size.max()
      let corners = shape.corners
      across = (corners[1] - corners[0] + corners[2] - corners[3]) / (2 * size.max())
      down = (corners[3] - corners[0] + corners[2] - corners[1]) / (2 * size.max())
      narrowing = (corners[0] - corners[1] + corners[2] - corners[3]) / shape.area.squareRoot()
      let squares = across * across + down * down
      let product = across.x * across.y + down.x * down.y
      form = SIMD3(
        logf(shape.area) / 2, (squares.x - squares.y) / squares.sum(), 2 * product / squares.sum())
    }
  }

  private var middle: SIMD3<Float>
  /// By how much the form changes over a long side of the photo.
  private var across = SIMD3<Float>.zero
  private var down = SIMD3<Float>.zero

  /// How much less a difference in distortion counts than one in size, and how much less one in narrowing.
  private static let distortion: Float = 0.5
  private static let narrowing: Float = 0.3
  /// What is known beforehand: how even the form usually is, as a spread of squares that say so.
  private static let evenness: Float = 0.05

  /// From a single square.
  init(_ one: Look, growing growth: SIMD2<Float>) {
    (across.x, down.x) = (growth.x, growth.y)
    middle = one.form - across * one.place.x - down * one.place.y
  }

  /// By least squares (with Tikhonov's regularization, since a few squares say little).
  init(of looks: [Look]) {
    let count = Float(max(1, looks.count))
    let center = looks.reduce(SIMD2<Float>.zero) { $0 + $1.place } / count
    let mean = looks.reduce(SIMD3<Float>.zero) { $0 + $1.form } / count
    let growth = looks.reduce(SIMD2<Float>.zero) { $0 + $1.growth } / count
    var (squares, product) = (SIMD2<Float>(repeating: Self.evenness), Float(0))
    var (alongX, alongY) = (SIMD3<Float>.zero, SIMD3<Float>.zero)
    for look in looks {
      let way = look.place - center
      squares += way * way
      product += way.x * way.y
      let rest = look.form - mean - SIMD3((growth * way).sum(), 0, 0)
      alongX += way.x * rest
      alongY += way.y * rest
    }
    let determinant = squares.x * squares.y - product * product
    across = (squares.y * alongX - product * alongY) / determinant
    down = (squares.x * alongY - product * alongX) / determinant
    across.x += growth.x
    down.x += growth.y
    middle = mean - across * center.x - down * center.y
  }

  /// How far a square is off: about the logarithm of how much larger or smaller it is than it should be.
  func distance(of one: Look) -> Float {
    let off = one.form - (middle + across * one.place.x + down * one.place.y)
    // How a square narrows follows from how the size changes: an area goes by the third power of its depth.
    let growth = SIMD2(across.x, down.x)
    let (along, side) = (
      one.across * (growth * one.down).sum(), (one.across * one.across + one.down * one.down).sum()
    )
    let bend = (along + one.down * (growth * one.across).sum()) * (2 / 3) / (side / 2).squareRoot()
    return abs(off.x) + Self.distortion * (off.y * off.y + off.z * off.z).squareRoot()
      + Self.narrowing * ((one.narrowing - bend) * (one.narrowing - bend)).sum().squareRoot()
  }
}
