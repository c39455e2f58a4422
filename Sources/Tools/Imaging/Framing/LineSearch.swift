internal import Glibc

/// Finds the straight lines in a photo: each edge votes for the lines through it, within a few degrees of its own
/// direction (Duda and Hart, "Use of the Hough Transformation to Detect Lines and Curves in Pictures", 1972).
struct LineSearch {
  private let reach: Int
  private let distances: Int
  private let normals: [SIMD2<Float>]
  private var votes: [Int32]
  /// The edges by direction, twice in a row, because directions wrap around.
  private let edges: [EdgeMap.Edge]
  /// The start of each direction in `edges`.
  private let starts: [Int]

  /// One per degree.
  private static let directions = 180
  /// In degrees: how much a line may differ from an edge that votes for it, since worn rims and fingers bend edges.
  private static let spread = 6
  /// Lines are counted per sixth of the directions, so that floorboards or the spines on a shelf don't crowd out all
  /// others.
  private static let parts = 6
  /// Per sixth: how many lines with the longest edges are kept, and how many peaks are examined for each.
  static let mostKept = 25
  private static let triedPerKept = 4
  /// In degrees: how much the direction of a line's edges may differ, with some tolerance, because the line isn't exact
  /// yet.
  private static let agreement = 24

  /// - Parameter most: per sixth of the directions.
  static func lines(in map: EdgeMap, most: Int = mostKept) -> [EdgeLine] { LineSearch(map).lines(in: map, most: most) }

  private init(_ map: EdgeMap) {
    reach = Int(Float(map.width * map.width + map.height * map.height).squareRoot()) + 2
    distances = 2 * reach + 1
    normals = (0..<Self.directions).map { direction in
      let angle = Float(direction) * .pi / Float(Self.directions)
      return SIMD2(cosf(angle), sinf(angle))
    }
    votes = [Int32](repeating: 0, count: Self.directions * distances)
    var byDirection = [[EdgeMap.Edge]](repeating: [], count: Self.directions)
    for edge in map.edges {
      let own = Int((atan2f(edge.normal.y, edge.normal.x) * Float(Self.directions) / .pi).rounded())
      byDirection[own % Self.directions].append(edge)
      for near in own - Self.spread...own + Self.spread {
        let direction = (near + Self.directions) % Self.directions
        let distance = (edge.place * normals[direction]).sum().nearest + reach
        votes[direction * distances + distance] += 1
      }
    }
    byDirection += byDirection
    edges = byDirection.flatMap(\.self)
    starts = byDirection.reduce(into: [0]) { $0.append($0.last! + $1.count) }
  }

  private func lines(in map: EdgeMap, most: Int) -> [EdgeLine] {
    let peaks = peaks(least: Int32(min(map.width, map.height) / 10))
    var lines = [EdgeLine?](repeating: nil, count: peaks.count)
    lines.withUnsafeMutableBufferPointer { lines in
      SecondThread.halve(peaks.indices) {
        for (index, peak) in zip($0, peaks[$0]) {
          lines[index] = EdgeLine(
            near: normals[peak.direction], distance: Float(peak.distance - reach), among: edges(around: peak.direction),
            reach: reach)
        }
      }
    }
    var found = [[EdgeLine]](repeating: [], count: Self.parts)
    for (peak, line) in zip(peaks, lines) {
      let part = peak.direction * Self.parts / Self.directions
      guard found[part].count < most * Self.triedPerKept, let line,
        !found.contains(where: { $0.contains(where: line.resembles) })
      else { continue }
      found[part].append(line)
    }
    var kept = found.flatMap { lines in
      lines.map { (line: $0, run: $0.longestRun) }.sorted { $0.run > $1.run }.prefix(most).map(\.line)
    }
    kept.withUnsafeMutableBufferPointer { kept in
      SecondThread.halve(kept.indices) { for index in $0 { kept[index].look(at: map) } }
    }
    return kept
  }

  private func edges(around direction: Int) -> ArraySlice<EdgeMap.Edge> {
    let first = (direction - Self.agreement + Self.directions) % Self.directions
    return edges[starts[first]..<starts[first + 2 * Self.agreement + 1]]
  }

  /// The local maxima of the votes, the highest first.
  private func peaks(least: Int32) -> [(direction: Int, distance: Int, votes: Int32)] {
    var peaks: [(direction: Int, distance: Int, votes: Int32)] = []
    for direction in 0..<Self.directions {
      for distance in 1..<distances - 1 where votes[direction * distances + distance] > 0 {
        let own = sum(direction, distance)
        if own >= least, isHighest(direction, distance, own) {
          peaks.append((direction, distance, own))
        }
      }
    }
    return peaks.sorted { $0.votes > $1.votes }
  }

  private func isHighest(_ direction: Int, _ distance: Int, _ own: Int32) -> Bool {
    for across in -2...2 {
      for down in -2...2 where (across, down) != (0, 0) {
        let other = sum(direction + across, distance + down)
        if other > own || (other == own && (across, down) < (0, 0)) { return false }
      }
    }
    return true
  }

  /// Includes half of both neighbors. After half a turn, a line has the same direction and the opposite distance.
  private func sum(_ direction: Int, _ distance: Int) -> Int32 {
    var (direction, distance) = (direction, distance)
    if !(0..<Self.directions).contains(direction) {
      direction = (direction + Self.directions) % Self.directions
      distance = 2 * reach - distance
    }
    guard (1..<distances - 1).contains(distance) else { return 0 }
    let index = direction * distances + distance
    return votes[index - 1] + 2 * votes[index] + votes[index + 1]
  }
}
