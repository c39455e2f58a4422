internal import Glibc

/// Where in a picture the brightness changes in one direction only, as across the bars of a barcode. Computed per block
/// with the structure tensor (Bigün and Granlund 1987).
struct StripeMap {
  /// The side of a block, in pixels. The smallest readable barcode is five blocks long.
  static let side = 16
  /// The least mean squared difference between neighbors; noise and soft shadows are below it.
  private static let leastEnergy: Float = 40
  /// 0 if the brightness changes equally in all directions, 1 if it changes in a single one. Printed text reaches 0.3.
  private static let leastCoherence: Float = 0.4
  /// In radians: how much the directions of neighbors may differ, because a barcode on a bent sleeve is slightly bent,
  /// too.
  private static let mostTurn: Float = 0.3

  let columns: Int
  let rows: Int
  private let tensors: [Tensor]
  /// In radians, across the stripes; nil without stripes.
  private let directions: [Float?]

  init(of gray: GrayView) {
    (columns, rows) = (max(0, gray.width - 2) / Self.side, max(0, gray.height - 2) / Self.side)
    var tensors: [Tensor] = []
    tensors.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns { tensors.append(Tensor(of: gray, x: 1 + column * Self.side, y: 1 + row * Self.side)) }
    }
    self.tensors = tensors
    directions = tensors.map {
      $0.energy >= Self.leastEnergy && $0.coherence >= Self.leastCoherence ? $0.direction : nil
    }
  }

  /// Blocks whose neighbors on both sides, across the stripes, have the same stripes. A single edge has none.
  var inside: [Bool] {
    (0..<columns * rows).map { place in
      let (column, row) = (place % columns, place / columns)
      let isAtEdge = column == 0 || row == 0 || column == columns - 1 || row == rows - 1
      guard !isAtEdge, let direction = directions[place] else { return false }
      let (x, y) = (direction.cosine, direction.sine)
      let longest = max(x.magnitude, y.magnitude)
      let step = Int((y / longest).rounded()) * columns + Int((x / longest).rounded())
      return areAlike(place, place + step) && areAlike(place, place - step)
    }
  }

  /// Whether both have stripes in the same direction.
  func areAlike(_ a: Int, _ b: Int) -> Bool {
    guard let a = directions[a], let b = directions[b] else { return false }
    let turn = (a - b).magnitude
    // Half a turn doesn't change stripes.
    return min(turn, .pi - turn) <= Self.mostTurn
  }

  /// The sum over several blocks.
  func tensor(of places: [Int]) -> Tensor {
    places.reduce(into: Tensor()) { $0.add(tensors[$1]) }
  }
}

/// The direction and amount of brightness change in an area: sums of products of the horizontal and vertical
/// differences.
struct Tensor {
  private var across: Float = 0
  private var down: Float = 0
  private var both: Float = 0
  private var blocks: Float = 0

  init() {}

  /// For the block whose upper left pixel is at `x` and `y`, at least one pixel away from every edge. Every other row
  /// is enough.
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

  /// The mean squared difference per pixel.
  var energy: Float { (across + down) / max(1, blocks) / Float(StripeMap.side * StripeMap.side / 2) }

  /// 0 to 1.
  var coherence: Float {
    let sum = across + down
    return sum > 0 ? ((across - down) * (across - down) + 4 * both * both).squareRoot() / sum : 0
  }

  /// In radians from the picture's x axis toward its y axis: the direction of the greatest change.
  var direction: Float { 0.5 * atan2f(2 * both, across - down) }
}

extension Float {
  var cosine: Float { cosf(self) }
  var sine: Float { sinf(self) }
}
