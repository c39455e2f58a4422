/// The size of a plain JPEG: baseline, complete, and without any marker that could contain metadata (ITU T.81, B.1 and
/// B.2; JFIF 1.02).
///
/// This check makes sure that only pixels pass, whatever the imaging process does.
package struct JPEGOutline: Equatable, Sendable {
  package let width: Int
  package let height: Int

  /// Nil unless `bytes` are exactly one plain JPEG.
  package init?(_ bytes: some RandomAccessCollection<UInt8>) {
    let size: (Int, Int)?? = bytes.withContiguousStorageIfAvailable { Self.size(of: $0) }
    guard case .some(.some(let (width, height))) = size else { return nil }
    self.width = width
    self.height = height
  }

  private static func size(of bytes: UnsafeBufferPointer<UInt8>) -> (Int, Int)? {
    guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
    var size: (Int, Int)?
    var at = 2
    while at + 4 <= bytes.count {
      guard bytes[at] == 0xFF else { return nil }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      let end = at + 2 + length
      guard length >= 2, end <= bytes.count else { return nil }
      switch bytes[at + 1] {
      case 0xE0:  // JFIF, without a preview of its own
        guard length == 16, bytes[(at + 4)..<(at + 9)].elementsEqual([0x4A, 0x46, 0x49, 0x46, 0]) else { return nil }
      case 0xC0:  // the frame
        guard length >= 8, size == nil else { return nil }
        size = (Int(bytes[at + 7]) << 8 | Int(bytes[at + 8]), Int(bytes[at + 5]) << 8 | Int(bytes[at + 6]))
      case 0xDB, 0xC4, 0xDD: break  // tables
      case 0xDA: return endsPlainly(bytes, from: end) ? size : nil
      default: return nil
      }
      at = end
    }
    return nil
  }

  /// Whether the only scan runs to an end marker that is the last thing in the file.
  private static func endsPlainly(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var at = start
    while at + 1 < bytes.count {
      guard bytes[at] == 0xFF else {
        at += 1
        continue
      }
      switch bytes[at + 1] {
      case 0x00, 0xD0...0xD7: at += 2  // a stuffed byte, a restart
      case 0xD9: return at + 2 == bytes.count
      default: return false
      }
    }
    return false
  }
}
