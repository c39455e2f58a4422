/// The big idea of a drawn front.
enum Motif: String, CaseIterable, CustomStringConvertible, Sendable {
  case rings, stripes, blocks, sun, checker, peaks, waves, rays, bars, moons, stairs, cross

  var description: String {
    switch self {
    case .rings: "Concentric rings set off the center"
    case .stripes: "Broad upright stripes of uneven width"
    case .blocks: "Large rectangles laid over one another"
    case .sun: "A low sun over flat bands of land"
    case .checker: "A chequerboard that thins out towards one corner"
    case .peaks: "Three sharp mountains before a plain sky"
    case .waves: "Rows of half discs like waves"
    case .rays: "Rays that spread from a lower corner"
    case .bars: "Slanting bars of light"
    case .moons: "A big pale disc with two small ones beside it"
    case .stairs: "Stairs that climb from left to right"
    case .cross: "Two crossing bands with a disc in one quarter"
    }
  }

  /// Draws on a front of a thousand by a thousand units.
  func draw(on canvas: borrowing Canvas, palette: [Color], random: inout SeededRandom) {
    let ink = palette[1]
    let second = palette[2]
    let third = palette[3]
    switch self {
    case .rings:
      for (number, radius) in [430.0, 330, 230, 130].enumerated() {
        canvas.ring(600, 430, radius: radius, width: 55, [ink, second, third][number % 3])
      }
    case .stripes:
      for (x, w, color) in [
        (40.0, 130.0, ink), (230, 60, second), (350, 190, third), (640, 50, ink), (760, 170, second),
      ] {
        canvas.rectangle(x, 0, w, 1000, color)
      }
    case .blocks:
      canvas.rectangle(80, 120, 520, 430, ink)
      canvas.rectangle(420, 380, 480, 330, second)
      canvas.rectangle(180, 560, 300, 330, third)
    case .sun:
      canvas.disc(660, 400, radius: 220, ink)
      canvas.rectangle(0, 520, 1000, 160, second)
      canvas.rectangle(0, 680, 1000, 320, third)
    case .checker:
      for row in 0..<8 {
        for column in 0..<8 where (row + column) % 2 == 0 && row + column < 11 {
          canvas.rectangle(
            Double(column) * 125, Double(row) * 125, 125, 125, row < 3 ? ink : column < 3 ? second : third)
        }
      }
    case .peaks:
      canvas.triangle((-100, 1000), (250, 330), (600, 1000), ink)
      canvas.triangle((300, 1000), (560, 520), (820, 1000), second)
      canvas.triangle((520, 1000), (850, 240), (1180, 1000), third)
    case .waves:
      for row in 0..<4 {
        for column in 0..<5 {
          canvas.disc(
            Double(column) * 250 + (row % 2 == 0 ? 0 : 125), 330 + Double(row) * 210, radius: 120,
            [ink, second, third, ink][row])
        }
      }
    case .rays:
      for number in 0..<6 {
        let top = Double(number) * 300 - 500
        canvas.triangle((60, 1000), (top + 700, -40), (top + 860, -40), [ink, second, third][number % 3])
      }
      canvas.disc(60, 1000, radius: 200, second)
    case .bars:
      for (number, start) in stride(from: -500.0, to: 1000, by: 300).enumerated() {
        let color = [ink, second, third][number % 3]
        canvas.triangle((start, 1000), (start + 600, 0), (start + 740, 0), color)
        canvas.triangle((start, 1000), (start + 740, 0), (start + 140, 1000), color)
      }
    case .moons:
      canvas.disc(340, 420, radius: 290, ink)
      canvas.disc(780, 620, radius: 130, second)
      canvas.disc(800, 230, radius: 80, third)
    case .stairs:
      for step in 0..<5 {
        canvas.rectangle(
          Double(step) * 200, 800 - Double(step) * 150, 200, 1000, [ink, second, third, ink, second][step])
      }
    case .cross:
      canvas.rectangle(560, 0, 170, 1000, ink)
      canvas.rectangle(0, 300, 1000, 150, second)
      canvas.disc(280, 690, radius: 180, third)
    }
  }
}
