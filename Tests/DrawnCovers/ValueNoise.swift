/// Noise that is the same everywhere and smooth up close: random values on a grid, and what lies between them.
struct ValueNoise {
  let seed: UInt64

  /// 0 to 1; one cell of the grid has the size 1.
  func callAsFunction(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    func ease(_ part: Double) -> Double { part * part * (3 - 2 * part) }
    let (across, down) = (ease(x - left), ease(y - top))
    func row(_ y: Double) -> Double { value(left, y) + (value(left + 1, y) - value(left, y)) * across }
    return row(top) + (row(top + 1) - row(top)) * down
  }

  private func value(_ x: Double, _ y: Double) -> Double {
    var random = SeededRandom(seed ^ UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9 ^ UInt64(bitPattern: Int64(y)) << 32)
    return random.fraction()
  }
}
