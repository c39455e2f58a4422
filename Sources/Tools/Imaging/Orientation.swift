/// The orientation of the stored rows and columns: the values of EXIF's tag 0x0112 (TIFF 6.0, Orientation).
package enum Orientation: UInt16, CaseIterable, Sendable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case mirroredUpsideDown = 4
  case transposed = 5
  /// To be turned a quarter clockwise.
  case quarterTurn = 6
  case transverse = 7
  /// To be turned a quarter anticlockwise.
  case quarterTurnBack = 8

  /// True where rows become columns.
  var swapsAxes: Bool { rawValue >= 5 }
  /// Whether the stored columns run from right to left, once the axes are swapped where they are.
  var reversesColumns: Bool { [.mirrored, .upsideDown, .transverse, .quarterTurnBack].contains(self) }
  /// Whether the stored rows run from bottom to top.
  var reversesRows: Bool { [.upsideDown, .mirroredUpsideDown, .quarterTurn, .transverse].contains(self) }
}

extension Orientation {
  /// Both, one after the other, as one.
  func then(_ next: Orientation) -> Orientation {
    let (one, two) = (matrix, next.matrix)
    let both = (
      two.0 * one.0 + two.1 * one.2, two.0 * one.1 + two.1 * one.3, two.2 * one.0 + two.3 * one.2,
      two.2 * one.1 + two.3 * one.3
    )
    return Self.allCases.first { $0.matrix == both } ?? .upright
  }

  /// What becomes of columns and rows, counted to the right and downwards from the middle: two rows of two numbers.
  private var matrix: (Int, Int, Int, Int) {
    switch self {
    case .upright: (1, 0, 0, 1)
    case .mirrored: (-1, 0, 0, 1)
    case .upsideDown: (-1, 0, 0, -1)
    case .mirroredUpsideDown: (1, 0, 0, -1)
    case .transposed: (0, 1, 1, 0)
    case .quarterTurn: (0, -1, 1, 0)
    case .transverse: (0, -1, -1, 0)
    case .quarterTurnBack: (0, 1, -1, 0)
    }
  }
}
