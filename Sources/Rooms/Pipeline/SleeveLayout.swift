/// Where the sleeves lie in a photo of several: outlines by their edges, completed by the known covers found in it.
///
/// All shapes are corners in fractions of the photo's width and height, clockwise. Only ratios of areas are compared, so
/// that the photo's shape doesn't matter.
struct SleeveLayout: Sendable {
  /// Two to sixteen, in reading order; empty if the photo is of one sleeve.
  let sleeves: [[SIMD2<Double>]]

  private static let most = 16
  /// How many times as large as another a sleeve may look, because it is nearer.
  private static let mostLarger = 2.5
  /// The same where nothing but covers says that there are several.
  private static let mostLargerByCovers = 2.0
  /// Two shapes that share this part of the smaller one are of one sleeve. With less than the other, each is a sleeve.
  private static let sameSleeve = 0.6
  private static let otherSleeve = 0.1
  /// The part of the photo that covers must take up together: what stands in a shelf behind a sleeve takes up less.
  private static let leastArea = 0.25
  /// A sleeve that fills this many times a cover's place is the photo's subject: the covers are around it, or on it.
  private static let subject = 1.4

  /// - Parameters:
  ///   - outlines: empty if there seems to be one sleeve.
  ///   - covers: where known covers were found, the surest first. Those that the photo cuts off are ignored.
  ///   - subjectArea: that of the sleeve that the photo seems to be of, as a fraction of the photo; nil without one.
  init(outlines: [[SIMD2<Double>]], covers: [[SIMD2<Double>]] = [], subjectArea: Double? = nil) {
    let outlined = outlines.map { Shape(corners: $0) }
    var whole: [Shape] = []
    for cover in covers.map({ Shape(corners: $0) })
    where cover.isWhole && whole.allSatisfy({ cover.share(of: $0) < Self.otherSleeve }) {
      whole.append(cover)
    }
    let shapes =
      outlined.isEmpty
      ? Self.beside(whole, subjectArea: subjectArea ?? 0) : Self.completed(outlined, by: whole)
    sleeves = 2...Self.most ~= shapes.count ? Self.inReadingOrder(shapes).map(\.inside) : []
  }

  /// Covers that lie side by side; none if the photo has another subject.
  private static func beside(_ covers: [Shape], subjectArea: Double) -> [Shape] {
    let largest = covers.map(\.area).max() ?? 0
    let alike = covers.filter { $0.area * mostLargerByCovers >= largest }
    let total = alike.reduce(0) { $0 + $1.area }
    guard total >= leastArea, subjectArea * Double(alike.count) <= subject * total else { return [] }
    return alike
  }

  private static func completed(_ outlines: [Shape], by covers: [Shape]) -> [Shape] {
    let usual = outlines.map(\.area).sorted()[outlines.count / 2]
    return covers.reduce(outlines) { shapes, cover in
      guard cover.area < usual * mostLarger, cover.area * mostLarger > usual,
        !shapes.contains(where: { cover.share(of: $0) > sameSleeve })
      else { return shapes }
      // Half of one sleeve and half of the next are no sleeve.
      return shapes.filter { cover.share(of: $0) < otherSleeve } + [cover]
    }
  }

  /// Row by row.
  private static func inReadingOrder(_ shapes: [Shape]) -> [Shape] {
    let falling = shapes.sorted { $0.middle.y < $1.middle.y }
    let height = shapes.reduce(0) { $0 + $1.height } / Double(shapes.count)
    var (row, top) = (0, falling[0].middle.y)
    let rows = falling.map { shape in
      // Lower than half of a sleeve below the first of a row.
      if shape.middle.y > top + height / 2 { (row, top) = (row + 1, shape.middle.y) }
      return row
    }
    return zip(rows, falling).sorted { ($0.0, $0.1.middle.x) < ($1.0, $1.1.middle.x) }.map(\.1)
  }

  private struct Shape {
    let corners: [SIMD2<Double>]

    /// How far outside of the photo a corner may seem to be.
    private static let slack = 0.03

    var isWhole: Bool {
      corners.count == 4
        && corners.allSatisfy { min($0.x, $0.y) >= -Self.slack && max($0.x, $0.y) <= 1 + Self.slack }
    }

    var inside: [SIMD2<Double>] { corners.map { $0.clamped(lowerBound: .zero, upperBound: .one) } }
    var area: Double { Self.area(corners) }
    var middle: SIMD2<Double> { corners.reduce(.zero, +) / 4 }
    var height: Double { (corners.map(\.y).max() ?? 0) - (corners.map(\.y).min() ?? 0) }

    /// The area that it shares with another, as a part of the smaller of the two (Sutherland and Hodgman 1974).
    func share(of other: Shape) -> Double {
      var rest = corners
      for (from, to) in zip(other.corners, other.corners.dropFirst() + other.corners.prefix(1)) {
        func depth(_ point: SIMD2<Double>) -> Double {
          (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
        }
        rest = zip(rest, rest.dropFirst() + rest.prefix(1)).flatMap { start, end in
          let (before, after) = (depth(start), depth(end))
          let kept = before >= 0 ? [start] : []
          return (before >= 0) == (after >= 0) ? kept : kept + [start + (end - start) * (before / (before - after))]
        }
      }
      return Self.area(rest) / max(.leastNonzeroMagnitude, min(area, other.area))
    }

    private static func area(_ corners: [SIMD2<Double>]) -> Double {
      zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2 }
    }
  }
}
