/// An area that may be a barcode: a rectangle at the angle of its bars.
struct StripedArea: Equatable {
  /// The center, in pixels.
  var x: Double
  var y: Double
  /// A unit vector across the bars.
  var right: Double
  var down: Double
  /// Its extent from the center across the bars, and along them, in pixels.
  var across: ClosedRange<Double>
  var along: ClosedRange<Double>
  /// How much it looks like a barcode, compared with others in the same picture.
  var weight: Double

  var length: Double { across.upperBound - across.lowerBound }
  var height: Double { along.upperBound - along.lowerBound }

  /// The same area in a picture this many times as large.
  func scaled(by factor: Double) -> StripedArea {
    StripedArea(
      x: x * factor, y: y * factor, right: right, down: down,
      across: across.lowerBound * factor...across.upperBound * factor,
      along: along.lowerBound * factor...along.upperBound * factor, weight: weight)
  }
}

extension StripedArea {
  /// In pixels. A barcode of a hundred modules has less than one pixel per module then.
  private static let leastLength = 64.0
  /// The ratio of length to height. The full height is 0.7 of the length; on spines and some labels, the bars are much
  /// lower.
  private static let proportions = 0.6...9.0
  /// The least fraction of the rectangle that has stripes.
  private static let leastFill = 0.35
  /// The most areas to examine. A photo has one or two barcodes, and perhaps pinstripes.
  private static let most = 6

  /// The most likely first.
  static func areas(in gray: GrayView) -> [StripedArea] {
    let map = StripeMap(of: gray)
    let inside = map.inside
    var isTaken = inside.map { !$0 }
    var areas: [StripedArea] = []
    for start in inside.indices where !isTaken[start] {
      let places = map.connected(to: start, &isTaken)
      if places.count >= 3, let area = StripedArea(places, of: map) { areas.append(area) }
    }
    return Array(areas.sorted { $0.weight > $1.weight }.prefix(most))
  }

  private init?(_ places: [Int], of map: StripeMap) {
    let side = Double(StripeMap.side)
    let points = places.map { place in
      (1 + (Double(place % map.columns) + 0.5) * side, 1 + (Double(place / map.columns) + 0.5) * side)
    }
    let (x, y) = (
      points.reduce(0) { $0 + $1.0 } / Double(places.count), points.reduce(0) { $0 + $1.1 } / Double(places.count)
    )
    let tensor = map.tensor(of: places)
    let (right, down) = (Double(tensor.direction.cosine), Double(tensor.direction.sine))
    let acrosses = points.map { ($0.0 - x) * right + ($0.1 - y) * down }
    let alongs = points.map { ($0.1 - y) * right - ($0.0 - x) * down }
    guard let left = acrosses.min(), let far = acrosses.max(), let top = alongs.min(), let bottom = alongs.max()
    else { return nil }
    // Adds the outermost blocks across the bars, which were dropped because they lack a neighbor; along the bars, none
    // are missing.
    let (across, along) = (left - 1.5 * side...far + 1.5 * side, top - side / 2...bottom + side / 2)
    let (length, height) = (across.upperBound - across.lowerBound, along.upperBound - along.lowerBound)
    let fill = Double(places.count) * side * side / (length * height)
    guard length >= Self.leastLength, Self.proportions.contains(length / height), fill >= Self.leastFill else {
      return nil
    }
    self.init(
      x: x, y: y, right: right, down: down, across: across, along: along,
      weight: Double(places.count) * Double(tensor.energy).squareRoot() * fill)
  }
}

extension StripeMap {
  /// All blocks connected to one through similar neighbors, including itself.
  fileprivate func connected(to start: Int, _ isTaken: inout [Bool]) -> [Int] {
    var (found, next) = ([start], 0)
    isTaken[start] = true
    while next < found.count {
      let place = found[next]
      next += 1
      let (column, row) = (place % columns, place / columns)
      for y in max(0, row - 1)...min(rows - 1, row + 1) {
        for x in max(0, column - 1)...min(columns - 1, column + 1) where !isTaken[y * columns + x] {
          guard areAlike(place, y * columns + x) else { continue }
          isTaken[y * columns + x] = true
          found.append(y * columns + x)
        }
      }
    }
    return found
  }
}
