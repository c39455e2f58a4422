/// The segments before a JPEG's picture data, in untrusted bytes where every length may be wrong (ITU-T T.81, B.1.1).
struct JPEGSegments: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  /// Where the next segment is looked for; at the end, where the picture data begins.
  private(set) var at = 2

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Skips what libjpeg skips: stray bytes, fill bytes, and markers that have no length (`next_marker` in jdmarker.c).
  mutating func next() -> (marker: UInt8, body: UnsafeRawBufferPointer)? {
    while at + 4 <= bytes.count {
      let marker = bytes[at + 1]
      guard bytes[at] == 0xFF, marker != 0xFF, marker > 0x01, !(0xD0...0xD7 ~= marker) else {
        at += bytes[at] == 0xFF && marker != 0xFF ? 2 : 1
        continue
      }
      guard marker != 0xDA, marker != 0xD9, marker != 0xD8, marker >= 0xC0 else { return nil }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      guard length >= 2 else { return nil }
      let body = (at + 4)..<Swift.max(at + 4, Swift.min(at + 2 + length, bytes.count))
      at += 2 + length
      return (marker, UnsafeRawBufferPointer(rebasing: bytes[body]))
    }
    return nil
  }

  /// The usual name of a kind of JPEG that libjpeg doesn't decode (ITU-T T.81, table B.1; T.87, C.1).
  static func unsupportedKind(of bytes: UnsafeRawBufferPointer) -> String? {
    for (marker, body) in JPEGSegments(bytes) {
      switch marker {
      case 0xC3, 0xC7, 0xCB, 0xCF: return "Lossless JPEG"
      case 0xC5, 0xC6, 0xCD, 0xCE, 0xDE: return "Hierarchical JPEG"
      case 0xF7: return "JPEG-LS"
      case 0xC0...0xC2, 0xC9, 0xCA: return body.first.flatMap { $0 > 8 ? "\($0)-bit JPEG" : nil }
      default: break
      }
    }
    return nil
  }

  /// Whether the whole picture is in the first scan. Otherwise, libjpeg-turbo holds the coefficients of all of it
  /// (`has_multiple_scans` in its jdinput.c).
  static func haveOneScan(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var segments = JPEGSegments(bytes)
    var components: UInt8?
    while let (marker, body) = segments.next() {
      // A frame that is coded progressively (ITU-T T.81, table B.1).
      if [0xC2, 0xC6, 0xCA, 0xCE].contains(marker) { return false }
      if [0xC0, 0xC1, 0xC9].contains(marker), body.count > 5 { components = body[5] }
    }
    let scan = segments.at
    return scan + 4 < bytes.count && bytes[scan + 1] == 0xDA && bytes[scan + 4] == components
  }

  /// What is before EXIF data in its segment (CIPA DC-008, 4.7.2).
  static let exifName = Array("Exif\0\0".utf8)

  /// The EXIF data, with its name.
  static func exif(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    JPEGSegments(bytes).first { $0.marker == 0xE1 && $0.body.starts(with: exifName) }?.body
  }

  /// The ICC profile, assembled from its parts (ICC.1, B.4). Nil if there is none, or a part is missing.
  static func profile(in bytes: UnsafeRawBufferPointer) -> ColorProfile? {
    let name = Array("ICC_PROFILE\0".utf8)
    let parts = JPEGSegments(bytes).filter { $0.marker == 0xE2 && $0.body.count > 14 && $0.body.starts(with: name) }
    guard let count = parts.first.map({ Int($0.body[13]) }), count > 0, parts.count == count else { return nil }
    let sorted = parts.sorted { $0.body[12] < $1.body[12] }
    guard sorted.enumerated().allSatisfy({ Int($1.body[12]) == $0 + 1 }) else { return nil }
    return .icc(sorted.flatMap { $0.body.dropFirst(14) })
  }
}
