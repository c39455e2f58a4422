package import FoundationEssentials

extension CoverIndex {
  /// Up to so many covers each is compared with the photo: at two milliseconds a cover it is done before anybody waits.
  package static let exhaustiveLimit = 200
  /// How many of a larger collection are compared. With 20 the right cover of 2 in 100 real photos wasn't among them, of 400
  /// covers.
  package static let shortlist = 50

  /// The numbers of the covers that may be in a photo, likeliest first; those that have no words yet come last, all of
  /// them.
  ///
  /// - Parameters:
  ///   - photo: the photo's features.
  ///   - most: how many of those that have words, where there are more covers than are all compared.
  package func candidates(for photo: Data, most: Int) -> [Int] {
    guard covers.count > Self.exhaustiveLimit, let words else { return Array(covers.indices) }
    let votes = photo.withUnsafeBytes { words.votes(for: Descriptors(in: $0)) }
    var ranked: [(number: Int, votes: Float)] = []
    var new: [Int] = []
    // Both are in the order of the file; what was removed since is in one of them only.
    var word = 0
    for (number, cover) in covers.enumerated() {
      while word < words.covers, words.places[word] < UInt64(cover.features.lowerBound) { word += 1 }
      if word < words.covers, words.places[word] == UInt64(cover.features.lowerBound) {
        if votes[word] > 0 { ranked.append((number, votes[word])) }
      } else {
        new.append(number)
      }
    }
    return ranked.sorted { ($0.votes, $1.number) > ($1.votes, $0.number) }.prefix(most).map(\.number) + new
  }
}
