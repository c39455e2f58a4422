internal import Synchronization

/// The quadrangles around the middle of a photo that may outline a sleeve: each consists of two lines and two that
/// cross them.
///
/// All measures of a side are computed from prefix sums along its line, so that some hundred thousand quadrangles can
/// be scored.
struct SleeveSearch {
  private let lines: [EdgeLine]
  private let size: SIMD2<Float>
  /// The distance from each line to the photo's middle, along its normal.
  private let ways: [Float]
  /// How horizontal each line is; 0 for a vertical one.
  private let rises: [Float]
  /// Of the most vertical one.
  private let lowest: Float
  /// Whether the middle must be inside.
  private let holdsMiddle: Bool
  /// The least length of the shortest side, in pixels.
  private let shortest: Float

  /// The shortest side as a fraction of the photo's short side. Smaller sleeves can't be read anyway.
  private static let leastSide: Float = 0.2
  /// How far a corner may be outside the photo, as a fraction of its long side.
  private static let slack: Float = 0.04
  /// A record is square; a cassette's inlay or a book is 1.6 times as high as wide. Perspective adds to that.
  private static let mostElongated: Float = 1.75
  /// The greatest ratio between two opposite sides.
  private static let mostForeshortened: Float = 1.9
  /// The least fraction of a side on edges: of any side, of all but one, and of all but two. Hands hide a side, and a
  /// dark sleeve's lower edge disappears in dark shelves. Not static, because the innermost loop would check each time
  /// whether it is initialized.
  private let leastSupport: SIMD3<Float> = [0.08, 0.3, 0.4]

  /// - Parameters:
  ///   - holdsMiddle: search only for those around the middle.
  ///   - middle: the photo's, unless given.
  ///   - shortest: the least length of the shortest side, in pixels.
  init(
    _ lines: [EdgeLine], in map: EdgeMap, holdingMiddle holdsMiddle: Bool, middle: SIMD2<Float>? = nil,
    shortest: Float? = nil
  ) {
    self.lines = lines
    self.holdsMiddle = holdsMiddle
    size = SIMD2(Float(map.width), Float(map.height))
    self.shortest = shortest ?? Self.leastSide * min(size.x, size.y)
    let middle = middle ?? size / 2
    rises = lines.map { abs($0.normal.y) }
    lowest = rises.min() ?? 0
    ways = lines.map { ($0.normal * middle).sum() - $0.distance }
  }

  /// Those with a score of at least `least`; of the ones that score worse than the best by more than `margin`, some may
  /// be missing.
  func outlines(least: Float, margin: Float = .infinity) -> [SleeveOutline] {
    // Most quadrangles can't reach this score, whatever is along their sides. A positive number has the order of its bits.
    let floor = Atomic(least.bitPattern)
    let next = Atomic(0)
    var found = [[SleeveOutline]](repeating: [], count: lines.count)
    let (crossings, areOpposite) = (crossings(), areOpposite)
    crossings.withUnsafeBufferPointer { crossings in
      areOpposite.withUnsafeBufferPointer { areOpposite in
        found.withUnsafeMutableBufferPointer { found in
          func search() {
            while true {
              let line = next.add(1, ordering: .relaxed).oldValue
              guard line < found.count else { return }
              let least = Float(bitPattern: floor.load(ordering: .relaxed))
              found[line] = outlines(with: line, crossings, areOpposite: areOpposite, least: least, margin: margin)
              guard let best = found[line].map(\.score).max(), best - margin > least else { continue }
              floor.max((best - margin).bitPattern, ordering: .relaxed)
            }
          }
          SecondThread.run(search, alongside: search)
        }
      }
    }
    return found.flatMap(\.self)
  }

  /// Those of which `one` is a side, and the opposite side is a later line.
  private func outlines(
    with one: Int, _ crossings: UnsafeBufferPointer<Crossing>, areOpposite: UnsafeBufferPointer<Bool>, least: Float,
    margin: Float
  ) -> [SleeveOutline] {
    var outlines: [SleeveOutline] = []
    var least = least
    var sides: [Side] = []
    // The greatest support of each side and those behind it, the last side first.
    var supports: [Float] = []
    let count = lines.count
    // No other line can be one of the two between them.
    let crossing = (0..<count).filter { !crossings[one * count + $0].position.isNaN }
    for other in one..<count where areOpposite[one * count + other] {
      // Each quadrangle is found twice, once for each pair of opposite sides; only the one with the more horizontal pair
      // first is used.
      let rise = rises[one] + rises[other]
      sides.removeAll(keepingCapacity: true)
      for across in crossing where rises[across] + lowest <= rise {
        let start = crossings[one * count + across]
        let side = Side(on: across, from: start, to: crossings[other * count + across])
        // NaN if the lines don't cross.
        if side.length >= shortest, side.support >= leastSupport[0],
          SleeveOutline.highestScore(SIMD4(side.support, 1, 1, 1)) >= least
        {
          sides.append(side)
        }
      }
      supports.removeAll(keepingCapacity: true)
      for side in sides.reversed() { supports.append(max(side.support, supports.last ?? 0)) }
      for (index, first) in sides.enumerated().dropLast() {
        let highest = supports[sides.count - index - 2]
        guard SleeveOutline.highestScore(SIMD4(first.support, highest, 1, 1)) >= least else { continue }
        for second in sides[(index + 1)...] {
          guard areOpposite[first.line * count + second.line], rises[first.line] + rises[second.line] <= rise,
            SleeveOutline.highestScore(SIMD4(first.support, second.support, 1, 1)) >= least
          else { continue }
          let (from, to) = (first.line * count, second.line * count)
          let third = Side(on: other, from: crossings[from + other], to: crossings[to + other])
          guard third.length >= shortest, third.support >= leastSupport[0] else { continue }
          let fourth = Side(on: one, from: crossings[to + one], to: crossings[from + one])
          guard fourth.length >= shortest, fourth.support >= leastSupport[0],
            let outline = outline(first, third, second, fourth, least: least)
          else { continue }
          outlines.append(outline)
          least = max(least, outline.score - margin)
        }
      }
    }
    return outlines
  }

