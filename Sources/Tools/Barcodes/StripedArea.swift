/// An area that may be a barcode: a rectangle at the angle of its bars.
struct StripedArea: Equatable {
  /// Its middle, in pixels.
  var x: Double
  var y: Double
  /// A unit vector across the bars.
  var right: Double
  var down: Double
  /// How far it reaches from the middle across the bars, and along them, in pixels.
  var across: ClosedRange<Double>
  var along: ClosedRange<Double>
  /// How much it looks like a barcode, beside others of the same picture.
  var weight: Double

  var length: Double { across.upperBound - across.lowerBound }
  var height: Double { along.upperBound - along.lowerBound }

  /// The same in a picture that shows it so many times as large.
  func scaled(by factor: Double) -> StripedArea {
    StripedArea(
      x: x * factor, y: y * factor, right: right, down: down,
      across: across.lowerBound * factor...across.upperBound * factor,
      along: along.lowerBound * factor...along.upperBound * factor, weight: weight)
  }
}

extension StripedArea {
  /// In pixels. A barcode of a hundred modules has less than one for each.
  private static let leastLength = 64.0
  /// Length to height. The full height is 0.7 of the length; on spines and some labels there are mere slices of it.
  private static let proportions = 0.6...9.0
  /// How much of the rectangle has stripes.
  private static let leastFill = 0.35
  /// How many are looked into. A photo has one barcode, or two, and pinstripes.
  private static let most = 6

  /// The likeliest first.
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
    // The outermost blocks were dropped with the edges that have no neighbors; along the bars they are all there.
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
  /// All blocks that are reached from one by continuing to alike neighbors, itself included.
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
