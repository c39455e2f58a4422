internal import Digests

/// The short name of a disc, the same on every computer and after every rebuild: the first hexadecimal digits of the
/// SHA-1 of its artist's key, NUL, and its title's base key.
package enum DiscID {
  /// Digits, at least.
  package static let shortest = 8

  /// For each key its name: eight digits, and more where two would share them.
  /// - Parameter keys: without repetitions.
  package static func names(for keys: [String]) -> [String] { distinct(keys.map { SHA1.hex(of: $0.utf8) }) }

  /// The shortest beginnings that tell the digests apart.
  static func distinct(_ digests: [String]) -> [String] {
    let order = digests.indices.sorted { digests[$0] < digests[$1] }
    var lengths = [Int](repeating: shortest, count: digests.count)
    for (a, b) in zip(order, order.dropFirst()) {
      let shared = zip(digests[a].utf8, digests[b].utf8).prefix { $0 == $1 }.count
      for index in [a, b] { lengths[index] = max(lengths[index], min(shared + 1, digests[index].utf8.count)) }
    }
    return zip(digests, lengths).map { String($0.prefix($1)) }
  }

  /// Whether a word can be one: 8 to 40 lower-case hexadecimal digits.
  package static func isOne(_ word: String) -> Bool {
    (shortest...40).contains(word.utf8.count)
      && word.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
