internal import Glibc

/// An infinite straight line through edges, with the edges along it.
struct EdgeLine {
  /// Of length 1.
  let normal: SIMD2<Float>
  /// From the map's upper left corner, along the normal.
  let distance: Float
  /// Prefix sums over the positions along the line, starting far before its beginning; each array has one more element
  /// than there are positions.
  private var edges: [Int32] = []
  /// Where the two sides of the line look different.
  private var contrasts: [Int32] = []
  /// How much each side changes from one position to the next, in levels: the side that the normal points to first.
  private var changes: [SIMD2<Float>] = []
  private let first: Int
  /// The length of its longest edge, in pixels: a position on an edge adds to it, a gap subtracts more.
  let longestRun: Float

  /// In pixels. Edges may be this far off the line, because lenses bend lines, and sleeves are worn.
  private static let breadth: Float = 2
  /// In pixels: how far from the first estimate of a line edges are looked for.
  private static let vicinity: Float = 8
  /// The least cosine between an edge's normal and the line's: within twenty degrees.
  private static let agreement: Float = 0.94
  /// The least visible difference between the two sides of an edge, in levels.
  private static let leastContrast: Float = 12
  /// In levels from one position along an edge to the next; anything above this is equally rough.
  private static let mostRoughness: Float = 20

  /// The least-squares line through the edges near another line. Nil if they don't form such a line.
  init?(near normal: SIMD2<Float>, distance: Float, among edges: ArraySlice<EdgeMap.Edge>, reach: Int) {
    let edges = [EdgeMap.Edge](unsafeUninitializedCapacity: edges.count) { near, count in
      // Without a branch, which processors can't predict.
      edges.withUnsafeBufferPointer { edges in
        for edge in edges {
          near[count] = edge
          count += abs((edge.place * normal).sum() - distance) <= Self.vicinity ? 1 : 0
        }
      }
    }
    guard edges.count >= 10 else { return nil }
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
      let place = (normal.x * edge.place.y - normal.y * edge.place.x).nearest + reach
      for near in max(0, place - 1)...min(2 * reach, place + 1) { marks[near] = 1 }
    }
    first = -reach
    (self.normal, self.distance) = (normal, distance)
    (self.edges, longestRun) = Self.edges(marks)
  }

  /// A part of a line.
  /// - Parameter isEdge: whether there is an edge of it at a place.
  init(normal: SIMD2<Float>, distance: Float, from first: Int, to last: Int, isEdge: (SIMD2<Float>) -> Bool) {
    (self.normal, self.distance, self.first) = (normal, distance, first)
    let along = SIMD2(-normal.y, normal.x)
    var marks = [Int32](repeating: 0, count: last - first + 1)
    for position in marks.indices where isEdge(normal * distance + along * Float(first + position)) {
      for near in max(0, position - 1)...min(marks.count - 1, position + 1) { marks[near] = 1 }
    }
    (edges, longestRun) = Self.edges(marks)
  }

  /// `edges` and `longestRun` of a line that is on an edge wherever `marks` is 1, not 0.
  private static func edges(_ marks: [Int32]) -> (sums: [Int32], longestRun: Float) {
    var (sum, best, run) = (Int32(0), Float(0), Float(0))
    var sums: [Int32] = [0]
    sums.reserveCapacity(marks.count + 1)
    for mark in marks {
      sum += mark
      sums.append(sum)
      run = max(0, run + (mark > 0 ? 1 : -1.5))
      best = max(best, run)
    }
    return (sums, best)
  }

  /// Whether it is known what is at a position.
  func knows(_ position: Float) -> Bool { position >= Float(first) && position < Float(first + edges.count - 1) }

  /// Examines both sides of the line.
  mutating func look(at map: EdgeMap) {
    let way = SIMD2(-normal.y, normal.x)
    let start = normal * distance
    let size = SIMD2(Float(map.width), Float(map.height))
    let last = size - 1
    func tone(_ place: SIMD2<Float>) -> SIMD3<Float> {
      let inside = pointwiseMin(pointwiseMax(place, .zero), last)
      return map.tones[inside.y.nearest * map.width + inside.x.nearest]
    }
    func length(_ difference: SIMD3<Float>) -> Float { (difference * difference).sum().squareRoot() }
    contrasts = [0]
    changes = [.zero]
    contrasts.reserveCapacity(edges.count)
    changes.reserveCapacity(edges.count)
    var before: (SIMD3<Float>, SIMD3<Float>)?
    for index in 0..<edges.count - 1 {
      let place = start + way * Float(first + index)
      guard all(place .> -6), all(place .< size + 6) else {
        contrasts.append(contrasts[index])
        changes.append(changes[index])
        before = nil
        continue
      }
      let there = (tone(place + normal * 3) + tone(place + normal * 5)) / 2
      let here = (tone(place - normal * 3) + tone(place - normal * 5)) / 2
      contrasts.append(contrasts[index] + (length(there - here) > Self.leastContrast ? 1 : 0))
      var change = SIMD2<Float>.zero
      if let before {
        change = SIMD2(
          min(Self.mostRoughness, length(there - before.0)), min(Self.mostRoughness, length(here - before.1)))
      }
      changes.append(changes[index] + change)
      before = (there, here)
    }
  }

  /// The position of a point along the line.
  func position(of point: SIMD2<Float>) -> Float { normal.x * point.y - normal.y * point.x }

  private func index(_ position: Float) -> Int { max(0, min(edges.count - 1, Int(position + 0.5 - Float(first)))) }

  /// How many positions up to this one are on edges, and how many there are in total.
  func edges(upTo position: Float) -> (edges: Int32, places: Int32) {
    let place = index(position)
    return (edges[place], Int32(place))
  }

  /// The fraction on an edge between two positions.
  func support(from start: Float, to end: Float) -> Float {
    let (low, high) = (index(min(start, end)), index(max(start, end)))
    return Float(edges[high] - edges[low]) / Float(max(1, high - low))
  }

  /// Between two positions: the fraction along which the two sides differ, and the roughness of each side, in levels
  /// per position.
  func rim(from start: Float, to end: Float) -> (contrast: Float, there: Float, here: Float) {
    let (low, high) = (index(min(start, end)), index(max(start, end)))
    let length = Float(max(1, high - low))
    let change = (changes[high] - changes[low]) / length
    return (Float(contrasts[high] - contrasts[low]) / length, change.x, change.y)
  }

  /// Nil if they are nearly parallel.
  func crossing(with other: EdgeLine) -> SIMD2<Float>? {
    let sine = normal.x * other.normal.y - normal.y * other.normal.x
    guard abs(sine) > 0.1 else { return nil }
    return SIMD2(
      (distance * other.normal.y - other.distance * normal.y) / sine,
      (other.distance * normal.x - distance * other.normal.x) / sine)
  }

  /// The cosine of the angle between the two.
  func alignment(with other: EdgeLine) -> Float { (normal * other.normal).sum() }

  /// Whether it is nearly the same line.
  func resembles(_ other: EdgeLine) -> Bool {
    let cosine = alignment(with: other)
    return abs(cosine) > 0.9994 && abs(distance - (cosine < 0 ? -other.distance : other.distance)) < 2.5
  }
}

extension Float {
  /// The nearest integer, from a half away from zero: as `rounded()`, without a call of the C library, since
  /// x86-64 has no instruction for it.
  @inline(__always)
  var nearest: Int { Int(self + (self < 0 ? -Float(0.5).nextDown : Float(0.5).nextDown)) }
}
