import Glibc

/// What owners and shops leave on a sleeve.
enum SleeveWear {
  /// Round ones, prices and notes, without words: one to three.
  static func stick(on sleeve: borrowing Canvas, _ random: inout SeededRandom) {
    for _ in 0..<Int(1 + random.next() % 3) {
      // Shops keep to the corners, mostly.
      let center = (near(150, 850, &random), near(150, 850, &random))
      switch random.next() % 3 {
      case 0:
        let radius = random.between(45, 85)
        sleeve.disc(center.0, center.1, radius: radius, Color(0xf5f2ea))
        sleeve.disc(center.0, center.1, radius: radius * 0.9, .between(90, 255, &random))
        scribble(on: sleeve, center, width: radius, lines: 1, &random)
      case 1: label(on: sleeve, center, (random.between(60, 110), random.between(35, 60)), lines: 1, &random)
      default: label(on: sleeve, center, (random.between(110, 150), random.between(70, 100)), lines: 5, &random)
      }
    }
  }

  private static func near(_ low: Double, _ high: Double, _ random: inout SeededRandom) -> Double {
    (random.next() % 2 == 0 ? low : high) + random.between(-90, 250) * (random.next() % 2 == 0 ? 0.4 : -0.4)
  }

  /// - Parameter half: half its width and height.
  private static func label(
    on sleeve: borrowing Canvas, _ center: (Double, Double), _ half: (Double, Double), lines: Int,
    _ random: inout SeededRandom
  ) {
    let turn = random.between(-0.12, 0.12)
    func sheet(_ share: Double, _ color: Color) {
      let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
        let (x, y) = (x * (half.0 - share), y * (half.1 - share))
        return (center.0 + x * cos(turn) - y * sin(turn), center.1 + x * sin(turn) + y * cos(turn))
      }
      sleeve.triangle(corners[0], corners[1], corners[2], color)
      sleeve.triangle(corners[0], corners[2], corners[3], color)
    }
    sheet(0, random.next() % 2 == 0 ? Color(0xc8382e) : Color(0xe8e2d2))
    sheet(10, random.next() % 3 == 0 ? Color(0xf4d35e) : Color(0xf7f4ee))
    scribble(on: sleeve, center, width: half.0 * 0.75, lines: lines, &random)
  }

  /// What somebody wrote small, as far as a photo shows it.
  private static func scribble(
    on sleeve: borrowing Canvas, _ center: (Double, Double), width: Double, lines: Int, _ random: inout SeededRandom
  ) {
    for line in 0..<lines {
      let y = center.1 + (Double(line) - Double(lines - 1) / 2) * 26
      var last = (center.0 - width, y)
      while last.0 < center.0 + width * random.between(0.6, 1) {
        let next = (last.0 + random.between(5, 14), y + random.between(-9, 9))
        sleeve.line(from: last, to: next, radius: 1.8, Color(0x34323a))
        last = next
      }
    }
  }

  /// Large letters of a broad pen, and a ring around them sometimes, as radio stations mark what is theirs.
  static func write(on sleeve: borrowing Canvas, _ random: inout SeededRandom) {
    let ink = [Color(0x15151a), Color(0x1c2a52), Color(0x4a3a30), Color(0xb8bcc4)][Int(random.next() % 4)]
    let size = random.between(190, 330)
    let count = Int(random.between(750, 900) / size)
    let (left, top) = (random.between(70, 160), random.between(100, 600))
    for letter in 0..<count {
      let origin = (left + Double(letter) * size, top + random.between(-30, 30))
      var pen = (origin.0 + random.between(0, 0.3) * size, origin.1 + random.between(-0.1, 0.2) * size)
      for _ in 0..<Int(2 + random.next() % 2) {
        let bends = (0..<3).map { _ in
          (origin.0 + random.between(0, 0.85) * size, origin.1 + random.between(-0.1, 1.1) * size)
        }
        stroke(on: sleeve, [pen] + bends, radius: size / 34, ink, &random)
        pen = bends[2]
      }
    }
    guard random.next() % 2 == 0 else { return }
    let center = (random.between(350, 700), random.between(250, 800))
    let radii = (random.between(110, 220), random.between(60, 110))
    let points = (0...40).map { step -> (Double, Double) in
      let angle = Double(step) / 38 * 2 * .pi
      return (center.0 + radii.0 * cos(angle) * (1 + angle / 60), center.1 + radii.1 * sin(angle))
    }
    for (start, end) in zip(points, points.dropFirst()) {
      sleeve.line(from: start, to: end, radius: size / 50, ink)
    }
  }

  /// A Bézier curve through the air, with gaps where the pen runs dry.
  private static func stroke(
    on sleeve: borrowing Canvas, _ p: [(Double, Double)], radius: Double, _ ink: Color, _ random: inout SeededRandom
  ) {
    let dry = ValueNoise(seed: random.next())
    var last = p[0]
    for step in 1...60 {
      let t = Double(step) / 60
      let (a, b, c, d) = (pow(1 - t, 3), 3 * t * pow(1 - t, 2), 3 * t * t * (1 - t), t * t * t)
      let next = (
        a * p[0].0 + b * p[1].0 + c * p[2].0 + d * p[3].0, a * p[0].1 + b * p[1].1 + c * p[2].1 + d * p[3].1
      )
      if dry(t * 9, radius) > 0.18 { sleeve.line(from: last, to: next, radius: radius, ink) }
      last = next
    }
  }

  /// The record shows through as a pale ring, corners are bumped and torn, edges rubbed white, and there is a crease.
  static func wear(_ sleeve: borrowing Canvas, _ random: inout SeededRandom) {
    let paper = Color(0xddd3bf)
    let (coarse, fine) = (ValueNoise(seed: random.next()), ValueNoise(seed: random.next()))
    let radius = random.between(425, 455)
    let strength = random.between(0.5, 1)
    let crease = (random.between(0.5, 1.2), random.between(700, 1300))
    sleeve.mix(paper) { x, y in
      let rubbed = fine(x / 3, y / 3) * coarse(x / 90, y / 90)
      let away = (((x - 500) * (x - 500) + (y - 500) * (y - 500)).squareRoot() - radius) / 14
      let ring = exp(-away * away) * (rubbed > 0.16 ? 0.85 : 0.15)
      let edge = min(x, y, 1000 - x, 1000 - y)
      let rim = edge < 26 * coarse(x / 40, y / 40) ? 0.8 : 0
      let fold = abs(y + crease.0 * x - crease.1) < 2.5 && coarse(x / 30, y / 30) > 0.35 ? 0.7 : 0
      let corner = min(x + y, 1000 - x + y, 2000 - x - y, 1000 + x - y) < 130 * coarse(x / 25, y / 25 + 40) ? 0.9 : 0
      return max(ring * strength, rim * strength, fold, corner, rubbed > 0.62 ? 0.35 * strength : 0)
    }
  }

  /// Lamps in the plastic of an outer sleeve: two or three broad streaks that go across.
  static func reflect(on sleeve: borrowing Canvas, _ random: inout SeededRandom) {
    for _ in 0..<Int(2 + random.next() % 2) {
      let turn = random.between(-1.2, 1.2)
      let (x0, y0) = (random.between(150, 850), random.between(150, 850))
      let (width, strength) = (random.between(18, 75), random.between(0.55, 0.95))
      let length = random.between(250, 700)
      let waves = ValueNoise(seed: random.next())
      sleeve.mix(Color(0xfdfbf4)) { x, y in
        let along = (x - x0) * cos(turn) + (y - y0) * sin(turn)
        let across = (y - y0) * cos(turn) - (x - x0) * sin(turn) + 40 * (waves(along / 120, 0) - 0.5)
        let (a, b) = (across / width, along / length)
        return strength * exp(-a * a - b * b * b * b)
      }
    }
  }
}
