/// The visual words of descriptors: similar descriptors get the same word. It is a tree of two levels, so that finding
/// a word takes some hundred comparisons instead of all (Nistér and Stewénius 2006).
struct Vocabulary {
  /// The number of branches at both levels; the number of words is its square.
  let breadth: Int
  /// The centers of the branches, then those of each branch's words.
  let middles: [UInt8]

  /// How many branches are searched for a photo's feature, and how many words it may get: its descriptor is never
  /// exactly the cover's.
  static let choices = 3

  /// Chosen so that a word has about sixty descriptors.
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

  /// - Parameter middles: of a vocabulary; must outlive this value.
  init(breadth: Int, middles: UnsafePointer<UInt8>) {
    self.breadth = breadth
    self.middles = middles
    sums = .allocate(capacity: breadth)
  }

  deinit { sums.deallocate() }

  /// The word of a cover's feature.
  func word(of descriptor: UnsafePointer<UInt8>) -> Int {
    let branch = best(of: descriptor, from: 0)
    return branch * breadth + best(of: descriptor, from: breadth * (branch + 1))
  }

  /// The possible words of a photo's feature, the most likely first.
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

extension Vocabulary {
  /// The iterations of k-means; more would hardly change anything.
  private static let rounds = 6
  /// The most descriptors to learn from: twenty per word.
  static let mostSamples = 320_000

  /// Learns words from descriptors, which aren't copied. The same descriptors always give the same words.
  init(of samples: [UnsafePointer<UInt8>], breadth: Int) {
    self.breadth = breadth
    let (branches, branchOf) = Self.middles(of: samples, count: breadth)
    var middles = branches
    for branch in 0..<breadth {
      let members = zip(samples, branchOf).filter { $0.1 == branch }.map(\.0)
      middles += Self.middles(of: members, count: breadth).middles
    }
    self.middles = middles
  }

  /// K-means for vectors of equal length, for which the nearest center is the one with the largest dot product.
  private static func middles(
    of samples: [UnsafePointer<UInt8>], count: Int
  ) -> (middles: [UInt8], nearest: [Int]) {
    let length = Descriptors.length
    var nearest = [Int](repeating: 0, count: samples.count)
    guard !samples.isEmpty else { return ([UInt8](repeating: 0, count: count * length), nearest) }
    // Evenly spread over the samples. If there are fewer samples than centers, some centers are equal, and only one of
    // them is used.
    var middles = (0..<count).flatMap { number in
      UnsafeBufferPointer(start: samples[number * samples.count / count], count: length)
    }
    let products = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    defer { products.deallocate() }
    for _ in 0..<rounds {
      var sums = [Int32](repeating: 0, count: count * length)
      middles.withUnsafeBufferPointer { middles in
        sums.withUnsafeMutableBufferPointer { sums in
          for (number, sample) in samples.enumerated() {
            Covers.products(of: sample, with: middles.baseAddress!, count: count, into: products)
            var best = 0
            for place in 1..<count where products[place] > products[best] { best = place }
            nearest[number] = best
            for at in 0..<length { sums[best * length + at] &+= Int32(sample[at]) }
          }
        }
      }
      for middle in 0..<count { renew(&middles, middle, from: sums) }
    }
    return (middles, nearest)
  }

  /// The sum of its descriptors, scaled to their length. A center without descriptors doesn't move.
  private static func renew(_ middles: inout [UInt8], _ number: Int, from sums: [Int32]) {
    let place = number * Descriptors.length..<(number + 1) * Descriptors.length
    let squares = sums[place].reduce(0.0) { $0 + Double($1) * Double($1) }
    guard squares > 0 else { return }
    let scale = 256 / squares.squareRoot()
    for at in place { middles[at] = UInt8(min(127, (Double(sums[at]) * scale).rounded())) }
  }
}
