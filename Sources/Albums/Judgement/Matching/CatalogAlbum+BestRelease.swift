extension CatalogAlbum {
  /// The release that represents the album: its label is shown, and its artwork is downloaded.
  ///
  /// The official one with a barcode or catalog number that was seen, of this country, with front artwork, the earliest;
  /// nil when none is left. Translated listings and canceled releases never stand for an album.
  package func bestRelease(
    barcodes: [Barcode] = [], catalogNumber: String? = nil, country: String? = nil
  ) -> CatalogRelease? {
    releases
      .filter { !["Pseudo-Release", "Cancelled", "Expunged"].contains($0.status) }
      .min { a, b in
        func order(_ release: CatalogRelease) -> [Int] {
          [
            Self.rank(of: release.status), barcodes.contains { Barcode.areSame(release.barcode, $0.digits) } ? 0 : 1,
            Self.areSame(release.catalogNumber, catalogNumber) ? 0 : 1,
            country != nil && release.country == country ? 0 : 1,
            release.hasFrontArtwork.map { $0 ? 0 : 2 } ?? 1,
          ]
        }
        let (left, right) = (order(a), order(b))
        if left != right { return left.lexicographicallyPrecedes(right) }
        // A date that isn't known sorts after all that are.
        let (dateA, dateB) = (
          a.date.flatMap { $0.isEmpty ? nil : $0 } ?? "~", b.date.flatMap { $0.isEmpty ? nil : $0 } ?? "~"
        )
        return dateA != dateB ? dateA < dateB : a.id < b.id
      }
  }

  /// `UAS 29 211` is `UAS29211`.
  private static func areSame(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return false }
    let (left, right) = (a.filter { $0.isLetter || $0.isNumber }, b.filter { $0.isLetter || $0.isNumber })
    return !left.isEmpty && left.lowercased() == right.lowercased()
  }

  private static func rank(of status: String?) -> Int {
    switch status {
    case "Official": 0
    case nil, "": 1
    case "Promotion": 2
    case "Withdrawn": 3
    case "Bootleg": 5
    default: 4
    }
  }

  /// Four digits: when the album first came out, whatever the release in hand. Nil where the catalog doesn't say.
  package var firstReleaseYear: String? {
    guard let year = firstReleaseDate?.prefix(4), year.utf8.count == 4, Int(year) != nil else { return nil }
    return String(year)
  }

  /// Of the releases that were seen, which need not be all there are.
  var earliestReleaseYear: String? {
    let years: [String] = releases.compactMap { release in
      let year = String(release.date?.prefix(4) ?? "")
      return year.utf8.count == 4 && Int(year) != nil ? year : nil
    }
    return years.min()
  }
}
