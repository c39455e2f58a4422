/// Repairs the JSON errors that models make if no schema is enforced: a line break inside a string, a comma before a
/// bracket, half of a surrogate pair. It leaves all other errors as they are.
enum RepairedJSON {
  static func mended(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var mended: [UInt8] = []
    mended.reserveCapacity(bytes.count)
    var inString = false
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if inString, byte == UInt8(ascii: "\\") {
        let length = escape(at: index, in: bytes, into: &mended)
        index += length
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString.toggle()
      case 0..<0x20 where inString:
        mended += Array("\\u00".utf8) + [hexDigit(byte >> 4), hexDigit(byte & 15)]
        index += 1
        continue
      case UInt8(ascii: ",") where !inString && isBeforeEnd(index, in: bytes):
        index += 1
        continue
      default: break
      }
      mended.append(byte)
      index += 1
    }
    return mended
  }

  /// Takes over an escape; a surrogate without its other half becomes U+FFFD.
  /// - Returns: how many bytes it was.
  private static func escape(at index: Int, in bytes: ArraySlice<UInt8>, into mended: inout [UInt8]) -> Int {
    guard let unit = unit(at: index, in: bytes) else {
      let end = min(index + 2, bytes.endIndex)
      mended += bytes[index..<end]
      return end - index
    }
    switch unit {
    case 0xD800..<0xDC00:
      if let low = self.unit(at: index + 6, in: bytes), (0xDC00..<0xE000).contains(low) {
        mended += bytes[index..<index + 12]
        return 12
      }
      mended += Array("\\ufffd".utf8)
    case 0xDC00..<0xE000: mended += Array("\\ufffd".utf8)
    default: mended += bytes[index..<index + 6]
    }
    return 6
  }

  /// Of `\u1234` here.
  private static func unit(at index: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    guard index + 6 <= bytes.endIndex, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return Int(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }

  private static func isBeforeEnd(_ comma: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    let next = bytes[(comma + 1)...].first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
    return next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { Array("0123456789abcdef".utf8)[Int(value)] }
}
