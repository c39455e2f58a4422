/// Records that aren't a plain sleeve: picture discs, colored vinyl beside its sleeve, and box sets.
enum RecordShape {
  /// Leaves of a front what a picture disc has of it: a circle with grooves and a hole, in plain paper.
  static func pictureDisc(of front: borrowing Canvas, _ random: inout SeededRandom) {
    let paper = Color(0xefece4).mixed(with: .between(90, 255, &random), random.between(0, 0.5))
    let middle = Double(front.width) / 2
    let radius = middle * 0.96
    for row in 0..<front.height {
      for column in 0..<front.width {
        let (dx, dy) = (Double(column) + 0.5 - middle, Double(row) + 0.5 - middle)
        let distance = (dx * dx + dy * dy).squareRoot()
        let place = row * front.width + column
        if distance > radius {
          front.pixels[place] = paper.pixel
        } else if distance > radius * 0.35, Int(distance / 3) % 3 == 0 {
          front.pixels[place] = Color.of(front.pixels[place]).mixed(with: Color(0), 0.12).pixel
        }
      }
    }
    front.ring(500, 500, radius: 480, width: 6, Color(0x3a3a3a))
    front.disc(500, 500, radius: 13, Color(0x2a2622))
  }

  /// A record that looks out at the right.
  /// - Parameter corners: of the sleeve, in pixels, upper left first, then clockwise.
  static func vinyl(
    besideSleeveAt corners: [HeldPhoto.Corner], on scene: borrowing Canvas, _ random: inout SeededRandom
  ) {
    let unit = 1000 / Double(scene.width)
    let side = corners[1].0 - corners[0].0
    let out = random.between(0.25, 0.5)
    let center = (
      x: (corners.map(\.0).reduce(0, +) / 4 + side * out) * unit,
      y: (corners.map(\.1).reduce(0, +) / 4 + (corners[1].1 - corners[0].1) * out) * unit
    )
    let color = Color.between(40, 255, &random)
    let radius = side * 0.48 * unit
    scene.disc(center.x, center.y, radius: radius, color)
    for step in 0..<16 {
      scene.ring(
        center.x, center.y, radius: radius * (1 - Double(step) * 0.04), width: 1.5, color.mixed(with: Color(0), 0.25))
    }
  }

  /// The two sides of a box that is seen from above its upper left corner.
  /// - Parameter corners: of its lid, as above.
  static func box(
    belowLidAt corners: [HeldPhoto.Corner], on scene: borrowing Canvas, _ random: inout SeededRandom
  ) {
    let unit = 1000 / Double(scene.width)
    let depth = (corners[1].0 - corners[0].0) * random.between(0.06, 0.16)
    let color = Color.between(30, 160, &random)
    func side(_ a: HeldPhoto.Corner, _ b: HeldPhoto.Corner, _ color: Color) {
      let outline = [a, b, (b.0 + depth * 0.6, b.1 + depth), (a.0 + depth * 0.6, a.1 + depth)]
      scene.shape(outline.map { (x: $0.0 * unit, y: $0.1 * unit) }, color)
    }
    side(corners[1], corners[2], color.mixed(with: Color(0xffffff), 0.15))
    side(corners[3], corners[2], color.mixed(with: Color(0), 0.35))
  }
}
