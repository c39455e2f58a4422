/// The visual words of descriptors: similar descriptors get the same word. It is a tree of two levels, so that finding
/// a word takes some hundred comparisons instead of all (Nistér and Stewénius 2006).
struct Vocabulary {
  /// How many branches the tree has at both levels; there are as many words as their square.
  let breadth: Int
  /// Their middles: of the branches, then of each branch's words.
  let middles: [UInt8]

  /// How many branches of a photo's feature are looked into, and how many words it may have at most: its descriptor is
  /// never quite the one that the cover has.
  static let choices = 3

  /// So many branches that a word has some sixty descriptors; at 128 the collection is large enough for more.
  static func breadth(forDescriptors count: Int) -> Int {
    max(8, min(128, Int((Double(count) / 64).squareRoot())))
  }

  var words: Int { breadth * breadth }

  func withMiddles<Value>(_ body: (UnsafePointer<UInt8>) throws -> Value) rethrows -> Value {
    try middles.withUnsafeBufferPointer { try body($0.baseAddress!) }
  }
}

/// Finds words. It keeps its buffers, so that none is allocated per descriptor.
struct WordFinder: ~Copyable {
  let breadth: Int
  private let middles: UnsafePointer<UInt8>
  private let sums: UnsafeMutablePointer<Int32>

  /// - Parameter middles: of a vocabulary, alive for as long as this is.
  init(breadth: Int, middles: UnsafePointer<UInt8>) {
    self.breadth = breadth
    self.middles = middles
    sums = .allocate(capacity: breadth)
  }

  deinit { sums.deallocate() }

  /// The one word of a cover's feature.
  func word(of descriptor: UnsafePointer<UInt8>) -> Int {
    let branch = best(of: descriptor, from: 0)
    return branch * breadth + best(of: descriptor, from: breadth * (branch + 1))
  }

  /// The words that a photo's feature may have, most likely first.
  func words(of descriptor: UnsafePointer<UInt8>) -> [Int] {
    var found: [(sum: Int32, word: Int)] = []
    for branch in bestThree(of: descriptor, from: 0).map(\.place) {
      found += bestThree(of: descriptor, from: breadth * (branch + 1)).map { ($0.sum, branch * breadth + $0.place) }
    }
    return found.sorted { $0.sum > $1.sum }.prefix(Vocabulary.choices).map(\.word)
  }

  private func best(of descriptor: UnsafePointer<UInt8>, from first: Int) -> Int {
    products(of: descriptor, with: middles + first * Descriptors.length, count: breadth, into: sums)
    var best = 0
    for place in 1..<breadth where sums[place] > sums[best] { best = place }
    return best
  }

  private func bestThree(of descriptor: UnsafePointer<UInt8>, from first: Int) -> [(sum: Int32, place: Int)] {
    products(of: descriptor, with: middles + first * Descriptors.length, count: breadth, into: sums)
    var best: [(sum: Int32, place: Int)] = []
    for place in 0..<breadth where best.count < Vocabulary.choices || sums[place] > best[best.count - 1].sum {
      let rank = best.firstIndex { sums[place] > $0.sum } ?? best.count
      best.insert((sums[place], place), at: rank)
      if best.count > Vocabulary.choices { best.removeLast() }
    }
    return best
  }
}
