/// How the stored rows and columns lie to the eye: the values of EXIF's tag 0x0112 (TIFF 6.0, Orientation).
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
