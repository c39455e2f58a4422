/// How the index lies in its file: a head of 32 bytes, then records, each at a multiple of eight.
///
/// A record is never changed. One is added behind the last; what a crash leaves half written fails its checksum, is not
/// read, and is cut off before the next is added. Numbers are little-endian.
///
/// The head: `ASCOVERS`, version, bytes a feature, a random number that tells this file from the one it may replace, the
/// checksum of all that, zero.
/// A record: its head, then features, key, album, and zeros up to a multiple of eight.
enum CoverFormat {
  static let magic = Array("ASCOVERS".utf8)
  static let version: UInt32 = 3
  static let headSize = 32
  static let recordHeadSize = 24
  static let recordMagic: UInt32 = 0x5256_4F43  // "COVR"
  /// Bytes; of a key and of an album.
  static let longestName = 1000

  enum Kind: UInt8 {
    case cover = 1
    /// The cover of this key is known no longer.
    case removal = 2
    /// All that stands before it has reached the disk.
    case seal = 3
  }

  static func head(birth: UInt64, featureSize: Int) -> [UInt8] {
    var bytes = magic
    append(version, to: &bytes)
    append(UInt32(featureSize), to: &bytes)
    append(birth, to: &bytes)
    append(bytes.withUnsafeBytes { Checksum.of($0) }, to: &bytes)
    append(UInt32(0), to: &bytes)
    return bytes
  }

  /// The file's birth number; nil for a head that isn't one.
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
    append(payload.withUnsafeBytes { Checksum.of($0) }, to: &bytes)
    append(bytes.withUnsafeBytes { Checksum.of($0) }, to: &bytes)
    bytes += payload
    while bytes.count % 8 != 0 { bytes.append(0) }
    return bytes
  }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }
}

extension CoverFormat {
  /// What the head of a record says.
  struct RecordHead: Equatable {
    let kind: Kind
    let keyLength: Int
    let albumLength: Int
    let featuresLength: Int
    let checksum: UInt32

    /// Nil for bytes that aren't one.
    init?(_ bytes: UnsafeRawBufferPointer) {
      guard bytes.count >= recordHeadSize else { return nil }
      func word(_ at: Int) -> UInt32 { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)) }
      func half(_ at: Int) -> Int {
        Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)))
      }
      guard word(0) == recordMagic, word(4) < 256, let kind = Kind(rawValue: UInt8(word(4))),
        word(20) == Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<20]))
      else { return nil }
      self.kind = kind
      (keyLength, albumLength, featuresLength) = (half(8), half(10), Int(word(12)))
      checksum = word(16)
    }

    var payloadLength: Int { featuresLength + keyLength + albumLength }
    /// With its head, and up to where the next one begins.
    var length: Int { (recordHeadSize + payloadLength + 7) & ~7 }
  }
}

/// CRC-32 as in PNG and zip (ISO 3309). It detects accidental damage, not manipulation.
struct Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  private var state: UInt32 = 0xFFFF_FFFF

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var state = state
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) }
    }
    self.state = state
  }

  var value: UInt32 { ~state }

  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var checksum = Checksum()
    checksum.add(bytes)
    return checksum.value
  }
}
