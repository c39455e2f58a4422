package import FoundationEssentials
import Glibc

/// A photo of a used record as people take it in a shop or at home: upright, the sleeve in one hand, with all that owners,
/// shops and lamps leave on it.
package struct HeldPhoto: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// On a table, with stickers.
    case stickered
    /// On a table, written on with a broad pen.
    case written
    /// On a table, with ring wear and worn corners.
    case worn
    /// On a table, with fingers over its edges.
    case fingered
    /// On a table, in plastic that reflects lamps.
    case reflecting
    /// On a table, printed on the disc itself, in a sleeve of plain paper with a round window.
    case disc
    /// On a table, with a record of colored vinyl half out of the sleeve.
    case colored
    /// On a table, the lid of a box set, two sides of which show.
    case boxed
    /// In a hand before full shelves.
    case shelved
    /// In a hand before a wall of magazines.
    case magazines
    /// In a hand before shelves or magazines, with stickers, writing and wear on it.
    case used
  }

  package typealias Corner = (Double, Double)

  package let kind: Kind
  /// Whose picture it is, for what is up to chance.
  private let number: Int
  private let front: @Sendable (_ size: Int) -> Canvas
  package let width = 960
  package let height = 1280

  package init(_ cover: InventedCover, _ kind: Kind) {
    self.kind = kind
    number = cover.number
    front = cover.picture
  }

  package init(_ album: DrawnAlbum, _ kind: Kind) {
    self.kind = kind
    number = Int(SeededRandom.digest(album.name) % 1_000_000)
    front = DrawnCover(album).picture
  }

  package func jpeg() throws(JPEGFailure) -> Data { try JPEGWriter.jpeg(of: picture(), quality: 80) }

  private var isHeld: Bool { [.shelved, .magazines, .used].contains(kind) }

  /// Where the cover's corners lie, in pixels, upper left first, then clockwise as seen on the cover.
  package var corners: [Corner] {
    var random = SeededRandom("where \(number) \(kind)")
    let isTurned = isHeld && random.next() % 4 == 0
    let angle = random.between(-1, 1) * (isTurned ? 0.4 : 0.12)
    let side = Double(width) * (isHeld ? random.between(0.5, isTurned ? 0.62 : 0.72) : random.between(0.62, 0.78))
    // Nearer at the bottom, or at one side, than elsewhere.
    let (upper, left) = (random.between(0.86, 1), random.between(0.92, 1.08))
    let center = (
      Double(width) * random.between(0.48, 0.53), Double(height) * (isHeld ? random.between(0.42, 0.6) : 0.5)
    )
    return [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { corner in
      let x = side * corner.0 * (corner.1 < 0 ? upper : 1)
      let y = side * corner.1 * (corner.0 < 0 ? left : 1 / left)
      return (center.0 + x * cos(angle) - y * sin(angle), center.1 + x * sin(angle) + y * cos(angle))
    }
  }

  package func picture() -> Canvas {
    var random = SeededRandom("held \(number) \(kind)")
    let scene = ground(&random)
    let corners = corners
    let hand = Hand(on: corners, width: width, height: height, &random)
    if isHeld { hand.drawBehind(on: scene) }
    let sleeve = front(900)
    mark(sleeve, &random)
    if kind == .colored { RecordShape.vinyl(besideSleeveAt: corners, on: scene, &random) }
    if kind == .boxed { RecordShape.box(belowLidAt: corners, on: scene, &random) }
    Perspective(onto: corners).draw(sleeve, on: scene)
    if isHeld { hand.drawThumb(on: scene) }
    if kind == .fingered { hand.drawFingers(on: scene, &random) }
    light(scene, &random)
    return scene
  }

  private func mark(_ sleeve: borrowing Canvas, _ random: inout SeededRandom) {
    switch kind {
    case .stickered: SleeveWear.stick(on: sleeve, &random)
    case .written: SleeveWear.write(on: sleeve, &random)
    case .worn: SleeveWear.wear(sleeve, &random)
    case .reflecting: SleeveWear.reflect(on: sleeve, &random)
    case .used:
      SleeveWear.wear(sleeve, &random)
      if random.next() % 3 != 0 { SleeveWear.write(on: sleeve, &random) }
      if random.next() % 3 != 0 { SleeveWear.stick(on: sleeve, &random) }
      if random.next() % 4 == 0 { SleeveWear.reflect(on: sleeve, &random) }
    case .disc: RecordShape.pictureDisc(of: sleeve, &random)
    case .fingered, .colored, .boxed, .shelved, .magazines: break
    }
  }

  private func ground(_ random: inout SeededRandom) -> Canvas {
    let scene = Canvas(width: width, height: height, color: Color(0x3a3631))
    let isShelves = kind == .shelved || kind == .used && random.next() % 2 == 0
    guard isHeld else {
      table(scene, &random)
      return scene
    }
    let wall =
      isShelves
      ? ShopWall.shelves(&random) : ShopWall.magazines(from: 3_000_000 + number * ShopWall.mostMagazines, &random)
    // Larger than the photo, and seen a little from the side.
    let (w, h) = (Double(width), Double(height))
    func far(_ share: Double) -> Double { share * random.between(0.05, 0.35) }
    Perspective(onto: [(-far(w), -far(h)), (w + far(w), -far(h)), (w + far(w), h + far(h)), (-far(w), h + far(h))])
      .draw(wall, on: scene)
    // What lies behind is out of focus.
    if random.next() % 3 != 0 { scene.blur(radius: Int(1 + random.next() % 2)) }
    return scene
  }

  private func table(_ scene: borrowing Canvas, _ random: inout SeededRandom) {
    let noise = ValueNoise(seed: random.next())
    let wood = Color(0x8a6f52)
    let dark = wood.mixed(with: .between(20, 110, &random), random.between(0.3, 0.8)).mixed(with: Color(0), 0.3)
    let light = dark.mixed(with: Color(0xd8cdbb), random.between(0.2, 0.6))
    let grain = random.between(8, 40)
    for row in 0..<height {
      for column in 0..<width {
        let share = noise(Double(column) / grain, Double(row) / 120)
        scene.pixels[row * width + column] = dark.mixed(with: light, share).pixel
      }
    }
  }

  /// Indoors: one side is darker, and the sensor makes noise of it.
  private func light(_ scene: borrowing Canvas, _ random: inout SeededRandom) {
    let (left, right, top) = (random.between(0.7, 1.1), random.between(0.7, 1.1), random.between(0.85, 1.1))
    let (width, height) = (Double(width), Double(height))
    scene.each { column, row, value in
      let across = left + (right - left) * Double(column) / width
      return value * across * (top + (1 - top) * Double(row) / height)
    }
    if random.next() % 3 == 0 { scene.blur(radius: 1) }
    scene.grain(strength: random.between(3, 8), &random)
  }
}
