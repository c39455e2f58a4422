import Glibc

/// A front as a designer would make it: one idea, a few colors, and names in a typeface. For what people look at; the other
/// fronts are made for being told apart.
package enum SleeveDesign: String, CaseIterable, Sendable {
  case lanterns, radio, letters, undertow, glass, halden, ledger, amber, wharf, weather, tacks, cobalt

  func picture(size: Int) -> Canvas {
    let canvas = Canvas(width: size * 3, height: size * 3, color: Color(0))
    draw(on: canvas)
    return canvas.third()
  }

  private func draw(on canvas: borrowing Canvas) {
    var random = SeededRandom("sleeve \(self)")
    switch self {
    case .lanterns: Self.lanterns(canvas)
    case .radio: Self.radio(canvas)
    case .letters: Self.letters(canvas)
    case .undertow: Self.undertow(canvas)
    case .glass: Self.glass(canvas, &random)
    case .halden: Self.halden(canvas, &random)
    case .ledger: Self.ledger(canvas)
    case .amber: Self.amber(canvas)
    case .wharf: Self.wharf(canvas)
    case .weather: Self.weather(canvas)
    case .tacks: Self.tacks(canvas)
    case .cobalt: Self.cobalt(canvas)
    }
  }

  private static func ground(_ canvas: borrowing Canvas, _ color: UInt32) {
    canvas.rectangle(0, 0, 1000, 1000, Color(color))
  }

  private static func lanterns(_ canvas: borrowing Canvas) {
    ground(canvas, 0x10243e)
    let lanterns: [(Double, Double, Double, UInt32)] = [
      (330, 520, 190, 0xf2c14e), (700, 380, 130, 0xf78154), (620, 740, 110, 0xb4436c), (180, 230, 70, 0xf78154),
      (880, 640, 60, 0xf2c14e),
    ]
    for (x, y, r, color) in lanterns {
      canvas.shape([(x - 1.5, 0), (x + 1.5, 0), (x + 1.5, y - r), (x - 1.5, y - r)], Color(0xfdf6e3), opacity: 0.5)
      canvas.disc(x, y, radius: r, Color(color))
      for rib in -4...4 {
        let bend = Double(rib) * r / 2.2
        let left = Canvas.curve((x - 2, y - r), (x + bend - 3, y), (x - 2, y + r))
        let right = Canvas.curve((x + 2, y - r), (x + bend + 3, y), (x + 2, y + r))
        canvas.shape(left + right.reversed(), Color(0x10243e), opacity: 0.3)
      }
      canvas.rectangle(x - r * 0.28, y - r - 10, r * 0.56, 18, Color(0xfdf6e3))
    }
    canvas.letter("MARLA QUIST", .condensed, x: 60, y: 92, size: 44, Color(0xfdf6e3), spacing: 14)
    canvas.letter("PAPER LANTERNS", .condensed, x: 60, y: 940, size: 44, Color(0xf2c14e), spacing: 14)
  }

  private static func radio(_ canvas: borrowing Canvas) {
    ground(canvas, 0x14110f)
    for wave in 0..<11 {
      let radius = 120 + Double(wave) * 66 + 13
      canvas.ring(500, 960, radius: radius, width: 26, Color([0xe63946, 0x2ec4b6, 0xff9f1c][wave % 3]))
    }
    canvas.shape([(500, 960), (470, 700), (530, 700)], Color(0xe0fbfc))
    canvas.rectangle(0, 0, 1000, 190, Color(0x14110f))
    canvas.letter(
      "THE VELVET TURBINES", .condensed, x: 500, y: 96, size: 50, Color(0xe0fbfc), side: .middle, spacing: 12)
    canvas.letter(
      "NIGHT SHIFT RADIO", .condensed, x: 500, y: 156, size: 36, Color(0xff9f1c), side: .middle, spacing: 20)
  }

  private static func letters(_ canvas: borrowing Canvas) {
    ground(canvas, 0xf4efe0)
    canvas.disc(760, 270, radius: 115, Color(0xe07a5f))
    for wave in 0..<9 {
      let y = 430 + Double(wave) * 62
      let crest = stride(from: 0.0, through: 1000, by: 5).map { x -> Canvas.Place in
        (x, y + sin(x / 250 * .pi * 2 + .pi) * (23 - Double(wave) * 2.5))
      }
      canvas.shape(crest + [(1000, 1000), (0, 1000)], Color([0x3d5a80, 0x98c1d9, 0x293241][wave % 3]))
    }
    canvas.letter("Cartas al Mar", .serif, x: 56, y: 160, size: 100, Color(0x293241))
    canvas.letter("INÉS CALDERÓN", .condensed, x: 62, y: 232, size: 42, Color(0xe07a5f), spacing: 8)
  }

  private static func undertow(_ canvas: borrowing Canvas) {
    ground(canvas, 0x0b0d12)
    for ring in 0..<24 {
      let radius = 10 + Double(ring) * 17 + 2.5
      canvas.ring(400, 570, radius: radius, width: 5, Color(0xe9eef5))
      canvas.ring(600, 570, radius: radius, width: 5, Color(0xef233c))
    }
    canvas.rectangle(0, 0, 1000, 130, Color(0x0b0d12))
    canvas.letter("SABLE/FINCH", .condensed, x: 60, y: 92, size: 46, Color(0xe9eef5), spacing: 10)
    canvas.letter("UNDERTOW", .condensed, x: 940, y: 92, size: 46, Color(0xef233c), side: .right, spacing: 10)
  }

  private static func glass(_ canvas: borrowing Canvas, _ random: inout SeededRandom) {
    ground(canvas, 0xf1f6fb)
    let colors: [UInt32] = [0xa2d2ff, 0x4361ee, 0x3a0ca3, 0x10002b, 0xcfe8ff]
    for _ in 0..<26 {
      let (x, y) = (random.between(150, 850), random.between(170, 760))
      let turn = random.between(0, 2 * .pi)
      let shard = [0, 2.1, 4.0].map { angle -> Canvas.Place in
        (x + random.between(90, 290) * cos(turn + angle), y + random.between(90, 290) * sin(turn + angle))
      }
      canvas.shape(shard, Color(colors[Int(random.next() % 5)]), opacity: 0.55)
    }
    canvas.rectangle(0, 890, 1000, 110, Color(0xf1f6fb))
    canvas.letter("TUNDRA CHOIR", .condensed, x: 60, y: 960, size: 40, Color(0x10002b), spacing: 12)
    canvas.letter("GLASS YEAR", .condensed, x: 940, y: 960, size: 40, Color(0x4361ee), side: .right, spacing: 12)
  }

  private static func halden(_ canvas: borrowing Canvas, _ random: inout SeededRandom) {
    let colors: [UInt32] = [0x023e8a, 0x00b4d8, 0xd62828, 0xf3b61f, 0x0b0b0b]
    let grounds: [UInt32] = [0xe8e4d8, 0xcfc9b8, 0x0b0b0b]
    for tile in 0..<16 {
      let (x, y) = (Double(tile % 4) * 250, Double(tile / 4) * 250)
      canvas.rectangle(x, y, 250, 250, Color(grounds[Int(random.next() % 3)]))
      // A quarter of a disc, in one of the tile's corners.
      let corner = Int(random.next() % 4)
      let (cx, cy) = (x + (corner == 1 || corner == 2 ? 250 : 0), y + (corner > 1 ? 250 : 0))
      for radius in [250.0, 120] {
        let quarter = Canvas.arc(cx, cy, radius, from: Double(corner) * 90, to: Double(corner) * 90 + 90)
        canvas.shape([(cx, cy)] + quarter, Color(colors[Int(random.next() % 5)]))
      }
    }
    canvas.rectangle(250, 750, 750, 250, Color(0xe8e4d8))
    canvas.letter("HALDEN", .condensed, x: 290, y: 935, size: 176, Color(0x0b0b0b), spacing: 16)
  }

  private static func ledger(_ canvas: borrowing Canvas) {
    ground(canvas, 0xe9dfc7)
    canvas.rectangle(0, 0, 380, 1000, Color(0xb5402b))
    let ink = Color(0x1d1a16)
    for line in 0..<5 { canvas.rectangle(0, 330 + Double(line) * 76, 1000, 7, ink) }
    let notes: [Canvas.Place] = [(120, 4), (240, 2.5), (430, 3), (560, 1.5), (690, 2), (820, 0.5), (900, 3.5)]
    for (x, line) in notes {
      let y = 333 + line * 76
      canvas.shape(Canvas.arc(x, y, 44, 32, turned: -20), ink)
      canvas.rectangle(x + 34, y - 210, 9, 205, ink)
    }
    canvas.letter("LEDGER LINES", .condensed, x: 420, y: 150, size: 92, ink)
    canvas.letter("gideon marsh trio", .condensed, x: 424, y: 218, size: 54, Color(0xb5402b))
  }

  private static func amber(_ canvas: borrowing Canvas) {
    ground(canvas, 0x3b1d0a)
    for ray in 0..<28 {
      let (a, b) = (Double(ray) * .pi / 14, Double(ray) * .pi / 14 + .pi / 28)
      canvas.triangle(
        (500, 560), (500 + 900 * cos(a), 560 + 900 * sin(a)), (500 + 900 * cos(b), 560 + 900 * sin(b)),
        Color(ray % 2 == 0 ? 0xb3500f : 0xe08e1b))
    }
    canvas.disc(500, 560, radius: 277, Color(0x3b1d0a))
    canvas.disc(500, 560, radius: 263, Color(0xffcf6b))
    for (scale, color) in [(1.0, 0xb3500f as UInt32), (0.58, 0x3b1d0a)] {
      let (top, y, half) = (640 - 260 * scale, 640.0, 130 * scale)
      let drop =
        Canvas.curve((500, top), (500 + half, y - half), (500 + half, y))
        + Canvas.arc(500, y, half, from: 0, to: 180)
        + Canvas.curve((500 - half, y), (500 - half, y - half), (500, top))
      canvas.shape(drop, Color(color))
    }
    canvas.rectangle(0, 0, 1000, 190, Color(0x3b1d0a))
    canvas.letter("The Amber Sessions", .serif, x: 500, y: 100, size: 84, Color(0xffcf6b), side: .middle)
    canvas.letter("DOLORES VANE", .condensed, x: 500, y: 160, size: 38, Color(0xe08e1b), side: .middle, spacing: 14)
  }

  private static func wharf(_ canvas: borrowing Canvas) {
    ground(canvas, 0xfff1d6)
    for (bow, color) in ([0x7b2d8b, 0xd7263d, 0xf46036, 0xf9a826, 0x1b998b] as [UInt32]).enumerated() {
      let radius = 880 - Double(bow) * 84
      canvas.shape(
        Canvas.arc(1000, 1130, radius, from: 178, to: 270)
          + Canvas.arc(1000, 1130, radius - 74, from: 178, to: 270).reversed(), Color(color))
    }
    canvas.letter("WHARF", .condensed, x: 60, y: 165, size: 160, Color(0x7b2d8b))
    canvas.letter("STREET SOUL", .condensed, x: 62, y: 235, size: 66, Color(0xd7263d), spacing: 4)
  }

  private static func weather(_ canvas: borrowing Canvas) {
    let sky = [Color(0x22333b), Color(0xc97c8b), Color(0xf7d9c4)]
    for row in 0..<1000 {
      let part = Double(row) / 1000
      let tone =
        part < 0.55 ? sky[0].mixed(with: sky[1], part / 0.55) : sky[1].mixed(with: sky[2], (part - 0.55) / 0.45)
      canvas.rectangle(0, Double(row), 1000, 1, tone)
    }
    for isobar in 0..<16 {
      let size = Double(isobar)
      func outline(_ more: Double) -> [Canvas.Place] {
        stride(from: 0.0, to: 360, by: 2).map { step in
          let a = step * .pi / 180
          let r = 60 + size * 42 + (18 + size * 3) * sin(3 * a + size * 0.22) + 14 * sin(5 * a - size * 0.4) + more
          return (590 + r * cos(a), 430 + r * 0.8 * sin(a))
        }
      }
      canvas.shape([outline(1.8), outline(-1.8)], Color(0xffffff), opacity: 0.85 - size * 0.035)
    }
    canvas.letter("Kestrel Avenue", .roman, x: 60, y: 895, size: 84, Color(0x22333b))
    canvas.letter("SLOW WEATHER", .condensed, x: 62, y: 952, size: 32, Color(0x22333b), spacing: 16)
  }

  private static func tacks(_ canvas: borrowing Canvas) {
    ground(canvas, 0x2a3d2f)
    for tack in 0..<81 {
      let (row, column) = (tack / 9, tack % 9)
      let (x, y) = (140 + Double(column) * 90, 240 + Double(row) * 78)
      let r: Double = (row * 5 + column * 3) % 7 == 0 ? 37 : 26
      canvas.disc(x + 5, y + 7, radius: r, Color(0x16211a))
      canvas.disc(x, y, radius: r, Color(0xd4a24c))
      canvas.disc(x - r * 0.3, y - r * 0.3, radius: r * 0.35, Color(0xf6dfa4))
    }
    canvas.letter(
      "THE COPPER KETTLES", .condensed, x: 500, y: 104, size: 62, Color(0xf6dfa4), side: .middle, spacing: 10)
    canvas.letter("BRASS TACKS", .condensed, x: 500, y: 166, size: 44, Color(0xd4a24c), side: .middle, spacing: 26)
  }

  private static func cobalt(_ canvas: borrowing Canvas) {
    ground(canvas, 0x1238c9)
    for dot in 0..<625 {
      let (row, column) = (Double(dot / 25), Double(dot % 25))
      let far = ((row - 11) * (row - 11) + (column - 15) * (column - 15)).squareRoot()
      canvas.disc(
        60 + column * 36.6, 60 + row * 36.6, radius: max(1.5, 19 - far * 1.3), Color(far < 11 ? 0xffffff : 0x5f83ff))
    }
    canvas.rectangle(0, 880, 640, 120, Color(0x1238c9))
    canvas.letter("Cobalt Field", .condensed, x: 60, y: 935, size: 76, Color(0xffffff))
    canvas.letter("ORO PARDO", .condensed, x: 62, y: 978, size: 28, Color(0x9db5ff), spacing: 10)
  }
}
