internal import CZlib

/// The index file's format: a header of 32 bytes, then records, each at a multiple of eight bytes.
///
/// A record is never changed; new ones are appended. A record that a crash left incomplete fails its checksum. It isn't
/// read, and it is cut off before the next one is appended. Numbers are little-endian.
///
/// The header: `ASCOVERS`, version, bytes per feature, a random number that distinguishes this file from one that
/// replaces it, the checksum of all this, zero. A record: its header, then features, key, album, and zeros up to a
/// multiple of eight.
enum CoverFormat {
  static let magic = Array("ASCOVERS".utf8)
  static let version: UInt32 = 3
  static let headSize = 32
  static let recordHeadSize = 24
  static let recordMagic: UInt32 = 0x5256_4F43  // "COVR"
  /// In bytes, for a key or an album.
  static let longestName = 1000

  enum Kind: UInt8 {
    case cover = 1
    /// The cover of this key was removed.
    case removal = 2
    /// Everything before it has reached the disk.
    case seal = 3
  }

  static func head(birth: UInt64, featureSize: Int) -> [UInt8] {
    var bytes = magic
    append(version, to: &bytes)
    append(UInt32(featureSize), to: &bytes)
    append(birth, to: &bytes)
    append(bytes.withUnsafeBytes { crc32(of: $0) }, to: &bytes)
    append(UInt32(0), to: &bytes)
    return bytes
  }

  /// The file's random number; nil if this isn't a valid header.
  static func birth(inHead head: [UInt8], featureSize: Int) -> UInt64? {
    guard head.count == headSize else { return nil }
    let birth = head.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 16, as: UInt64.self)) }
    return head == self.head(birth: birth, featureSize: featureSize) ? birth : nil
  }

  static func record(_ kind: Kind, features: some Collection<UInt8> = [], key: String = "", album: String = "")
    -> [UInt8]
  {
    var payload = Array(features)
    payload += key.utf8
    payload += album.utf8
    var bytes: [UInt8] = []
    bytes.reserveCapacity(recordHeadSize + payload.count + 8)
    append(recordMagic, to: &bytes)
    append(UInt32(kind.rawValue), to: &bytes)
    append(UInt16(key.utf8.count), to: &bytes)
    append(UInt16(album.utf8.count), to: &bytes)
    append(UInt32(features.count), to: &bytes)
    append(payload.withUnsafeBytes { crc32(of: $0) }, to: &bytes)
    append(bytes.withUnsafeBytes { crc32(of: $0) }, to: &bytes)
    bytes += payload
    while bytes.count % 8 != 0 { bytes.append(0) }
    return bytes
  }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }
}

extension CoverFormat {
  /// The contents of a record's header.
  struct RecordHead: Equatable {
    let kind: Kind
    let keyLength: Int
    let albumLength: Int
    let featuresLength: Int
    let checksum: UInt32

    /// Nil if the bytes aren't a header.
    init?(_ bytes: UnsafeRawBufferPointer) {
      guard bytes.count >= recordHeadSize else { return nil }
      func word(_ at: Int) -> UInt32 { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)) }
      func half(_ at: Int) -> Int {
        Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)))
      }
      guard word(0) == recordMagic, word(4) < 256, let kind = Kind(rawValue: UInt8(word(4))),
        word(20) == crc32(of: UnsafeRawBufferPointer(rebasing: bytes[..<20]))
      else { return nil }
      self.kind = kind
      (keyLength, albumLength, featuresLength) = (half(8), half(10), Int(word(12)))
      checksum = word(16)
    }

    var payloadLength: Int { featuresLength + keyLength + albumLength }
    /// Including the header, up to the start of the next record.
    var length: Int { (recordHeadSize + payloadLength + 7) & ~7 }
  }
}

/// CRC-32 as in PNG and zip (ISO 3309). It detects accidental damage, not manipulation.
func crc32(of bytes: UnsafeRawBufferPointer) -> UInt32 {
  UInt32(crc32_z(0, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count))
}
