/// What is around a cover in a photo, and what a crop may therefore leave out.
///
/// What was found may be part of the cover only, or one of two. So nothing that catches the eye as much as the cover's own
/// rim is lost: where there is such a thing around it, the crop isn't made smaller than the middle square, and isn't moved
/// so that it holds less of it than that.
struct Surroundings {
  private let map: EdgeMap
  private let cover: Outline
  /// From this strength on an edge catches the eye.
  private let loud: Float

  /// Of the strength of the cover's rim.
  private static let loudness: Float = 0.5
  /// In parts of the surroundings.
  private static let mostLoud: Float = 0.02
  /// In parts of the photo: a smaller cover must have quiet surroundings for the crop to be moved to it.
  private static let leastArea: Float = 0.2

  init(of cover: Outline, in map: EdgeMap) {
    (self.cover, self.map) = (cover, map)
    var (sum, count) = (Float(0), Float(0))
    for (start, end) in zip(cover.corners, cover.corners.dropFirst() + cover.corners.prefix(1)) {
      for part in stride(from: Float(0.05), to: 0.95, by: 0.02) {
        let place = start + (end - start) * part
        let (x, y) = (Int(place.x.rounded()), Int(place.y.rounded()))
        guard 1..<map.width - 1 ~= x, 1..<map.height - 1 ~= y else { continue }
        let index = y * map.width + x
        sum += [0, 1, -1, map.width, -map.width].reduce(0) { max($0, map.strengths[index + $1]) }
        count += 1
      }
    }
    loud = Self.loudness * sum / max(1, count)
  }

  /// The upright square to look at.
  ///
  /// - Parameters:
  ///   - box: what it has to hold.
  ///   - wider: what it has to hold where it is smaller than the middle square.
  func square(holding box: Box, within wider: Box) -> Box {
    let size = SIMD2(Float(map.width), Float(map.height))
    let short = min(size.x, size.y)
    let visible = box.cut(toWidth: size.x, height: size.y)
    let isQuiet = isQuiet(outside: visible)
    let room = wider.cut(toWidth: size.x, height: size.y)
    let side = max(room.size.x, room.size.y)
    if isQuiet && side < short { return Self.square(side, holding: room, in: size) }
    let square = Self.square(short, holding: visible, in: size)
    let middle = Self.square(short, holding: Box(low: .zero, high: size), in: size)
    let mayMove = isQuiet || cover.area >= Self.leastArea * size.x * size.y
    return mayMove && loudPixels(in: square) >= loudPixels(in: middle) ? square : middle
  }

  /// As near to the photo's middle as it can hold the box, or lie in it where it is smaller.
  private static func square(_ side: Float, holding box: Box, in size: SIMD2<Float>) -> Box {
    let (one, other) = (box.low, box.high - side)
    let middle = (size - side) / 2
    let corner = middle.clamped(lowerBound: pointwiseMin(one, other), upperBound: pointwiseMax(one, other))
      .clamped(lowerBound: .zero, upperBound: size - side)
    return Box(low: corner, high: corner + side)
  }

  private func isQuiet(outside box: Box) -> Bool {
    var (loudPixels, pixels) = (0, 0)
    for y in 2..<max(2, map.height - 2) {
      for x in 2..<max(2, map.width - 2) where !box.contains(SIMD2(Float(x), Float(y))) {
        pixels += 1
        if map.strengths[y * map.width + x] > loud { loudPixels += 1 }
      }
    }
    return Float(loudPixels) <= Self.mostLoud * Float(pixels)
  }

  private func loudPixels(in box: Box) -> Int {
    let columns = max(2, Int(box.low.x))..<min(map.width - 2, Int(box.high.x))
    return (max(2, Int(box.low.y))..<min(map.height - 2, Int(box.high.y))).reduce(0) { sum, y in
      sum + columns.count { map.strengths[y * map.width + $0] > loud }
    }
  }
}
