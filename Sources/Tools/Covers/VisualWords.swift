internal import Glibc
internal import SystemPackage

/// Finds the covers whose features resemble a photo's, using the index's mapped words instead of comparing each cover.
struct VisualWords: Sendable {
  private let format: WordFormat
  private let mapping: Mapping

  var covers: Int { format.covers }
  /// Covers after this offset in the index have no words yet.
  var end: Int { format.end }

  /// Nil if there is no words file, or if it belongs to another index.
  init?(at path: FilePath, birth: UInt64) {
    // Nil, as documented: unreadable words are rebuilt from the index. The same applies to the `try?` below.
    guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else { return nil }
    defer { try? file.close() }
    var head = [UInt8](repeating: 0, count: WordFormat.headSize)
    var status = stat()
    guard (try? head.withUnsafeMutableBytes { try file.read(into: $0) }) == WordFormat.headSize,
      let format = WordFormat(head: head), format.birth == birth, fstat(file.rawValue, &status) == 0,
      Int(status.st_size) == format.size, let mapping = try? Mapping(file, path, count: format.size)
    else { return nil }
    (self.format, self.mapping) = (format, mapping)
  }

  /// The covers' offsets in the index, in the order in which votes are counted.
  var places: UnsafeBufferPointer<UInt64> { part(format.places) }

  private func part<Value>(_ range: Range<Int>) -> UnsafeBufferPointer<Value> {
    UnsafeRawBufferPointer(rebasing: mapping.bytes[range]).assumingMemoryBound(to: Value.self)
  }

  /// The most bits in which the signatures of two descriptors of the same thing differ.
  private static let farthest = 22
  /// The weight of a signature by its number of differing bits.
  private static let weights: [Float] = (0...farthest).map { Float(exp(-Double($0 * $0) / 256)) }

  /// How strongly the photo's features speak for each cover.
  func votes(for photo: Descriptors) -> [Float] {
    var votes = [Float](repeating: 0, count: format.covers)
    // A pattern that repeats on a cover must not count once per repetition.
    var last = [Int32](repeating: -1, count: format.covers)
    let middles: UnsafeBufferPointer<UInt8> = part(format.middles)
    let directions: UnsafeBufferPointer<Int16> = part(format.directions)
    let starts: UnsafeBufferPointer<UInt32> = part(format.starts)
    let (signatures, owners): (UnsafeBufferPointer<UInt64>, UnsafeBufferPointer<UInt32>) = (
      part(format.signatures), part(format.owners)
    )
    let finder = WordFinder(breadth: format.breadth, middles: middles.baseAddress!)
    let embedding = HammingEmbedding()
    for feature in 0..<photo.count {
      let descriptor = photo[feature]
      let own = embedding.directions(of: descriptor)
      for word in finder.words(of: descriptor) {
        let entries = Int(starts[word])..<Int(max(starts[word], starts[word + 1]))
        guard !entries.isEmpty, entries.upperBound <= format.entries else { continue }
        let signature = HammingEmbedding.signature(own, around: directions.baseAddress! + word * HammingEmbedding.bits)
        // A word that many covers have says little about each.
        let rarity = Float(log(Double(format.entries) / Double(entries.count)))
        for entry in entries {
          let distance = (signatures[entry] ^ signature).nonzeroBitCount
          guard distance <= Self.farthest else { continue }
          let owner = Int(owners[entry])
          guard owner < votes.count, last[owner] != Int32(feature) else { continue }
          last[owner] = Int32(feature)
          votes[owner] += rarity * rarity * Self.weights[distance]
        }
      }
    }
    return votes
  }
}

/// How the words of an index lie in a file of their own beside it. All of it follows from the index, and is made again
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
  /// How much of the index the words cover, in bytes.
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
    let checksum = bytes.withUnsafeBytes { crc32(of: $0) }
    withUnsafeBytes(of: checksum.littleEndian) { bytes += $0 }
    return bytes + [UInt8](repeating: 0, count: Self.headSize - bytes.count)
  }

  init(birth: UInt64, breadth: Int, covers: Int, entries: Int, end: Int) {
    (self.birth, self.breadth, self.covers, self.entries, self.end) = (birth, breadth, covers, entries, end)
  }

  /// Nil if it isn't a valid header.
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
