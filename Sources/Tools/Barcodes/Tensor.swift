internal import Glibc

/// The direction and amount of brightness change in an area: sums of products of the horizontal and vertical
/// differences.
struct Tensor {
  private var across: Float = 0
  private var down: Float = 0
  private var both: Float = 0
  private var blocks: Float = 0

  init() {}

  /// Of a block whose upper left pixel is at `x` and `y`, with a pixel at least between it and every edge. Every other row
  /// tells enough.
  init(of gray: GrayView, x: Int, y: Int) {
    let width = gray.width
    var (across, down, both): (Int32, Int32, Int32) = (0, 0, 0)
    for line in stride(from: 0, to: StripeMap.side, by: 2) {
      let row = gray.samples + (y + line) * width + x
      for column in 0..<StripeMap.side {
        let right = Int32(row[column + 1]) &- Int32(row[column - 1])
        let below = Int32(row[column + width]) &- Int32(row[column - width])
        across &+= right &* right
        down &+= below &* below
        both &+= right &* below
      }
    }
    (self.across, self.down, self.both, blocks) = (Float(across), Float(down), Float(both), 1)
  }

  mutating func add(_ other: Tensor) {
    across += other.across
    down += other.down
    both += other.both
    blocks += other.blocks
  }

  /// The mean of a pixel's squared differences.
  var energy: Float { (across + down) / max(1, blocks) / Float(StripeMap.side * StripeMap.side / 2) }

  /// 0 to 1.
  var coherence: Float {
    let sum = across + down
    return sum > 0 ? ((across - down) * (across - down) + 4 * both * both).squareRoot() / sum : 0
  }

  /// Radians from the picture's x towards its y: the direction in which most changes.
  var direction: Float { 0.5 * atan2f(2 * both, across - down) }
}

extension Float {
  var cosine: Float { cosf(self) }
  var sine: Float { sinf(self) }
}
