/// Albums in sleeves that look like records, for what people look at: the demo and the pictures of the pages. Named like
/// others of the collection, which they stand in for.
extension DrawnCollection {
  package static let sleeves: [DrawnAlbum] = [
    designed(paperLanterns, .lanterns), designed(undertow, .undertow), designed(brassTacks, .tacks),
    designed(nightShift, .radio), designed(firstHalden, .halden), designed(ledgerLines, .ledger),
    designed(cartas, .letters), designed(amber, .amber), designed(glassYear, .glass),
    designed(wharf, .wharf) { $0.artistName = "Wharf Street Soul" }, designed(slowWeather, .weather),
    designed(cobaltField, .cobalt),
  ]

  /// The same, without what makes an album hard to find or to review.
  private static func designed(
    _ album: DrawnAlbum, _ design: SleeveDesign, _ change: (inout DrawnAlbum) -> Void = { _ in }
  ) -> DrawnAlbum {
    var album = album
    album.design = design
    album.print = .artistAndTitle
    album.reading = .identified
    album.isInCatalog = true
    album.artwork = .onRelease
    album.review = .clean
    album.sibling = .none
    change(&album)
    return album
  }
}
