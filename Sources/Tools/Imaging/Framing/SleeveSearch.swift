internal import Glibc

/// The quadrangles around the middle of a photo that may be a sleeve's rim: two lines and two across them.
///
/// All that is asked of a side comes from sums along its line, so that some hundred thousand quadrangles can be judged.
struct SleeveSearch {
  private let lines: [EdgeLine]
  private let size: SIMD2<Float>
  /// From each line to the photo's middle, along its normal.
  private let ways: [Float]
  /// Whether the middle must lie inside.
  private let holdsMiddle: Bool

  /// The shortest side, as a part of the photo's short side. Less can't be read anyway.
  private static let leastSide: Float = 0.2
  /// How far a corner may lie outside of the photo, as a part of its long side.
  private static let slack: Float = 0.04
  /// A record is square, a cassette's inlay or a book 1.6 times as high as wide; perspective adds to it.
  private static let mostElongated: Float = 1.75
  /// How much longer the nearer of two opposite sides may be.
  private static let mostForeshortened: Float = 1.9
  /// What must lie on edges, as a part of a side: of any, of all but one, and of all but two. Hands hide a side, and a dark
  /// sleeve's lower edge disappears in dark shelves.
  private static let leastSupport: SIMD3<Float> = [0.08, 0.3, 0.4]

  /// - Parameter holdsMiddle: looks for those around the photo's middle alone.
  init(_ lines: [EdgeLine], in map: EdgeMap, holdingMiddle holdsMiddle: Bool) {
    self.lines = lines
    self.holdsMiddle = holdsMiddle
    size = SIMD2(Float(map.width), Float(map.height))
    let middle = size / 2
    ways = lines.map { ($0.normal * middle).sum() - $0.distance }
  }

  /// Those that score at least `SleeveOutline.leastScore`.
  func outlines() -> [SleeveOutline] {
    let least = Self.leastSide * min(size.x, size.y)
    var outlines: [SleeveOutline] = []
    var sides: [Side] = []
    for one in lines.indices {
      for other in lines.indices.dropFirst(one + 1) where areOpposite(one, other, apart: least * 0.7) {
        sides.removeAll(keepingCapacity: true)
        for across in lines.indices { if let side = side(of: across, between: one, other, least) { sides.append(side) } }
        for (index, first) in sides.enumerated() {
          for second in sides[(index + 1)...] where !isTwin(one, other, first, second) {
            guard !holdsMiddle || isApart(first.line, second.line),
              let outline = outline(one, other, first, second, least), outline.score >= SleeveOutline.leastScore
            else { continue }
            outlines.append(outline)
          }
        }
      }
    }
    return outlines
  }

  /// The part of a line between two others.
  private struct Side {
    let line: Int
    /// Where it crosses the one and the other.
    let start: SIMD2<Float>
    let end: SIMD2<Float>
    let support: Float
  }

  private func areOpposite(_ one: Int, _ other: Int, apart least: Float) -> Bool {
    let cosine = lines[one].alignment(with: lines[other])
    guard abs(cosine) >= 0.8 else { return false }
    let (here, there) = (ways[one], cosine < 0 ? -ways[other] : ways[other])
    return abs(here - there) >= least && (!holdsMiddle || here * there < 0)
  }

  /// Both can be sides: the middle lies between them.
  private func isApart(_ one: Int, _ other: Int) -> Bool {
    let cosine = lines[one].alignment(with: lines[other])
    return ways[one] * (cosine < 0 ? -ways[other] : ways[other]) < 0
  }

  private func side(of across: Int, between one: Int, _ other: Int, _ least: Float) -> Side? {
    let line = lines[across]
    guard abs(line.alignment(with: lines[one])) < 0.6, let start = line.crossing(with: lines[one]), isInPhoto(start),
      let end = line.crossing(with: lines[other]), isInPhoto(end)
    else { return nil }
    let (from, to) = (line.position(of: start), line.position(of: end))
    guard abs(from - to) >= least else { return nil }
    let support = line.support(from: from, to: to)
    return support >= Self.leastSupport[0] ? Side(line: across, start: start, end: end, support: support) : nil
  }

  /// Each quadrangle is met twice, once for each of its pairs of sides; the more horizontal pair goes first.
  private func isTwin(_ one: Int, _ other: Int, _ first: Side, _ second: Side) -> Bool {
    let rise = abs(lines[one].normal.y) + abs(lines[other].normal.y)
    return rise < abs(lines[first.line].normal.y) + abs(lines[second.line].normal.y)
  }

  private func isInPhoto(_ point: SIMD2<Float>) -> Bool {
    let slack = Self.slack * max(size.x, size.y)
    return all(point .>= -slack) && all(point .<= size + slack)
  }

  private func outline(_ one: Int, _ other: Int, _ first: Side, _ second: Side, _ least: Float) -> SleeveOutline? {
    guard let shape = Quadrangle(first.start, first.end, second.end, second.start), shape.shortest >= least,
      shape.elongation <= Self.mostElongated, shape.foreshortening <= Self.mostForeshortened
    else { return nil }
    func support(_ line: Int, _ from: SIMD2<Float>, _ to: SIMD2<Float>) -> Float {
      lines[line].support(from: lines[line].position(of: from), to: lines[line].position(of: to))
    }
    let supports = SIMD4(
      first.support, support(other, first.end, second.end), second.support, support(one, second.start, first.start))
    guard supports.min() >= Self.leastSupport[0], supports.count(below: Self.leastSupport[1]) <= 1,
      supports.count(below: Self.leastSupport[2]) <= 2
    else { return nil }
    var rims = SleeveOutline.Rims(supports: supports)
    let center = shape.center
    rims.add(lines[first.line], from: first.start, to: first.end, around: center)
    rims.add(lines[other], from: first.end, to: second.end, around: center)
    rims.add(lines[second.line], from: second.end, to: second.start, around: center)
    rims.add(lines[one], from: second.start, to: first.start, around: center)
    return SleeveOutline(shape, rims, in: size)
  }
}

extension SIMD4<Float> {
  fileprivate func count(below limit: Float) -> Int {
    (self[0] < limit ? 1 : 0) + (self[1] < limit ? 1 : 0) + (self[2] < limit ? 1 : 0) + (self[3] < limit ? 1 : 0)
  }
}
