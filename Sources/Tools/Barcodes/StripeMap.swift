/// Where in a picture the brightness changes in one direction only, as across the bars of a barcode. Computed per block
/// with the structure tensor (Bigün and Granlund 1987).
struct StripeMap {
  /// Pixels on a block's side. The smallest barcode that can be read is five of them long.
  static let side = 16
  /// Squares of the differences between neighbors, on average: what noise and soft shadows stay below.
  private static let leastEnergy: Float = 40
  /// 0 where the brightness changes as much in all directions, 1 where in a single one. The letters of a text reach 0.3.
  private static let leastCoherence: Float = 0.4
  /// Radians by which neighbors that belong together may differ: a barcode on a bent sleeve bends a little too.
  private static let mostTurn: Float = 0.3

  let columns: Int
  let rows: Int
  private let tensors: [Tensor]
  /// Radians, across the stripes; nil where there are none.
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

  /// Blocks whose neighbors on both sides, across the stripes, have the same stripes. A mere edge has none.
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

  /// Whether both have stripes, and the same.
  func areAlike(_ a: Int, _ b: Int) -> Bool {
    guard let a = directions[a], let b = directions[b] else { return false }
    let turn = (a - b).magnitude
    // Half a turn leaves stripes as they were.
    return min(turn, .pi - turn) <= Self.mostTurn
  }

  /// The sums over several blocks.
  func tensor(of places: [Int]) -> Tensor {
    places.reduce(into: Tensor()) { $0.add(tensors[$1]) }
  }
}
