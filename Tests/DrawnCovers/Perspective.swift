/// A flat picture seen aslant (Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989).
struct Perspective {
  private let matrix: [Double]
  private let corners: [(Double, Double)]

  /// - Parameter corners: where the picture's come to lie, upper left first, then clockwise.
  init(onto corners: [(Double, Double)]) {
    self.corners = corners
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    let (dx1, dx2, dx3) = (b.0 - c.0, d.0 - c.0, a.0 - b.0 + c.0 - d.0)
    let (dy1, dy2, dy3) = (b.1 - c.1, d.1 - c.1, a.1 - b.1 + c.1 - d.1)
    let below = dx1 * dy2 - dx2 * dy1
    let g = (dx3 * dy2 - dx2 * dy3) / below
    let h = (dx1 * dy3 - dx3 * dy1) / below
    matrix = [b.0 - a.0 + g * b.0, d.0 - a.0 + h * d.0, a.0, b.1 - a.1 + g * b.1, d.1 - a.1 + h * d.1, a.1, g, h, 1]
  }

  /// Mixes the four nearest pixels, and four places of each pixel, so that edges are soft.
  func draw(_ picture: borrowing Canvas, on scene: borrowing Canvas) {
    let m = matrix
    // The inverse but for its scale, which falls out.
    let inverse = [
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ]
    let left = max(0, Int(corners.map(\.0).min() ?? 0))
    let right = min(scene.width, Int(corners.map(\.0).max() ?? 0) + 1)
    let top = max(0, Int(corners.map(\.1).min() ?? 0))
    let bottom = min(scene.height, Int(corners.map(\.1).max() ?? 0) + 1)
    guard left < right, top < bottom else { return }
    for row in top..<bottom {
      for column in left..<right {
        var sum = SIMD4<Float>(repeating: 0)
        for part in 0..<4 {
          let x = Double(column) + (part % 2 == 0 ? 0.25 : 0.75)
          let y = Double(row) + (part < 2 ? 0.25 : 0.75)
          let depth = inverse[6] * x + inverse[7] * y + inverse[8]
          let u = (inverse[0] * x + inverse[1] * y + inverse[2]) / depth
          let v = (inverse[3] * x + inverse[4] * y + inverse[5]) / depth
          sum += Self.sample(picture, u, v) ?? Self.parts(scene.pixels[row * scene.width + column])
        }
        let mean = SIMD4<UInt32>(sum / 4)
        scene.pixels[row * scene.width + column] = mean.x | mean.y << 8 | mean.z << 16
      }
    }
  }

  private static func parts(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), 0)
  }

  /// Nil outside of the picture.
  private static func sample(_ picture: borrowing Canvas, _ u: Double, _ v: Double) -> SIMD4<Float>? {
    guard (0..<1).contains(u), (0..<1).contains(v) else { return nil }
    let x = u * Double(picture.width - 1)
    let y = v * Double(picture.height - 1)
    let (column, row) = (Int(x), Int(y))
    let (across, down) = (Float(x - Double(column)), Float(y - Double(row)))
    func at(_ right: Int, _ below: Int) -> SIMD4<Float> {
      parts(
        picture.pixels[min(row + below, picture.height - 1) * picture.width + min(column + right, picture.width - 1)])
    }
    let upper = at(0, 0) * (1 - across) + at(1, 0) * across
    return upper * (1 - down) + (at(0, 1) * (1 - across) + at(1, 1) * across) * down
  }
}
