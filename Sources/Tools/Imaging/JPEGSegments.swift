/// The segments before a JPEG's picture data, in untrusted bytes where every length may be wrong (ITU-T T.81, B.1.1).
struct JPEGSegments: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private var at = 2

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func next() -> (marker: UInt8, body: UnsafeRawBufferPointer)? {
    while at + 4 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      if marker == 0xFF {  // fill
        at += 1
        continue
      }
      guard marker != 0xDA, marker != 0xD9, marker >= 0xC0, !(0xD0...0xD8 ~= marker) else { return nil }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      guard length >= 2 else { return nil }
      let body = (at + 4)..<Swift.max(at + 4, Swift.min(at + 2 + length, bytes.count))
      at += 2 + length
      return (marker, UnsafeRawBufferPointer(rebasing: bytes[body]))
    }
    return nil
  }

  /// The ICC profile, put together from its parts (ICC.1, B.4). Nil where there is none or a part is missing.
  static func profile(in bytes: UnsafeRawBufferPointer) -> ColourProfile? {
    let name = Array("ICC_PROFILE\0".utf8)
    let parts = JPEGSegments(bytes).filter { $0.marker == 0xE2 && $0.body.count > 14 && $0.body.starts(with: name) }
    guard let count = parts.first.map({ Int($0.body[13]) }), count > 0, parts.count == count else { return nil }
    let sorted = parts.sorted { $0.body[12] < $1.body[12] }
    guard sorted.enumerated().allSatisfy({ Int($1.body[12]) == $0 + 1 }) else { return nil }
    return .icc(sorted.flatMap { $0.body.dropFirst(14) })
  }
}
