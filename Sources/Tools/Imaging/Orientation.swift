/// The orientation of the stored rows and columns: the values of EXIF's tag 0x0112 (TIFF 6.0, Orientation).
package enum Orientation: UInt16, CaseIterable, Sendable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case mirroredUpsideDown = 4
  case transposed = 5
  /// Needs a quarter turn clockwise.
  case quarterTurn = 6
  case transverse = 7
  /// Needs a quarter turn counterclockwise.
  case quarterTurnBack = 8

  /// Whether rows become columns.
  var swapsAxes: Bool { rawValue >= 5 }
  /// Whether the stored columns run from right to left, after the axes are swapped if they are.
  var reversesColumns: Bool { [.mirrored, .upsideDown, .transverse, .quarterTurnBack].contains(self) }
  /// Whether the stored rows run from bottom to top.
  var reversesRows: Bool { [.upsideDown, .mirroredUpsideDown, .quarterTurn, .transverse].contains(self) }
}

extension Orientation {
  /// Both orientations combined, one after the other.
  func then(_ next: Orientation) -> Orientation {
    let (one, two) = (matrix, next.matrix)
    let both = (
      two.0 * one.0 + two.1 * one.2, two.0 * one.1 + two.1 * one.3, two.2 * one.0 + two.3 * one.2,
      two.2 * one.1 + two.3 * one.3
    )
    return Self.allCases.first { $0.matrix == both } ?? .upright
  }

  /// The transformation of coordinates to the right and downward from the middle: two rows of two numbers.
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

/// Finds the orientation in untrusted EXIF data (JEITA CP-3451, 4.5–4.6).
extension Orientation {
  /// Upright unless a segment says otherwise.
  static func of(jpeg: UnsafeRawBufferPointer) -> Orientation {
    JPEGSegments.exif(in: jpeg).flatMap { of(tiff: $0) } ?? .upright
  }

  /// For the data itself. Nil if it says nothing.
  static func of(tiff data: UnsafeRawBufferPointer) -> Orientation? {
    guard let tiff = TIFF(data), let main = tiff.first, let value = tiff.shortValue(of: 0x0112, in: main) else {
      return nil
    }
    return Orientation(rawValue: UInt16(value))
  }
}
