import Glibc

/// A left hand that holds a sleeve by its left edge, or fingers that lie over its edges.
struct Hand {
  private let corners: [(Double, Double)]
  /// Units a pixel.
  private let unit: Double
  private let skin: Color
  /// Where it grips, from the top of the edge, 0 to 1.
  private let grip: Double
  private let height: Double

  init(on corners: [(Double, Double)], width: Int, height: Int, _ random: inout SeededRandom) {
    self.corners = corners
    unit = 1000 / Double(width)
    self.height = Double(height)
    skin = [Color(0xd9a98c), Color(0xc58c6c), Color(0x8d5a3f), Color(0xe6bfa6)][Int(random.next() % 4)]
    grip = random.between(0.6, 0.85)
  }

  /// A place on the sleeve, both 0 to 1, or beside it, in units.
  private func place(_ across: Double, _ down: Double) -> (Double, Double) {
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    func mix(_ p: Double, _ q: Double, _ share: Double) -> Double { p + (q - p) * share }
    return (
      mix(mix(a.0, b.0, across), mix(d.0, c.0, across), down) * unit,
      mix(mix(a.1, b.1, across), mix(d.1, c.1, across), down) * unit
    )
  }

  /// The arm, the palm, and what shows of the fingers.
  func drawBehind(on scene: borrowing Canvas) {
    let wrist = place(-0.12, grip + 0.2)
    limb(on: scene, from: (wrist.0 - 160, height * unit + 60), to: wrist, radius: 100, 82)
    limb(on: scene, from: wrist, to: place(0.02, grip + 0.04), radius: 82, 62)
    limb(on: scene, from: place(-0.05, grip), to: place(0.03, grip - 0.14), radius: 38, 30)
  }

  func drawThumb(on scene: borrowing Canvas) {
    let (root, tip) = (place(-0.07, grip + 0.1), place(0.18, grip))
    limb(on: scene, from: root, to: place(0.06, grip + 0.06), radius: 46, 33)
    limb(on: scene, from: place(0.06, grip + 0.06), to: tip, radius: 33, 25)
    nail(on: scene, tip, towards: root)
  }

  /// Two or three over one edge, and a thumb over another.
  func drawFingers(on scene: borrowing Canvas, _ random: inout SeededRandom) {
    for finger in 0..<Int(2 + random.next() % 2) {
      let down = grip - 0.35 + Double(finger) * 0.11
      let (root, tip) = (place(1.45, down + 0.22), place(random.between(0.78, 0.9), down))
      limb(on: scene, from: root, to: tip, radius: 34, 26)
      nail(on: scene, tip, towards: root)
    }
    let along = random.between(0.25, 0.7)
    let (root, tip) = (place(along - 0.1, 1.5), place(along, random.between(0.78, 0.9)))
    limb(on: scene, from: root, to: tip, radius: 46, 32)
    nail(on: scene, tip, towards: root)
  }

  /// Round by its shade: dark at the rim, light in the middle.
  private func limb(
    on scene: borrowing Canvas, from start: (Double, Double), to end: (Double, Double), radius: Double, _ last: Double
  ) {
    for layer in 0..<6 {
      let part = 1 - Double(layer) * 0.14
      let color = skin.mixed(with: Color(0x2a1710), 0.45 - Double(layer) * 0.09)
      let up = (radius - radius * part) * 0.35
      scene.line(
        from: (start.0 - up, start.1 - up), to: (end.0 - up, end.1 - up), radius: radius * part, tapering: last * part,
        color)
    }
  }

  private func nail(on scene: borrowing Canvas, _ tip: (Double, Double), towards root: (Double, Double)) {
    let length = ((root.0 - tip.0) * (root.0 - tip.0) + (root.1 - tip.1) * (root.1 - tip.1)).squareRoot()
    let back = ((root.0 - tip.0) / length * 12, (root.1 - tip.1) / length * 12)
    scene.line(
      from: (tip.0 - back.0 * 0.4, tip.1 - back.1 * 0.4), to: (tip.0 + back.0, tip.1 + back.1), radius: 13,
      skin.mixed(with: Color(0xffe9e0), 0.5))
  }
}
