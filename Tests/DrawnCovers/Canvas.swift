import Glibc

/// A picture being drawn: rows of four-byte pixels, filled in horizontal runs so that drawing is quick without optimization.
///
/// Coordinates of the drawing methods are in units: a thousand to the width, whatever the size in pixels, so that the
/// same drawing can be had at any size.
package struct Canvas: ~Copyable {
  /// In pixels.
  package let width: Int
  package let height: Int
  /// Red, green, blue, unused; row after row.
  package let pixels: UnsafeMutablePointer<UInt32>

  package init(width: Int, height: Int, color: Color) {
    self.width = width
    self.height = height
    pixels = .allocate(capacity: width * height)
    fill(pixels, color.pixel, width * height)
  }

  deinit { pixels.deallocate() }

  /// How bright each pixel is (ITU-R BT.601), row after row.
  package var gray: [UInt8] {
    (0..<width * height).map { index in
      let pixel = pixels[index]
      return UInt8((299 * (pixel & 255) + 587 * (pixel >> 8 & 255) + 114 * (pixel >> 16 & 255)) / 1000)
    }
  }

  /// Pixels a unit.
  private var scale: Double { Double(width) / 1000 }

  func rectangle(_ x: Double, _ y: Double, _ w: Double, _ h: Double, _ color: Color) {
    let left = Int((x * scale).rounded())
    let right = Int(((x + w) * scale).rounded())
    for row in rows(y, y + h) { run(row, left, right, color) }
  }

  func disc(_ x: Double, _ y: Double, radius: Double, _ color: Color) {
    let (cx, cy, r) = (x * scale, y * scale, radius * scale)
    for row in rows(y - radius, y + radius) {
      let dy = Double(row) + 0.5 - cy
      guard dy.magnitude < r else { continue }
      let half = (r * r - dy * dy).squareRoot()
      run(row, Int((cx - half).rounded()), Int((cx + half).rounded()), color)
    }
  }

  func ring(_ x: Double, _ y: Double, radius: Double, width: Double, _ color: Color) {
    let (cx, cy, outer, inner) = (x * scale, y * scale, radius * scale, (radius - width) * scale)
    for row in rows(y - radius, y + radius) {
      let dy = Double(row) + 0.5 - cy
      guard dy.magnitude < outer else { continue }
      let far = (outer * outer - dy * dy).squareRoot()
      let near = dy.magnitude < inner ? (inner * inner - dy * dy).squareRoot() : 0
      run(row, Int((cx - far).rounded()), Int((cx - near).rounded()), color)
      run(row, Int((cx + near).rounded()), Int((cx + far).rounded()), color)
    }
  }

  func triangle(_ a: (Double, Double), _ b: (Double, Double), _ c: (Double, Double), _ color: Color) {
    let corners = [a, b, c].map { (x: $0.0 * scale, y: $0.1 * scale) }
    let edges = [(0, 1), (1, 2), (2, 0)]
    for row in rows(min(a.1, b.1, c.1), max(a.1, b.1, c.1)) {
      let y = Double(row) + 0.5
      let crossings = edges.compactMap { from, to -> Double? in
        let (p, q) = (corners[from], corners[to])
        guard (p.y <= y) != (q.y <= y) else { return nil }
        return p.x + (y - p.y) / (q.y - p.y) * (q.x - p.x)
      }
      guard let left = crossings.min(), let right = crossings.max() else { continue }
      run(row, Int(left.rounded()), Int(right.rounded()), color)
    }
  }

  /// Copies a whole picture to a place given in pixels; what would lie outside is left away.
  package func place(_ picture: borrowing Canvas, atX x: Int, y: Int) {
    let left = max(0, x)
    let right = min(width, x + picture.width)
    guard left < right else { return }
    for row in max(0, y)..<max(0, y, min(height, y + picture.height)) {
      (pixels + row * width + left).update(
        from: picture.pixels + (row - y) * picture.width + left - x, count: right - left)
    }
  }

  private func rows(_ top: Double, _ bottom: Double) -> Range<Int> {
    let first = min(height, max(0, Int((top * scale).rounded())))
    return first..<max(first, min(height, Int((bottom * scale).rounded())))
  }

  private func run(_ row: Int, _ left: Int, _ right: Int, _ color: Color) {
    let from = max(0, left)
    let to = min(width, right)
    if from < to { fill(pixels + row * width + from, color.pixel, to - from) }
  }
}

/// Fills with a value by copying what is filled already, which is quick in debug builds too.
func fill(_ start: UnsafeMutablePointer<UInt32>, _ value: UInt32, _ count: Int) {
  guard count > 0 else { return }
  var filled = min(count, 4)
  for index in 0..<filled { start[index] = value }
  while filled < count {
    let more = min(filled, count - filled)
    memcpy(start + filled, start, more * 4)
    filled += more
  }
}
