package import FoundationEssentials
import Glibc

/// A photo of several sleeves at once, of which it is known where each lies.
package struct SpreadPhoto: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// In rows and columns on a floor, each a little turned, seen at an angle.
    case floor
    /// The same, seen from above, with hardly any gaps.
    case tight
    /// In rows and columns on a floor, seen at an angle, each turned, some touching others, and some in a black or white
    /// frame; under a lamp, which shines on some, and whose light doesn't reach the corners.
    case crowded
    /// In rows and columns on a wall.
    case wall
    /// Each over a part of the one before, like cards in a hand.
    case fan
    /// One large among several small ones: it is the subject.
    case subject
  }

  package typealias Corner = (Double, Double)

  package let kind: Kind
  /// For what is up to chance.
  private let number: Int
  /// Draw the fronts, so many pixels wide.
  package let fronts: [@Sendable (_ size: Int) -> Canvas]
  package var width = 1600
  package var height = 1200

  package init(_ number: Int, _ kind: Kind, of count: Int) {
    (self.kind, self.number) = (kind, number)
    fronts = (0..<count).map { InventedCover(4_000_000 + number * 16 + $0).picture }
  }

  package init(_ albums: [DrawnAlbum], _ kind: Kind, number: Int = 0) {
    (self.kind, self.number) = (kind, number)
    fronts = albums.map { DrawnCover($0).picture }
  }

  package func jpeg() throws(JPEGFailure) -> Data {
    try JPEGWriter.jpeg(of: picture(), quality: kind == .crowded ? 70 : 85)
  }

  package func picture() -> Canvas {
    var random = SeededRandom("spread \(number) \(kind) \(fronts.count)")
    let scene = ground(&random)
    for (front, corners) in zip(fronts, sleeves) {
      shade(scene, around: corners)
      let picture = front(480)
      if kind == .crowded { frame(picture, &random) }
      Perspective(onto: corners).draw(picture, on: scene)
    }
    let (left, right) = (random.between(0.75, 1.05), random.between(0.75, 1.05))
    let (width, height) = (Double(width), Double(height))
    let corner = kind == .crowded ? random.between(0.2, 0.5) : 0
    scene.each { column, row, value in
      let (x, y) = (Double(column) / width, Double(row) / height)
      let far = (2 * x - 1) * (2 * x - 1) + (2 * y - 1) * (2 * y - 1)
      return value * (left + (right - left) * x) * (1 - corner * far / 2)
    }
    if random.next() % 4 == 0 { scene.blur(radius: 1) }
    scene.grain(strength: random.between(3, kind == .crowded ? 12 : 7), &random)
    return scene
  }

  /// A third gets a black or white frame, and another third a reflection.
  private func frame(_ front: borrowing Canvas, _ random: inout SeededRandom) {
    let (light, dark) = (Color(0xf2efe8), Color(0x12100f))
    switch random.next() % 3 {
    case 0:
      let color = random.next() % 2 == 0 ? light : dark
      let breadth = random.between(20, 110)
      for (x, y, w, h) in [
        (0, 0, 1000, breadth), (0, 1000 - breadth, 1000, breadth), (0, 0, breadth, 1000),
        (1000 - breadth, 0, breadth, 1000),
      ] {
        front.rectangle(x, y, w, h, color)
      }
    case 1:
      let (x, y, reach) = (random.between(0, 1000), random.between(0, 1000), random.between(150, 450))
      let most = random.between(0.3, 0.9)
      front.mix(light) { column, row in
        let far = ((column - x) * (column - x) + (row - y) * (row - y)) / (reach * reach)
        return most * exp(-2 * far)
      }
    default: break
    }
  }

  /// Where the corners of each sleeve lie, in pixels, upper left first, then clockwise as seen on it; those that cover
  /// others come after them.
  package var sleeves: [[Corner]] {
    var random = SeededRandom("where \(number) \(kind) \(fronts.count)")
    let laid = kind == .fan ? fanned(&random) : inRows(&random)
    return project(laid, &random)
  }

  /// In sides of a sleeve, from anywhere.
  private func inRows(_ random: inout SeededRandom) -> [[Corner]] {
    let count = fronts.count
    let columns = count == 2 ? 2 : Int(Double(count).squareRoot().rounded(.up))
    let (gap, turn) =
      switch kind {
      // As far apart as it takes two that are turned the most, and a little.
      case .crowded: (cos(0.14) + sin(0.14) - 1 + random.between(0, 0.03), 0.14)
      case .tight: (random.between(0.015, 0.05), 0.015)
      case .wall: (random.between(0.1, 0.3), 0.008)
      default: (random.between(0.08, 0.3), 0.1)
      }
    return (0..<count).map { index in
      let shift = kind == .crowded ? 0 : gap * 0.3
      let center = (
        Double(index % columns) * (1 + gap) + random.between(-shift, shift),
        Double(index / columns) * (1 + gap) + random.between(-shift, shift)
      )
      // The last one, which lies in front of or before the others.
      if kind == .subject, index == count - 1 {
        let middle = Double(columns - 1) / 2 * (1 + gap)
        return Self.square(at: (middle, middle), side: 1.9, turn: random.between(-0.1, 0.1))
      }
      return Self.square(at: center, side: 1, turn: random.between(-turn, turn))
    }
  }

  private func fanned(_ random: inout SeededRandom) -> [[Corner]] {
    let count = fronts.count
    let (step, spread) = (random.between(0.16, 0.24), random.between(0.74, 0.86))
    return (0..<count).map { index in
      let place = Double(index) - Double(count - 1) / 2
      let turn = place * step + random.between(-0.02, 0.02)
      return Self.square(at: (place * spread, 0.12 * place * place), side: 1, turn: turn)
    }
  }

  private static func square(at center: Corner, side: Double, turn: Double) -> [Corner] {
    [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { corner in
      let (x, y) = (corner.0 * side, corner.1 * side)
      return (center.0 + x * cos(turn) - y * sin(turn), center.1 + x * sin(turn) + y * cos(turn))
    }
  }

  /// As a camera sees a plane from somewhere above its middle, with all of them in the photo.
  private func project(_ laid: [[Corner]], _ random: inout SeededRandom) -> [[Corner]] {
    let all = laid.joined()
    let low = (all.map(\.0).min() ?? 0, all.map(\.1).min() ?? 0)
    let high = (all.map(\.0).max() ?? 1, all.map(\.1).max() ?? 1)
    let middle = ((low.0 + high.0) / 2, (low.1 + high.1) / 2)
    let reach = max(high.0 - low.0, high.1 - low.1)
    let isOnFloor = kind == .floor || kind == .crowded
    let most = isOnFloor ? 0.6 : kind == .tight ? 0.1 : 0.2
    let (tilt, pan) = (random.between(0, most), random.between(-0.15, 0.15))
    let roll = random.between(-1, 1) * (isOnFloor ? 0.2 : 0.04)
    let seen = laid.map { corners in
      corners.map { corner -> Corner in
        let (x, y) = ((corner.0 - middle.0) / reach, (corner.1 - middle.1) / reach)
        let (across, down) = (x * cos(roll) - y * sin(roll), x * sin(roll) + y * cos(roll))
        // A camera two reaches away, tilted down and turned aside.
        let depth = 2 - down * sin(tilt) - across * sin(pan)
        return (across * cos(pan) / depth, down * cos(tilt) / depth)
      }
    }
    let points = seen.joined()
    let from = (points.map(\.0).min() ?? 0, points.map(\.1).min() ?? 0)
    let to = (points.map(\.0).max() ?? 1, points.map(\.1).max() ?? 1)
    let (w, h) = (Double(width), Double(height))
    let scale = random.between(0.84, 0.95) * min(w / (to.0 - from.0), h / (to.1 - from.1))
    let room = (w - scale * (to.0 - from.0), h - scale * (to.1 - from.1))
    let start = (room.0 * random.between(0.35, 0.65), room.1 * random.between(0.35, 0.65))
    return seen.map { $0.map { (start.0 + ($0.0 - from.0) * scale, start.1 + ($0.1 - from.1) * scale) } }
  }

  /// A sleeve is some millimeters thick.
  private func shade(_ scene: borrowing Canvas, around corners: [Corner]) {
    let dark = Canvas(width: 8, height: 8, color: Color(0x1c1815))
    Perspective(onto: corners.map { ($0.0 + 2, $0.1 + 3) }).draw(dark, on: scene)
  }

  private func ground(_ random: inout SeededRandom) -> Canvas {
    let canvas = Canvas(width: width, height: height, color: Color(0))
    let (noise, weave) = (ValueNoise(seed: random.next()), ValueNoise(seed: random.next()))
    let hue = SIMD3<Double>(random.between(0.7, 1), random.between(0.65, 0.95), random.between(0.55, 0.95))
    let light = random.between(50, 200)
    // Boards, tiles, a carpet, or something plain.
    let pattern = kind == .wall ? 3 : Int(random.next() % 4)
    let (breadth, slant) = (random.between(90, 190), random.between(-0.3, 0.3))
    for row in 0..<height {
      for column in 0..<width {
        let (x, y) = (Double(column), Double(row))
        let (across, down) = (x + slant * y, y - slant * x)
        let figure: Double
        switch pattern {
        case 0:
          let board = (across / breadth).rounded(.down)
          figure =
            (across - board * breadth < 3 ? -40 : 14 * sin(board * 2.4)) + 24 * (noise(across / 9, down / 160) - 0.5)
        case 1:
          let isJoint =
            across.truncatingRemainder(dividingBy: breadth * 2).magnitude < 6
            || down.truncatingRemainder(dividingBy: breadth * 2).magnitude < 6
          figure = (isJoint ? -35 : 0) + 16 * (noise(x / 50, y / 50) - 0.5)
        case 2: figure = 60 * (weave(x / 5, y / 5) - 0.5) + 50 * (noise(x / 60, y / 60) - 0.5)
        default: figure = 14 * (noise(x / 40, y / 40) - 0.5)
        }
        let tone = light + figure - 0.015 * x
        let color = SIMD3<UInt32>((hue * tone).clamped(lowerBound: .zero, upperBound: .init(repeating: 255)))
        canvas.pixels[row * width + column] = color.x | color.y << 8 | color.z << 16
      }
    }
    return canvas
  }
}
