extension [Character] {
  /// How many letters have to be inserted, left out, replaced, or swapped with their neighbor to make another word of it
  /// (Damerau; optimal string alignment).
  package func editDistance(to other: [Character]) -> Int {
    guard !isEmpty, !other.isEmpty else { return Swift.max(count, other.count) }
    var beforeLast: [Int] = []
    var last = [Int](0...other.count)
    for i in 1...count {
      var row = [i]
      for j in 1...other.count {
        let change = last[j - 1] + (self[i - 1] == other[j - 1] ? 0 : 1)
        var best = Swift.min(change, last[j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, self[i - 1] == other[j - 2], self[i - 2] == other[j - 1] {
          best = Swift.min(best, beforeLast[j - 2] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[other.count]
  }
}
