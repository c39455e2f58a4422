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
  /// Pixels of the shortest side.
  private let least: Float

  /// Of the shortest side, as a part of the photo's short side. Less can't be read anyway.
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
    least = Self.leastSide * min(size.x, size.y)
    let middle = size / 2
    ways = lines.map { ($0.normal * middle).sum() - $0.distance }
  }

  /// Those that score at least `SleeveOutline.leastScore`.
  func outlines() -> [SleeveOutline] {
    var outlines: [SleeveOutline] = []
    var sides: [Side] = []
    let crossings = crossings()
    for one in lines.indices {
      for other in lines.indices.dropFirst(one + 1) where areOpposite(one, other) {
        sides.removeAll(keepingCapacity: true)
        for across in lines.indices {
          guard let start = crossings[one * lines.count + across], let end = crossings[other * lines.count + across]
          else { continue }
          let side = Side(of: lines[across], across, from: start, to: end)
          if side.length >= least, side.support >= Self.leastSupport[0] { sides.append(side) }
        }
        let rise = abs(lines[one].normal.y) + abs(lines[other].normal.y)
        for (index, first) in sides.enumerated() {
          for second in sides[(index + 1)...] {
            // Each quadrangle is met twice, once for each of its pairs of sides; the more horizontal pair goes first.
            guard rise >= abs(lines[first.line].normal.y) + abs(lines[second.line].normal.y),
              areOpposite(first.line, second.line), let outline = outline(one, other, first, second)
            else { continue }
            outlines.append(outline)
          }
        }
      }
    }
    return outlines
  }

  /// Where each line crosses each other one, within the photo and not too much aslant.
  private func crossings() -> [SIMD2<Float>?] {
    var crossings = [SIMD2<Float>?](repeating: nil, count: lines.count * lines.count)
    let slack = Self.slack * max(size.x, size.y)
    for one in lines.indices {
      for other in lines.indices.dropFirst(one + 1) where abs(lines[one].alignment(with: lines[other])) < 0.6 {
        guard let point = lines[one].crossing(with: lines[other]), all(point .>= -slack), all(point .<= size + slack)
        else { continue }
        crossings[one * lines.count + other] = point
        crossings[other * lines.count + one] = point
      }
    }
    return crossings
  }

  /// The part of a line between two others.
  private struct Side {
    let line: Int
    /// Where it crosses the one and the other.
    let start: SIMD2<Float>
    let end: SIMD2<Float>
    let length: Float
    let support: Float

    init(of line: EdgeLine, _ number: Int, from start: SIMD2<Float>, to end: SIMD2<Float>) {
      let (from, to) = (line.position(of: start), line.position(of: end))
      (self.line, self.start, self.end) = (number, start, end)
      length = abs(from - to)
      support = line.support(from: from, to: to)
    }
  }

  /// The same direction but for perspective, and far enough from each other.
  private func areOpposite(_ one: Int, _ other: Int) -> Bool {
    let cosine = lines[one].alignment(with: lines[other])
    guard abs(cosine) >= 0.8 else { return false }
    let (here, there) = (ways[one], cosine < 0 ? -ways[other] : ways[other])
    return abs(here - there) >= least * 0.7 && (!holdsMiddle || here * there < 0)
  }

  private func outline(_ one: Int, _ other: Int, _ first: Side, _ second: Side) -> SleeveOutline? {
    let third = Side(of: lines[other], other, from: first.end, to: second.end)
    guard third.length >= least, third.support >= Self.leastSupport[0] else { return nil }
    let fourth = Side(of: lines[one], one, from: second.start, to: first.start)
    guard fourth.length >= least else { return nil }
    let supports = SIMD4(first.support, third.support, second.support, fourth.support)
    guard supports.min() >= Self.leastSupport[0], supports.count(below: Self.leastSupport[1]) <= 1,
      supports.count(below: Self.leastSupport[2]) <= 2,
      let shape = Quadrangle(first.start, first.end, second.end, second.start),
      shape.elongation <= Self.mostElongated, shape.foreshortening <= Self.mostForeshortened
    else { return nil }
    var rims = SleeveOutline.Rims(supports: supports)
    let center = shape.center
    for side in [first, third, second, fourth] {
      rims.add(lines[side.line], from: side.start, to: side.end, around: center)
    }
    let outline = SleeveOutline(shape, rims, in: size)
    return outline.score >= SleeveOutline.leastScore ? outline : nil
  }
}

extension SIMD4<Float> {
  fileprivate func count(below limit: Float) -> Int {
    (self[0] < limit ? 1 : 0) + (self[1] < limit ? 1 : 0) + (self[2] < limit ? 1 : 0) + (self[3] < limit ? 1 : 0)
  }
}