  /// The point where two lines cross.
  private struct Crossing {
    /// NaN if they don't cross within the photo, or cross at too small an angle.
    var point = SIMD2<Float>(repeating: .nan)
    /// Along the line.
    var position = Float.nan
    /// How many positions up to here are on edges, and how many there are in total.
    var edges: Int32 = 0
    var places: Int32 = 0
  }

  /// For each pair of lines: at `crossing * count + crossed`.
  private func crossings() -> [Crossing] {
    var crossings = [Crossing](repeating: Crossing(), count: lines.count * lines.count)
    let slack = Self.slack * max(size.x, size.y)
    func crossing(of line: EdgeLine, at point: SIMD2<Float>) -> Crossing {
      let position = line.position(of: point)
      guard line.knows(position) else { return Crossing() }
      let (edges, places) = line.edges(upTo: position)
      return Crossing(point: point, position: position, edges: edges, places: places)
    }
    for one in lines.indices {
      for other in lines.indices.dropFirst(one + 1) where abs(lines[one].alignment(with: lines[other])) < 0.6 {
        guard let point = lines[one].crossing(with: lines[other]), all(point .>= -slack), all(point .<= size + slack)
        else { continue }
        crossings[one * lines.count + other] = crossing(of: lines[other], at: point)
        crossings[other * lines.count + one] = crossing(of: lines[one], at: point)
      }
    }
    return crossings
  }

  /// The part of a line between two others.
  private struct Side {
    let line: Int
    /// Where it crosses the two.
    let start: SIMD2<Float>
    let end: SIMD2<Float>
    let length: Float
    /// The fraction of it that is on edges.
    let support: Float

    @inline(__always)
    init(on line: Int, from start: Crossing, to end: Crossing) {
      (self.line, self.start, self.end) = (line, start.point, end.point)
      length = abs(start.position - end.position)
      support = Float(abs(end.edges &- start.edges)) / Float(max(1, abs(end.places &- start.places)))
    }
  }

  /// For each pair of lines: whether they can be opposite sides, with about the same direction and far enough apart.
  private var areOpposite: [Bool] {
    var areOpposite = [Bool](repeating: false, count: lines.count * lines.count)
    for one in lines.indices {
      for other in lines.indices.dropFirst(one + 1) {
        let cosine = lines[one].alignment(with: lines[other])
        let (here, there) = (ways[one], cosine < 0 ? -ways[other] : ways[other])
        guard abs(cosine) >= 0.8, abs(here - there) >= shortest * 0.7, !holdsMiddle || here * there < 0
        else { continue }
        areOpposite[one * lines.count + other] = true
        areOpposite[other * lines.count + one] = true
      }
    }
    return areOpposite
  }

  /// From four sides, in order; nil if its score is below `least`.
  @inline(__always)
  private func outline(_ one: Side, _ two: Side, _ three: Side, _ four: Side, least: Float) -> SleeveOutline? {
    let supports = SIMD4(one.support, two.support, three.support, four.support)
    let highest = SleeveOutline.highestScore(supports)
    guard highest >= least,
      supports.count(below: leastSupport[1]) <= 1, supports.count(below: leastSupport[2]) <= 2,
      let shape = Quadrangle(one.start, one.end, three.end, three.start),
      shape.elongation <= Self.mostElongated, shape.foreshortening <= Self.mostForeshortened,
      highest + SleeveOutline.form(of: shape, in: size) >= least
    else { return nil }
    var rims = SleeveOutline.Rims(supports: supports)
    let center = shape.center
    for side in [one, two, three, four] {
      rims.add(lines[side.line], from: side.start, to: side.end, around: center)
    }
    let outline = SleeveOutline(shape, rims, in: size)
    return outline.score >= least ? outline : nil
  }
}

extension SIMD4<Float> {
  fileprivate func count(below limit: Float) -> Int {
    (self[0] < limit ? 1 : 0) + (self[1] < limit ? 1 : 0) + (self[2] < limit ? 1 : 0) + (self[3] < limit ? 1 : 0)
  }
}
