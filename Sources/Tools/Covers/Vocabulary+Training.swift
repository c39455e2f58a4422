extension Vocabulary {
  /// Rounds of k-means; after so many hardly a descriptor changes its word.
  private static let rounds = 6
  /// Descriptors to learn from at most: twenty a word.
  static let mostSamples = 320_000

  /// Learns words from descriptors, which stay where they are. The same ones always give the same words.
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

  /// K-means for vectors of one length, where the nearest is the one with the largest product.
  private static func middles(
    of samples: [UnsafePointer<UInt8>], count: Int
  ) -> (middles: [UInt8], nearest: [Int]) {
    let length = Descriptors.length
    var nearest = [Int](repeating: 0, count: samples.count)
    guard !samples.isEmpty else { return ([UInt8](repeating: 0, count: count * length), nearest) }
    // Evenly from all samples; where there are fewer than middles, some middles are the same, and one of them is used.
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

  /// The sum of its descriptors, as long as one of them. A middle without any stays where it is.
  private static func renew(_ middles: inout [UInt8], _ number: Int, from sums: [Int32]) {
    let place = number * Descriptors.length..<(number + 1) * Descriptors.length
    let squares = sums[place].reduce(0.0) { $0 + Double($1) * Double($1) }
    guard squares > 0 else { return }
    let scale = 256 / squares.squareRoot()
    for at in place { middles[at] = UInt8(min(127, (Double(sums[at]) * scale).rounded())) }
  }
}
