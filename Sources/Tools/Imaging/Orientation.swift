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

/// Finds the orientation in untrusted EXIF data, where every length may be wrong (JEITA CP-3451, 4.5–4.6).
///
/// It reads only what it needs: the TIFF header, and the entries of the first directory. It follows no offset twice, so
/// it can't loop.
extension Orientation {
  private static let exif = Array("Exif\0\0".utf8)

  /// Upright unless a segment says otherwise.
  static func of(jpeg: UnsafeRawBufferPointer) -> Orientation {
    JPEGSegments(jpeg).first { $0.marker == 0xE1 && $0.body.starts(with: exif) }.flatMap { of(tiff: $0.body) }
      ?? .upright
  }

  /// For the data itself, with or without the name that it has in a JPEG: some programs write it everywhere. Nil if it
  /// says nothing.
  static func of(tiff data: UnsafeRawBufferPointer) -> Orientation? {
    let hasName = data.starts(with: exif)
    return fromTIFF(UnsafeRawBufferPointer(rebasing: data.dropFirst(hasName ? exif.count : 0)))
  }

  private static func fromTIFF(_ tiff: UnsafeRawBufferPointer) -> Orientation? {
    let isLittle = tiff.starts(with: [0x49, 0x49, 0x2A, 0x00])
    guard isLittle || tiff.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) else { return nil }
    func short(_ at: Int) -> UInt16? {
      guard at >= 0, at <= tiff.count - 2 else { return nil }
      let value = tiff.loadUnaligned(fromByteOffset: at, as: UInt16.self)
      return isLittle ? UInt16(littleEndian: value) : UInt16(bigEndian: value)
    }
    func long(_ at: Int) -> UInt32? {
      guard at >= 0, at <= tiff.count - 4 else { return nil }
      let value = tiff.loadUnaligned(fromByteOffset: at, as: UInt32.self)
      return isLittle ? UInt32(littleEndian: value) : UInt32(bigEndian: value)
    }

    guard let directory = long(4).map(Int.init), let count = short(directory) else { return nil }
    for index in 0..<Int(count) {
      let entry = directory + 2 + index * 12
      guard let tag = short(entry), let type = short(entry + 2), let values = long(entry + 4) else { return nil }
      guard tag == 0x0112 else { continue }
      guard type == 3, values == 1, let value = short(entry + 8) else { return nil }
      return Orientation(rawValue: value)
    }
    return nil
  }
}
