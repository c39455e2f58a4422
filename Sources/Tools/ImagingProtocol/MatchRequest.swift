/// The input for a comparison: a photo's features, and those of covers.
///
/// The protocol: `ASMQ`, then the features of the photo and of each cover, with a little-endian 32-bit length before
/// each.
package struct MatchRequest: Equatable, Sendable {
  package var photo: [UInt8]
  package var covers: [[UInt8]]

  /// The most in one request: a few seconds of work.
  package static let mostCovers = 512
  private static let magic = Array("ASMQ".utf8)

  package init(photo: [UInt8], covers: [[UInt8]]) {
    self.photo = photo
    self.covers = covers
  }

  package var encoded: [UInt8] {
    var bytes = Self.magic
    bytes.reserveCapacity(covers.reduce(photo.count + 16) { $0 + $1.count + 4 })
    for block in [photo] + covers {
      withUnsafeBytes(of: UInt32(block.count).littleEndian) { bytes += $0 }
      bytes += block
    }
    return bytes
  }

  /// Nil if the bytes aren't a request.
  package init?(encoded bytes: UnsafeRawBufferPointer) {
    guard bytes.starts(with: Self.magic) else { return nil }
    var blocks: [[UInt8]] = []
    var at = Self.magic.count
    while at < bytes.count {
      guard at + 4 <= bytes.count else { return nil }
      let length = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
      at += 4
      guard length <= bytes.count - at, blocks.count <= Self.mostCovers else { return nil }
      blocks.append(Array(bytes[at..<(at + length)]))
      at += length
    }
    guard let photo = blocks.first else { return nil }
    self.init(photo: photo, covers: Array(blocks.dropFirst()))
  }
}
