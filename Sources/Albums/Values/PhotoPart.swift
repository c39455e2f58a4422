/// One of several sleeves that lie side by side in a photo; each is a scan of its own.
package struct PhotoPart: Codable, Equatable, Sendable {
  /// From 1, in reading order.
  package let number: Int
  /// How many sleeves the photo shows.
  package let of: Int
  /// In the upright photo, whose sides are 1 long: upper left first, then clockwise as seen on the sleeve.
  package let corners: [SIMD2<Double>]

  package init(number: Int, of count: Int, corners: [SIMD2<Double>]) {
    (self.number, of, self.corners) = (number, count, corners)
  }

  /// "sleeve 3 of 9"
  package var words: String { "sleeve \(number) of \(of)" }
}

extension AlbumDocument.Photo {
  /// The name, with the sleeve where there are several, for people.
  package var title: String { part.map { "\(name) (\($0.words))" } ?? name }
}
