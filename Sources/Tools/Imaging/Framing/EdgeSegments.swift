internal import Glibc

/// Finds the straight edges in a map, each as far as it goes: from an edge on both ways along it, with the line fitted
/// again and again (like Grompone von Gioi, Jakubowicz, Morel, and Randall, "LSD: A Line Segment Detector", 2012).
struct EdgeSegments {
  private let map: EdgeMap
  private let width: Int
  private let normals: [SIMD2<Float>]
  /// Whether each pixel is on a line already, row by row.
  private var isUsed: [Bool]

  /// A line is looked for at every third edge: it consists of many.
  private static let seedStep = 3
  /// In pixels: how far from the line an edge of it may be.
  private static let breadth: Float = 1.6
  /// The least cosine between an edge's normal and the line's.
  private static let agreement: Float = 0.92
  /// In pixels: the longest gap in a short edge; a long one may have longer ones.
  private static let gap = 3
  private static let mostGap = 14
  private static let lengthPerGap: Float = 8
  /// In levels per pixel.
  private static let mostStrength: Float = 10
  /// The least part of its length that is on edges.
  private static let leastCovered: Float = 0.6

  /// - Parameter shortest: in pixels.
  static func lines(in map: EdgeMap, shortest: Float, most: Int) -> [EdgeLine] {
    var search = EdgeSegments(map)
    let segments = stride(from: 0, to: map.edges.count, by: seedStep).compactMap { number in
      search.segment(from: map.edges[number], shortest: shortest)
    }
    let kept = segments.sorted { $0.weight > $1.weight }.prefix(most)
    var lines = kept.map { search.line(along: $0) }
    lines.withUnsafeMutableBufferPointer { lines in
      SecondThread.halve(lines.indices) { for index in $0 { lines[index].look(at: map) } }
    }
    return lines
  }

  private init(_ map: EdgeMap) {
    self.map = map
    width = map.width
    normals = map.normals
    isUsed = [Bool](repeating: false, count: map.width * map.height)
  }

  /// A line between two positions along it.
  private struct Segment {
    var fit = LineFit()
    var start: Float = 0
    var end: Float = 0
    var length: Float { end - start }
    /// The sum of its edges' strengths: long and visible ones have more.
    var weight: Float = 0
  }

  /// The least-squares line through points.
  private struct LineFit {
    private(set) var count: Float = 0
    private var sum = SIMD2<Float>.zero
    private var squares = SIMD2<Float>.zero
    private var product: Float = 0
    /// Of length 1, and the point in the middle.
    var normal = SIMD2<Float>.zero
    private(set) var mean = SIMD2<Float>.zero

    var along: SIMD2<Float> { SIMD2(-normal.y, normal.x) }

    mutating func add(_ place: SIMD2<Float>) {
      count += 1
      sum += place
      squares += place * place
      product += place.x * place.y
    }

    mutating func settle() {
      mean = sum / count
      guard count >= 5 else { return }
      let spread = squares / count - mean * mean
      let angle = 0.5 * atan2f(2 * (product / count - mean.x * mean.y), spread.x - spread.y)
      let better = SIMD2(-sinf(angle), cosf(angle))
      normal = (better * normal).sum() < 0 ? -better : better
    }
  }

  /// The pixel of the edge at a place or beside it, across a line.
  private func edge(near place: SIMD2<Float>, _ normal: SIMD2<Float>) -> Int? {
    let (x, y) = (Int(place.x + 0.5), Int(place.y + 0.5))
    guard x > 0, y > 0, x < width - 1, y < map.height - 1 else { return nil }
    let middle = y * width + x
    // Along the axis that the normal is closest to.
    let beside = abs(normal.x) > abs(normal.y) ? 1 : width
    if abs((normals[middle] * normal).sum()) >= Self.agreement { return middle }
    for pixel in [middle - beside, middle + beside]
    where abs((normals[pixel] * normal).sum()) >= Self.agreement
      && abs(((self.place(of: pixel) - place) * normal).sum()) <= Self.breadth
    {
      return pixel
    }
    return nil
  }

  private func place(of pixel: Int) -> SIMD2<Float> { SIMD2(Float(pixel % width), Float(pixel / width)) }

  private mutating func segment(from first: EdgeMap.Edge, shortest: Float) -> Segment? {
    let seed = Int(first.place.y) * width + Int(first.place.x)
    guard !isUsed[seed] else { return nil }
    var fit = LineFit()
    fit.normal = first.normal
    fit.add(first.place)
    fit.settle()
    var covered: [Int] = [seed]
    var ends: [SIMD2<Float>] = []
    for sign in [Float(1), -1] {
      // The other way begins where the first did.
      var place = first.place - fit.normal * ((first.place - fit.mean) * fit.normal).sum()
      var (last, missed) = (place, 0)
      while missed <= min(Self.mostGap, Self.gap + Int(fit.count / Self.lengthPerGap)) {
        place += fit.along * sign
        guard let next = edge(near: place, fit.normal), !isUsed[next] else {
          missed += 1
          continue
        }
        if next == covered.last { continue }
        (last, missed) = (place, 0)
        covered.append(next)
        fit.add(self.place(of: next))
        if fit.count < 12 || Int(fit.count) % 8 == 0 {
          fit.settle()
          place -= fit.normal * ((place - fit.mean) * fit.normal).sum()
        }
      }
      ends.append(last)
    }
    fit.settle()
    isUsed[seed] = true
    let positions = ends.map { ($0 * fit.along).sum() }
    var segment = Segment(fit: fit, start: positions.min() ?? 0, end: positions.max() ?? 0)
    guard segment.length >= shortest, fit.count >= Self.leastCovered * segment.length else { return nil }
    for pixel in covered {
      isUsed[pixel] = true
      segment.weight += min(Self.mostStrength, map.strengths[pixel])
    }
    // Wherever it is two edges wide.
    for step in 0...Int(segment.length) {
      let place = fit.mean + fit.along * (segment.start + Float(step) - (fit.mean * fit.along).sum())
      while let other = edge(near: place, fit.normal), !isUsed[other] { isUsed[other] = true }
    }
    return segment
  }

  /// The line, with what is on it as far as a side of which this is a part may reach.
  private func line(along segment: Segment) -> EdgeLine {
    let fit = segment.fit
    let beyond = min(240, segment.length * 3 + 12)
    let (first, last) = (Int((segment.start - beyond).rounded(.down)), Int((segment.end + beyond).rounded(.up)))
    return EdgeLine(normal: fit.normal, distance: (fit.mean * fit.normal).sum(), from: first, to: last) {
      edge(near: $0, fit.normal) != nil
    }
  }
}
