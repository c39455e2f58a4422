/// The quadrangles among a photo's lines that may be covers: two lines and two others across them, with edges nearly all
/// the way between the corners.
struct OutlineSearch {
  private let lines: [EdgeLine]
  private let size: SIMD2<Float>
  /// Pixels: of the shortest side of a cover.
  private let leastSide: Float

  /// Of the photo's short side. Less can't be read anyway.
  private static let leastSide: Float = 0.2
  /// A record is square, a cassette's inlay or a book 1.6 times as high as wide; perspective adds to it.
  private static let mostElongated: Float = 1.75
  /// Opposite sides: more, and it is seen too much aslant to be read.
  private static let mostForeshortened: Float = 1.6
  /// Of a side, what must lie on edges at least for it to be looked at.
  private static let leastSupport: Float = 0.35
  /// What edges beyond the corners take off the score.
  private static let overshootCost: Float = 0.2

  /// Those in the photo, best first.
  static func outlines(in map: EdgeMap) -> [Outline] {
    OutlineSearch(map).outlines().sorted { $0.score > $1.score }
  }

  private init(_ map: EdgeMap) {
    lines = LineSearch.lines(in: map)
    size = SIMD2(Float(map.width), Float(map.height))
    leastSide = Self.leastSide * min(size.x, size.y)
  }

  private typealias Pair = (EdgeLine, EdgeLine)

  private func outlines() -> [Outline] {
    let pairs = parallels()
    var outlines: [Outline] = []
    for (index, pair) in pairs.enumerated() {
      for other in pairs[(index + 1)...]
      where abs(pair.0.alignment(with: other.0)) < 0.5 && abs(pair.1.alignment(with: other.1)) < 0.5 {
        if let outline = outline(pair, other) { outlines.append(outline) }
      }
    }
    return outlines
  }

  /// Those that can be opposite sides: the same direction but for perspective, and far enough from each other.
  private func parallels() -> [Pair] {
    let middle = size / 2
    return lines.indices.flatMap { index in
      lines[(index + 1)...].compactMap { other -> Pair? in
        let line = lines[index]
        let cosine = line.alignment(with: other)
        guard abs(cosine) >= 0.9 else { return nil }
        let here = (line.normal * middle).sum() - line.distance
        let there = (other.normal * middle).sum() - other.distance
        return abs(here - (cosine < 0 ? -there : there)) >= leastSide * 0.7 ? (line, other) : nil
      }
    }
  }

  private func outline(_ pair: Pair, _ across: Pair) -> Outline? {
    guard let a = pair.0.crossing(with: across.0), isInPhoto(a), let b = pair.1.crossing(with: across.0), isInPhoto(b),
      let c = pair.1.crossing(with: across.1), isInPhoto(c), let d = pair.0.crossing(with: across.1), isInPhoto(d),
      isCoverLike([a, b, c, d])
    else { return nil }
    var (supported, length, overshoot, weakest) = (Float(0), Float(0), Float(0), Float(1))
    for (line, from, to) in [(across.0, a, b), (pair.1, b, c), (across.1, c, d), (pair.0, d, a)] {
      let (start, end) = (line.position(of: from), line.position(of: to))
      let side = line.support(from: start, to: end)
      let part = side.count / max(1, side.length)
      guard part >= Self.leastSupport else { return nil }
      supported += side.count
      length += side.length
      weakest = min(weakest, part)
      overshoot += Self.overshoot(of: line, from: min(start, end), to: max(start, end)) / 4
    }
    return Outline(
      corners: [a, b, c, d], score: supported / max(1, length) - Self.overshootCost * overshoot, weakestSide: weakest)
  }

  /// The part of the line just beyond its two ends that lies on edges.
  private static func overshoot(of line: EdgeLine, from low: Float, to high: Float) -> Float {
    let (gap, reach) = (Float(3), max(4, 0.12 * (high - low)))
    let before = line.support(from: low - reach - gap, to: low - gap)
    let after = line.support(from: high + gap, to: high + gap + reach)
    return (before.count + after.count) / max(1, before.length + after.length)
  }

  private func isInPhoto(_ point: SIMD2<Float>) -> Bool {
    let slack = 0.02 * max(size.x, size.y)
    return Box(low: .zero, high: size).widened(by: slack).contains(point)
  }

  private func isCoverLike(_ corners: [SIMD2<Float>]) -> Bool {
    let sides = corners.indices.map { corners[($0 + 1) % 4] - corners[$0] }
    let turns = sides.indices.count { sides[$0].x * sides[($0 + 1) % 4].y > sides[$0].y * sides[($0 + 1) % 4].x }
    guard turns == 0 || turns == 4 else { return false }
    let lengths = sides.map { ($0 * $0).sum().squareRoot() }
    func ratio(_ one: Float, _ other: Float) -> Float { max(one, other) / min(one, other) }
    return lengths.allSatisfy { $0 >= leastSide }
      && ratio(lengths[0] + lengths[2], lengths[1] + lengths[3]) <= Self.mostElongated
      && ratio(lengths[0], lengths[2]) <= Self.mostForeshortened
      && ratio(lengths[1], lengths[3]) <= Self.mostForeshortened
  }
}
