/// How the words of an index lie in a file of their own beside it. All of it follows from the index, and is made anew
/// when it is missing or is another index's.
///
/// A head of 64 bytes; the middles of the vocabulary; for each word the directions of its middle (64 times two bytes); for
/// each word where its entries begin, and where the last one's end (four bytes each); for each cover where it begins in
/// the index (eight bytes); the entries' signatures (eight bytes each); the entries' covers (four bytes each).
struct WordFormat: Equatable {
  let birth: UInt64
  let breadth: Int
  let covers: Int
  let entries: Int
  /// How much of the index they cover, in bytes.
  let end: Int

  static let magic = Array("ASWORDS1".utf8)
  static let headSize = 64

  var words: Int { breadth * breadth }
  var middles: Range<Int> { Self.headSize..<(Self.headSize + (breadth + words) * Descriptors.length) }
  var directions: Range<Int> { Self.next(middles, words * HammingEmbedding.bits * 2) }
  var starts: Range<Int> { Self.next(directions, (words + 1) * 4) }
  var places: Range<Int> { Self.next(starts, covers * 8) }
  var signatures: Range<Int> { Self.next(places, entries * 8) }
  var owners: Range<Int> { Self.next(signatures, entries * 4) }
  var size: Int { owners.upperBound }

  private static func next(_ range: Range<Int>, _ count: Int) -> Range<Int> {
    let start = (range.upperBound + 7) & ~7
    return start..<(start + count)
  }

  var head: [UInt8] {
    var bytes = Self.magic
    for number in [birth, UInt64(breadth), UInt64(covers), UInt64(entries), UInt64(end)] {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
    let checksum = bytes.withUnsafeBytes { Checksum.of($0) }
    withUnsafeBytes(of: checksum.littleEndian) { bytes += $0 }
    return bytes + [UInt8](repeating: 0, count: Self.headSize - bytes.count)
  }

  init(birth: UInt64, breadth: Int, covers: Int, entries: Int, end: Int) {
    (self.birth, self.breadth, self.covers, self.entries, self.end) = (birth, breadth, covers, entries, end)
  }

  /// Nil for a head that isn't one.
  init?(head: [UInt8]) {
    guard head.count == Self.headSize else { return nil }
    let numbers = (1...5).map { place in
      head.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: place * 8, as: UInt64.self)) }
    }
    guard numbers.dropFirst().allSatisfy({ $0 < 1 << 40 }), (1...128).contains(numbers[1]) else { return nil }
    self.init(
      birth: numbers[0], breadth: Int(numbers[1]), covers: Int(numbers[2]), entries: Int(numbers[3]),
      end: Int(numbers[4]))
    guard head == self.head else { return nil }
  }
}
