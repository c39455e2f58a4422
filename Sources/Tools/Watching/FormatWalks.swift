/// Detects a format by its first bytes.
struct FormatDetection: FormatWalk {
  static let length = 12

  var start: Completeness.Need { .take(Self.length) }
  func next(_ bytes: [UInt8]) -> Completeness.Need { .lost }

  /// No photo is this short, so whatever it is, it is incomplete.
  func verdictAtEnd(isBetweenParts: Bool) -> Completeness.Verdict { .incomplete }

  static func walk(for bytes: [UInt8]) -> (any FormatWalk)? {
    if bytes.starts(with: [0xFF, 0xD8]) { return JPEGWalk() }
    if bytes.starts(with: PNGWalk.signature) { return PNGWalk() }
    if bytes.starts(with: "GIF8".utf8) { return GIFWalk() }
    if bytes.starts(with: "RIFF".utf8), bytes[8...].starts(with: "WEBP".utf8) { return RIFFWalk() }
    if bytes[4...].starts(with: "ftyp".utf8) { return BoxWalk() }
    return nil
  }
}

/// JPEG: from marker to marker until EOI. Anything after it isn't part of the photo (such as a motion photo's video).
/// ITU-T T.81, B.1.1; between segments as well as in picture data, decoders look for the next FF that isn't byte
/// stuffing.
struct JPEGWalk: FormatWalk {
  private enum Expected { case startOfImage, marker, length, segmentEnd }
  private var expected = Expected.startOfImage

  var start: Completeness.Need { .take(2) }

  mutating func next(_ bytes: [UInt8]) -> Completeness.Need {
    switch expected {
    case .startOfImage, .segmentEnd:
      expected = .marker
      return .find(0xFF)
    case .marker:
      switch bytes[0] {
      case 0xFF: return .take(1)
      case 0x00, 0x01, 0xD0...0xD8: return .find(0xFF)
      case 0xD9: return .end
      default:
        expected = .length
        return .take(2)
      }
    case .length:
      expected = .segmentEnd
      let length = Int64(bytes.bigEndian)
      // The length includes its own two bytes; then comes the next marker, or picture data up to it.
      return length < 2 ? .lost : .skip(length - 2, take: 0)
    }
  }

  func verdictAtEnd(isBetweenParts: Bool) -> Completeness.Verdict { .incomplete }
}

/// PNG: from chunk to chunk until IEND and its checksum. PNG specification, 5.3
struct PNGWalk: FormatWalk {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private enum Expected { case signature, chunk, checksum, lastChecksum }
  private var expected = Expected.signature

  var start: Completeness.Need { .take(8) }

  mutating func next(_ bytes: [UInt8]) -> Completeness.Need {
    switch expected {
    case .chunk:
      expected = bytes[4...].elementsEqual("IEND".utf8) ? .lastChecksum : .checksum
      let length = Int64(bytes[..<4].bigEndian)
      return length > Int64(Int32.max) ? .lost : .skip(length, take: 4)
    case .lastChecksum: return .end
    case .signature, .checksum:
      expected = .chunk
      return .take(8)
    }
  }

  func verdictAtEnd(isBetweenParts: Bool) -> Completeness.Verdict { .incomplete }
}

/// GIF: from block to block until the trailer. GIF89a specification, 17 to 27
struct GIFWalk: FormatWalk {
  private enum Expected { case screen, block, label, image, codeSize, subBlock }
  private var expected = Expected.screen

  var start: Completeness.Need { .take(13) }

  mutating func next(_ bytes: [UInt8]) -> Completeness.Need {
    switch expected {
    case .screen: return skipColors(bytes[10], then: .block)
    case .block:
      switch bytes[0] {
      case 0x3B: return .end
      case 0x21: return expect(.label)
      case 0x2C: return expect(.image, length: 9)
      default: return .lost
      }
    case .image: return skipColors(bytes[8], then: .codeSize)
    case .label, .codeSize: return expect(.subBlock)
    case .subBlock:
      if bytes[0] == 0 { return expect(.block) }
      return .skip(Int64(bytes[0]), take: 1)
    }
  }

  func verdictAtEnd(isBetweenParts: Bool) -> Completeness.Verdict { .incomplete }

  private mutating func expect(_ next: Expected, length: Int = 1) -> Completeness.Need {
    expected = next
    return .take(length)
  }

  private mutating func skipColors(_ flags: UInt8, then next: Expected) -> Completeness.Need {
    expected = next
    return .skip(flags & 0x80 == 0 ? 0 : 3 << Int64((flags & 7) + 1), take: 1)
  }
}

/// WebP: one RIFF chunk that states its length. WebP Container Specification
struct RIFFWalk: FormatWalk {
  private var isHeaderRead = false

  var start: Completeness.Need { .take(12) }

  mutating func next(_ bytes: [UInt8]) -> Completeness.Need {
    if isHeaderRead { return .end }
    isHeaderRead = true
    // The length starts after itself, so it includes the four bytes "WEBP".
    let length = Int64(bytes[4..<8].reversed().bigEndian)
    return length < 4 ? .lost : .skip(length - 4, take: 0)
  }

  func verdictAtEnd(isBetweenParts: Bool) -> Completeness.Verdict { .incomplete }
}

/// HEIC, AVIF, MP4: boxes that state their lengths, up to the end of the file. ISO/IEC 14496-12, 4.2
struct BoxWalk: FormatWalk {
  private enum Expected { case box, longLength }
  private var expected = Expected.box
  private var hasMedia = false

  var start: Completeness.Need { .take(8) }

  mutating func next(_ bytes: [UInt8]) -> Completeness.Need {
    switch expected {
    case .box:
      let type = bytes[4...]
      guard type.allSatisfy({ (0x20...0x7E).contains($0) || $0 >= 0xA0 }) else { return .lost }
      if type.elementsEqual("mdat".utf8) { hasMedia = true }
      switch bytes[..<4].bigEndian {
      // The box extends to the end of the file, wherever that will be.
      case 0: return .lost
      case 1:
        expected = .longLength
        return .take(8)
      case let length: return length < 8 ? .lost : .skip(Int64(length) - 8, take: 8)
      }
    case .longLength:
      expected = .box
      let length = bytes.bigEndian
      return length < 16 || length > UInt64(Int64.max) ? .lost : .skip(Int64(length) - 16, take: 8)
    }
  }

  /// A file may end between two boxes, but a copy in progress may as well: it is complete only with its media data.
  func verdictAtEnd(isBetweenParts: Bool) -> Completeness.Verdict {
    guard isBetweenParts, expected == .box else { return .incomplete }
    return hasMedia ? .complete : .unknown
  }
}

extension Sequence<UInt8> {
  /// The bytes as a big-endian number.
  fileprivate var bigEndian: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
