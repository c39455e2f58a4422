package import FoundationEssentials
import Glibc

/// A photo of an invented front as hands take it: aslant, in bad light, with things around and on it.
package struct HardPhoto: Sendable {
  package enum Fault: String, CaseIterable, Sendable {
    case plain, tilted, blurred, glaring, dim, covered, cluttered
  }

  package typealias Corner = (Double, Double)

  /// Draws the front, so many pixels wide.
  private let sleeve: @Sendable (_ size: Int) -> Canvas
  private let number: Int
  package let fault: Fault
  package var width = 1280
  package var height = 960

  package init(_ cover: InventedCover, _ fault: Fault) {
    sleeve = { cover.picture(size: $0) }
    number = cover.number
    self.fault = fault
  }

  /// - Parameter number: tells photos of one album apart.
  package init(_ album: DrawnAlbum, _ fault: Fault, number: Int = 0) {
    sleeve = { DrawnCover(album).picture(size: $0) }
    self.number = 2_000_000 + number
    self.fault = fault
  }

  package func jpeg() throws(JPEGFailure) -> Data {
    try JPEGWriter.jpeg(of: picture(), quality: fault == .plain ? 85 : 72)
  }

  package func picture() -> Canvas {
    var corners: [Corner] = []
    return picture(&corners)
  }

  /// Where the cover's corners lie, in pixels, upper left first, then clockwise as seen on the cover.
  package var corners: [Corner] {
    var corners: [Corner] = []
    _ = picture(&corners)
    return corners
  }

  private func picture(_ corners: inout [Corner]) -> Canvas {
    var random = SeededRandom("hard \(number) \(fault)")
    let scene = table(&random)
    let share = fault == .cluttered ? random.between(0.35, 0.5) : random.between(0.55, 0.85)
    corners = lay(sleeve(900), on: scene, share: share, tilt: fault == .tilted ? 0.28 : 0.06, &random)
    switch fault {
    case .plain, .tilted, .cluttered: break
    case .blurred: for _ in 0..<2 { scene.blur(radius: Int(1 + random.next() % 3)) }
    case .glaring: shine(on: scene, &random)
    case .dim: dim(scene, &random)
    case .covered: cover(scene, &random)
    }
    scene.grain(strength: fault == .dim ? 9 : 5, &random)
    return scene
  }

  /// A plain table, or one with other sleeves and things on it.
  private func table(_ random: inout SeededRandom) -> Canvas {
    let canvas = Canvas(
      width: width, height: height, color: Color(UInt32(truncatingIfNeeded: random.next() & 0x7F7F7F)))
    let noise = ValueNoise(seed: random.next())
    for row in 0..<height {
      for column in 0..<width {
        let tone = UInt32(50 + 60 * noise(Double(column) / 17, Double(row) / 90))
        canvas.pixels[row * width + column] = tone | (tone * 9 / 10) << 8 | (tone * 7 / 10) << 16
      }
    }
    if fault == .cluttered {
      for other in 0..<5 {
        _ = lay(
          InventedCover(1_000_000 + number * 5 + other).picture(size: 400), on: canvas, share: 0.4, tilt: 0.15,
          &random, wander: 0.45)
      }
    }
    return canvas
  }

  private func lay(
    _ sleeve: borrowing Canvas, on scene: borrowing Canvas, share: Double, tilt: Double, _ random: inout SeededRandom,
    wander: Double = 0.06
  ) -> [Corner] {
    let side = Double(height) * share
    let angle = random.between(-0.4, 0.4)
    let center = (
      Double(width) * (0.5 + random.between(-wander, wander)), Double(height) * (0.5 + random.between(-wander, wander))
    )
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { corner in
      let x = side * (corner.0 + random.between(-tilt, tilt) * 0.5)
      let y = side * (corner.1 + random.between(-tilt, tilt) * 0.5)
      return (center.0 + x * cos(angle) - y * sin(angle), center.1 + x * sin(angle) + y * cos(angle))
    }
    Perspective(onto: corners).draw(sleeve, on: scene)
    return corners
  }

  private func shine(on scene: borrowing Canvas, _ random: inout SeededRandom) {
    let (x, y) = (Double(width) * random.between(0.35, 0.65), Double(height) * random.between(0.35, 0.65))
    let radius = Double(height) * random.between(0.15, 0.25)
    scene.each { column, row, value in
      let (dx, dy) = ((Double(column) - x) / radius, (Double(row) - y) / radius)
      return value + 330 * exp(-dx * dx - dy * dy)
    }
  }

  private func dim(_ scene: borrowing Canvas, _ random: inout SeededRandom) {
    let light = random.between(0.2, 0.4)
    scene.each { column, _, value in 8 + value * light * (1.2 - 0.5 * Double(column) / Double(width)) }
  }

  /// Fingers, a bag, the next sleeve: up to a third of the photo's height.
  private func cover(_ scene: borrowing Canvas, _ random: inout SeededRandom) {
    for _ in 0..<3 {
      scene.disc(
        random.between(200, 800), random.between(150, 650), radius: random.between(50, 120),
        Color(UInt32(0xC08A6A &+ random.next() % 20)))
    }
  }
}
