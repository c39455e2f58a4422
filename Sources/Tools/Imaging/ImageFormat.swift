/// The format of a file, determined by its first bytes; the name doesn't matter.
package enum ImageFormat: Equatable, Sendable {
  case jpeg, png, webp, gif, heic, avif
  /// A format that isn't decoded, with its usual name.
  case other(String)

  /// The usual name.
  package var name: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    case .gif: "GIF"
    case .heic: "HEIC"
    case .avif: "AVIF"
    case .other(let name): name
    }
  }

  /// Nil if the format is unknown.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      guard bytes.count >= offset + text.utf8CodeUnitCount else { return false }
      return text.withUTF8Buffer { bytes[offset..<(offset + $0.count)].elementsEqual($0) }
    }
    func has(_ magic: [UInt8]) -> Bool { bytes.starts(with: magic) }

    if has([0xFF, 0xD8]), bytes.count > 2 {
      self = .jpeg
    } else if has("ftyp", at: 4) {
      self = Self.brand(of: bytes)
    } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("GIF8") {
      self = .gif
    } else if has([0x49, 0x49, 0x2A, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2A]) {
      self = .other("TIFF or camera raw")
    } else if has([0xFF, 0x0A]) || has("JXL ", at: 4) {
      self = .other("JPEG XL")
    } else if has("jP  ", at: 4) || has([0xFF, 0x4F, 0xFF, 0x51]) {
      self = .other("JPEG 2000")
    } else if has([0, 0, 1, 0]), bytes.count > 9, bytes[4] > 0, bytes[5] == 0, bytes[9] == 0 {
      self = .other("ICO")
    } else if has("FUJIFILMCCD-RAW") || has("IIRO") || has("IIU\0") {
      self = .other("camera raw")
    } else if has("<svg") || has("<?xml") {
      self = .other("SVG")
    } else if has("%PDF-") {
      self = .other("PDF")
    } else if has("8BPS") {
      self = .other("Photoshop")
    } else if Self.isVideo(has) || has([0x1A, 0x45, 0xDF, 0xA3]) {
      self = .other("a video")
    } else if has("BM"), bytes.count > 18, bytes[15] == 0, bytes[16] == 0, bytes[17] == 0 {
      self = .other("BMP")
    } else {
      return nil
    }
  }

  private static func isVideo(_ has: (StaticString, Int) -> Bool) -> Bool {
    has("moov", 4) || has("mdat", 4) || has("wide", 4) || has("RIFF", 0) && has("AVI ", 8)
  }

  /// By the brands of an ISO base media file (ISO/IEC 14496-12, 4.3; 23008-12, 10). If the major brand doesn't say
  /// what kind of picture there is, the compatible brands do.
  private static func brand(of bytes: UnsafeRawBufferPointer) -> ImageFormat {
    let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    let places = stride(from: 8, to: max(9, min(length, bytes.count, 256) - 3), by: 4)
    var isPicture = false
    for place in places where place != 12 {
      switch String(decoding: bytes[place...].prefix(4), as: UTF8.self) {
      case "heic", "heix", "heim", "heis", "hevc", "hevx": return .heic
      case "avif", "avis": return .avif
      case "mif1", "msf1", "miaf": isPicture = true
      case "crx ": return .other("camera raw")
      default: continue
      }
    }
    return isPicture ? .heic : .other("a video")
  }
}
