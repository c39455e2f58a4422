internal import Glibc

/// A straight line through edges, endless, and where along it there are any.
struct EdgeLine {
  /// Of length 1.
  let normal: SIMD2<Float>
  /// From the map's upper left corner, along the normal.
  let distance: Float
  /// How many of the places along the line, from far before its start, lie on an edge.
  private let counts: [Int32]
  private let first: Int

  /// Pixels by which an edge may lie beside the line: lenses bend lines, and sleeves are worn.
  private static let breadth: Float = 2
  /// How much an edge's normal must agree with the line's: within twenty degrees.
  private static let agreement: Float = 0.94

  /// The line through the edges near to another one: their least squares. Nil where they belong to no such line.
  init?(near normal: SIMD2<Float>, distance: Float, among edges: [EdgeMap.Edge], reach: Int) {
    var (normal, distance) = (normal, distance)
    func isOn(_ edge: EdgeMap.Edge) -> Bool {
      abs((edge.place * normal).sum() - distance) <= Self.breadth
        && abs((edge.normal * normal).sum()) >= Self.agreement
    }
    for _ in 0..<2 {
      var (count, sum, squares, product) = (Float(0), SIMD2<Float>.zero, SIMD2<Float>.zero, Float(0))
      for edge in edges where isOn(edge) {
        count += 1
        sum += edge.place
        squares += edge.place * edge.place
        product += edge.place.x * edge.place.y
      }
      guard count >= 10 else { return nil }
      let mean = sum / count
      let spread = squares / count - mean * mean
      let angle = 0.5 * atan2f(2 * (product / count - mean.x * mean.y), spread.x - spread.y)
      var better = SIMD2(-sinf(angle), cosf(angle))
      if (better * normal).sum() < 0 { better = -better }
      guard (better * normal).sum() > 0.995 else { return nil }
      normal = better
      distance = (mean * normal).sum()
    }
    var marks = [Int32](repeating: 0, count: 2 * reach + 1)
    for edge in edges where isOn(edge) {
      let place = Int((normal.x * edge.place.y - normal.y * edge.place.x).rounded()) + reach
      for near in max(0, place - 1)...min(2 * reach, place + 1) { marks[near] = 1 }
    }
    counts = marks.reduce(into: [0]) { $0.append($0.last! + $1) }
    first = -reach
    (self.normal, self.distance) = (normal, distance)
  }

  /// Where a point of the line lies along it.
  func position(of point: SIMD2<Float>) -> Float { normal.x * point.y - normal.y * point.x }

  /// How many places between two positions lie on an edge, and how many there are.
  func support(from start: Float, to end: Float) -> (count: Float, length: Float) {
    func index(_ position: Float) -> Int { max(0, min(counts.count - 1, Int(position.rounded()) - first)) }
    let (low, high) = (index(min(start, end)), index(max(start, end)))
    return (Float(counts[high] - counts[low]), Float(high - low))
  }

  /// Nil where they are nearly parallel.
  func crossing(with other: EdgeLine) -> SIMD2<Float>? {
    let sine = normal.x * other.normal.y - normal.y * other.normal.x
    guard abs(sine) > 0.1 else { return nil }
    return SIMD2(
      (distance * other.normal.y - other.distance * normal.y) / sine,
      (other.distance * normal.x - distance * other.normal.x) / sine)
  }

  /// The cosine of the angle between the two.
  func alignment(with other: EdgeLine) -> Float { (normal * other.normal).sum() }

  /// Hardly another line.
  func resembles(_ other: EdgeLine) -> Bool {
    let cosine = alignment(with: other)
    return abs(cosine) > 0.9994 && abs(distance - (cosine < 0 ? -other.distance : other.distance)) < 2.5
  }
}
