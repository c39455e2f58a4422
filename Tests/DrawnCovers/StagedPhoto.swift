package import FoundationEssentials
import Glibc

/// A photo of invented fronts of which it is known where they lie: what finding the cover is tried with.
package struct StagedPhoto: Sendable {
  /// What makes it easy or hard.
  package enum Stage: String, CaseIterable, Sendable {
    /// In the left or right half of a wide photo.
    case aside
    /// As small as a sleeve on a table.
    case small
    /// Turned by up to half a right angle, and aslant.
    case turned
    /// In a tall photo.
    case tall
    /// On a striped cloth, on tiles, or on written papers.
    case busy
    /// Two whole covers.
    case several
    /// The photo's border cuts some of it off.
    case cut
    /// Larger than the photo.
    case filling
    /// Its picture has a broad border of one tone, and lies on a table.
    case framed
    /// No cover at all.
    case none
  }

  package typealias Corner = (Double, Double)

  package let number: Int
  package let stage: Stage

  package init(_ number: Int, _ stage: Stage) {
    self.number = number
    self.stage = stage
  }

  package var width: Int { stage == .tall ? 960 : 1280 }
  package var height: Int { stage == .tall ? 1280 : 960 }

  package func jpeg() throws(JPEGFailure) -> Data { try JPEGWriter.jpeg(of: picture(), quality: 85) }

  package func picture() -> Canvas {
    var random = random
    let scene = ground(&random)
    for (index, corners) in covers.enumerated() {
      let front = InventedCover(number + index * 500_000).picture(size: 900)
      if stage == .framed { frame(front, &random) }
      Perspective(onto: corners).draw(front, on: scene)
    }
    grain(scene, &random)
    return scene
  }

  private var random: SeededRandom { SeededRandom("staged \(number) \(stage)") }

  /// Where the corners of each cover lie, in pixels, upper left first, then clockwise as seen on the cover.
  package var covers: [[Corner]] {
    var random = SeededRandom("laid \(number) \(stage)")
    switch stage {
    case .aside:
      let isLeft = random.next() % 2 == 0
      return [laid(0.5...0.75, x: isLeft ? 0.24...0.36 : 0.64...0.76, y: 0.45...0.55, turn: 0.15, tilt: 0.05, &random)]
    case .small: return [laid(0.25...0.4, x: 0.3...0.7, y: 0.3...0.7, turn: 0.5, tilt: 0.08, &random)]
    case .turned: return [laid(0.5...0.65, x: 0.45...0.55, y: 0.45...0.55, turn: 0.75, tilt: 0.2, &random)]
    case .tall: return [laid(0.55...0.85, x: 0.45...0.55, y: 0.3...0.7, turn: 0.1, tilt: 0.06, &random)]
    case .busy, .framed: return [laid(0.45...0.75, x: 0.4...0.6, y: 0.45...0.55, turn: 0.3, tilt: 0.06, &random)]
    case .several:
      return [0.2...0.28, 0.72...0.8].map { laid(0.35...0.5, x: $0, y: 0.4...0.6, turn: 0.2, tilt: 0.05, &random) }
    case .cut:
      let isLeft = random.next() % 2 == 0
      return [laid(0.8...1, x: isLeft ? 0.2...0.3 : 0.7...0.8, y: 0.4...0.6, turn: 0.15, tilt: 0.05, &random)]
    case .filling: return [laid(1.1...1.6, x: 0.45...0.55, y: 0.4...0.6, turn: 0.1, tilt: 0.03, &random)]
    case .none: return []
    }
  }

  /// - Parameters:
  ///   - share: of the photo's short side.
  ///   - turn: at most, either way, in radians.
  ///   - tilt: by which part of the side each corner may be elsewhere.
  private func laid(
    _ share: ClosedRange<Double>, x: ClosedRange<Double>, y: ClosedRange<Double>, turn: Double, tilt: Double,
    _ random: inout SeededRandom
  ) -> [Corner] {
    let side = Double(min(width, height)) * random.between(share.lowerBound, share.upperBound)
    let angle = random.between(-turn, turn)
    let center = (
      Double(width) * random.between(x.lowerBound, x.upperBound),
      Double(height) * random.between(y.lowerBound, y.upperBound)
    )
    return [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { corner in
      let x = side * (corner.0 + random.between(-tilt, tilt) * 0.5)
      let y = side * (corner.1 + random.between(-tilt, tilt) * 0.5)
      return (center.0 + x * cos(angle) - y * sin(angle), center.1 + x * sin(angle) + y * cos(angle))
    }
  }

  private func ground(_ random: inout SeededRandom) -> Canvas {
    let canvas = Canvas(width: width, height: height, color: Color(0x000000))
    let noise = ValueNoise(seed: random.next())
    let hue = SIMD3<Double>(random.between(0.6, 1), random.between(0.6, 1), random.between(0.6, 1))
    let light = random.between(50, 170)
    let pattern = stage == .busy || stage == .none ? Int(random.next() % 4) : 0
    let (breadth, slant) = (random.between(30, 90), random.between(-0.5, 0.5))
    for row in 0..<height {
      for column in 0..<width {
        let (x, y) = (Double(column), Double(row))
        let (across, down) = (x + slant * y, y - slant * x)
        let figure: Double =
          switch pattern {
          case 1: across.truncatingRemainder(dividingBy: breadth).magnitude < breadth / 2 ? 0 : 45
          case 2:
            across.truncatingRemainder(dividingBy: breadth * 2).magnitude < 6
              || down.truncatingRemainder(dividingBy: breadth * 2).magnitude < 6 ? -45 : 0
          default: 0
          }
        let tone = light + figure + 35 * (noise(x / 17, y / 90) - 0.5) - 0.02 * x
        let color = SIMD3<UInt32>((hue * tone).clamped(lowerBound: .zero, upperBound: .init(repeating: 255)))
        canvas.pixels[row * width + column] = color.x | color.y << 8 | color.z << 16
      }
    }
    if pattern == 3 { for _ in 0..<4 { paper(on: canvas, &random) } }
    return canvas
  }

  /// A sheet with lines of writing.
  private func paper(on scene: borrowing Canvas, _ random: inout SeededRandom) {
    let sheet = Canvas(width: 500, height: 500, color: Color(0xf0efe8))
    for line in 0..<22 {
      var x = 60.0
      while x < 860 {
        let length = random.between(20, 90)
        sheet.rectangle(x, 80 + Double(line) * 40, length, 14, Color(0x404048))
        x += length + 22
      }
    }
    Perspective(onto: laid(0.5...0.9, x: 0...1, y: 0...1, turn: 1.5, tilt: 0.1, &random)).draw(sheet, on: scene)
  }

  /// A border of one tone, with the picture inside of it.
  private func frame(_ front: borrowing Canvas, _ random: inout SeededRandom) {
    let tone = Color(random.next() % 2 == 0 ? 0xf2f0ea : 0x181818)
    let breadth = random.between(80, 200)
    front.rectangle(0, 0, 1000, breadth, tone)
    front.rectangle(0, 1000 - breadth, 1000, breadth, tone)
    front.rectangle(0, 0, breadth, 1000, tone)
    front.rectangle(1000 - breadth, 0, breadth, 1000, tone)
  }

  private func grain(_ scene: borrowing Canvas, _ random: inout SeededRandom) {
    for index in 0..<width * height {
      let pixel = scene.pixels[index]
      let noise = Int(random.next() % 11) - 5
      func part(_ shift: UInt32) -> UInt32 { UInt32(max(0, min(255, Int(pixel >> shift & 255) + noise))) << shift }
      scene.pixels[index] = part(0) | part(8) | part(16)
    }
  }
}
