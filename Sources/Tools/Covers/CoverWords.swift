internal import Glibc
internal import SystemPackage

/// Finds the covers whose features resemble a photo's without comparing it with each, using the index's mapped words.
struct CoverWords: Sendable {
  private let format: WordFormat
  private let mapping: Mapping

  var covers: Int { format.covers }
  /// Covers that lie behind this place in the index have no words yet.
  var end: Int { format.end }

  /// Nil where there is no file of words, or it is another index's.
  init?(at path: FilePath, birth: UInt64) {
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

  /// Where the covers begin in the index, in the order in which votes count them.
  var places: UnsafeBufferPointer<UInt64> { part(format.places) }

  private func part<Value>(_ range: Range<Int>) -> UnsafeBufferPointer<Value> {
    UnsafeRawBufferPointer(rebasing: mapping.bytes[range]).assumingMemoryBound(to: Value.self)
  }

  /// Bits by which the signatures of two descriptors of the same thing differ at most.
  private static let farthest = 22
  /// What a signature with so many bits different counts.
  private static let weights: [Float] = (0...farthest).map { Float(exp(-Double($0 * $0) / 256)) }

  /// How much the photo's features speak for each cover.
  func votes(for photo: Descriptors) -> [Float] {
    var votes = [Float](repeating: 0, count: format.covers)
    // A pattern that repeats on a cover mustn't count once for each repetition.
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
        // A word that many covers have says little of each.
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
