/// What a file is, by its first bytes; its name has no say.
package enum ImageFormat: Equatable, Sendable {
  case jpeg
  /// Something that isn't decoded; its usual name.
  case other(String)

  /// Nil when the bytes are of no format that is known here.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      guard bytes.count >= offset + text.utf8CodeUnitCount else { return false }
      return text.withUTF8Buffer { bytes[offset..<(offset + $0.count)].elementsEqual($0) }
    }
    func has(_ magic: [UInt8]) -> Bool { bytes.starts(with: magic) }

    if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("ftyp", at: 4) {
      self = .other(Self.brand(bytes[8...].prefix(4)))
    } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .other("PNG")
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .other("WebP")
    } else if has("GIF8") {
      self = .other("GIF")
    } else if has([0x49, 0x49, 0x2A, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2A]) {
      self = .other("TIFF or camera raw")
    } else if has([0xFF, 0x0A]) || has("JXL ", at: 4) {
      self = .other("JPEG XL")
    } else if has("jP  ", at: 4) {
      self = .other("JPEG 2000")
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

  /// The major brand of an ISO base media file (ISO/IEC 14496-12, 23008-12).
  private static func brand(_ brand: Slice<UnsafeRawBufferPointer>) -> String {
    switch String(decoding: brand, as: UTF8.self) {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": "HEIC"
    case "avif", "avis": "AVIF"
    default: "a video"
    }
  }
}
