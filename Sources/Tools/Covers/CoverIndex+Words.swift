internal import Glibc
internal import SystemPackage

extension CoverIndex {
  /// Where the words of the index at `path` are stored.
  static func wordsPath(of path: FilePath) -> FilePath {
    var path = path
    path.extension = "words"
    return path
  }

  /// Whether there are more covers than are compared exhaustively, and too many of them without words. Then call
  /// `organize`.
  package var wantsOrganizing: Bool {
    guard covers.count > Self.exhaustiveLimit else { return false }
    let without = covers.count - (words?.covers ?? 0)
    return without > max(Self.exhaustiveLimit / 2, covers.count / 8)
  }

  /// Learns a new vocabulary from these covers and writes all words beside the index. This takes seconds, and some
  /// hundred bytes of memory per thousand bytes of the index. An open index isn't affected.
  package func organize() throws(CoverIndexError) {
    // In the order of the file, so that it is read once from front to back.
    let descriptors = covers.map { cover in
      Descriptors(in: UnsafeRawBufferPointer(rebasing: mapping.bytes[cover.features]))
    }
    let count = descriptors.reduce(0) { $0 + $1.count }
    guard count > 0 else { return }
    let step = max(1, count / Vocabulary.mostSamples)
    var samples: [UnsafePointer<UInt8>] = []
    var number = 0
    for cover in descriptors {
      for feature in 0..<cover.count {
        if number % step == 0 { samples.append(cover[feature]) }
        number += 1
      }
    }
    let vocabulary = Vocabulary(of: samples, breadth: Vocabulary.breadth(forDescriptors: count))
    let format = WordFormat(
      birth: birth, breadth: vocabulary.breadth, covers: covers.count, entries: count, end: end)
    let bytes = Self.bytes(of: vocabulary, format, descriptors, places: covers.map(\.features.lowerBound))
    defer { bytes.deallocate() }
    try Self.write(UnsafeRawBufferPointer(bytes), to: Self.wordsPath(of: path))
  }

  private static func bytes(
    of vocabulary: Vocabulary, _ format: WordFormat, _ covers: [Descriptors], places: [Int]
  ) -> UnsafeMutableRawBufferPointer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: format.size, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    bytes.copyBytes(from: format.head)
    func part<Value>(_ range: Range<Int>, of type: Value.Type) -> UnsafeMutableBufferPointer<Value> {
      UnsafeMutableRawBufferPointer(rebasing: bytes[range]).bindMemory(to: type)
    }
    let embedding = HammingEmbedding()
    let directions = part(format.directions, of: Int16.self)
    let (starts, signatures) = (part(format.starts, of: UInt32.self), part(format.signatures, of: UInt64.self))
    let owners = part(format.owners, of: UInt32.self)
    vocabulary.withMiddles { middles in
      part(format.middles, of: UInt8.self).baseAddress!.update(from: middles, count: format.middles.count)
      for word in 0..<format.words {
        let middle = embedding.directions(of: middles + (format.breadth + word) * Descriptors.length)
        for at in 0..<HammingEmbedding.bits {
          directions[word * HammingEmbedding.bits + at] = Int16(truncatingIfNeeded: middle[at])
        }
      }
      // Counted first, then placed.
      let finder = WordFinder(breadth: format.breadth, middles: middles)
      var words: [UInt16] = []
      words.reserveCapacity(format.entries)
      for cover in covers { for feature in 0..<cover.count { words.append(UInt16(finder.word(of: cover[feature]))) } }
      for word in words { starts[Int(word) + 1] += 1 }
      for word in 0..<format.words { starts[word + 1] += starts[word] }
      var next = Array(starts)
      var entry = 0
      for (number, cover) in covers.enumerated() {
        for feature in 0..<cover.count {
          let word = Int(words[entry])
          let at = Int(next[word])
          next[word] += 1
          signatures[at] = HammingEmbedding.signature(
            embedding.directions(of: cover[feature]), around: directions.baseAddress! + word * HammingEmbedding.bits)
          owners[at] = UInt32(number)
          entry += 1
        }
      }
    }
    for (number, place) in places.enumerated() { part(format.places, of: UInt64.self)[number] = UInt64(place) }
    return bytes
  }

  /// Written to a temporary file first, so that the file is complete or absent. If a power failure loses it, it is
  /// created again.
  private static func write(_ bytes: UnsafeRawBufferPointer, to path: FilePath) throws(CoverIndexError) {
    let aside = FilePath("\(path).\(getpid())")
    do {
      let file = try FileDescriptor.open(
        aside, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: [.ownerReadWrite])
      try file.closeAfter {
        _ = try file.writeAll(bytes)
        guard fdatasync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
      }
      guard rename(aside.string, path.string) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      unlink(aside.string)
      throw .file(path, error as? Errno ?? .ioError)
    }
  }
}
