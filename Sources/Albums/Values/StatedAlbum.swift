/// Which album a scan shows, as a person states it: a catalog entry, a barcode, or its names.
package enum StatedAlbum: Equatable, Sendable {
  case reference(CatalogReference)
  case barcode(Barcode)
  case names(artist: String, title: String)

  /// The longest statement, in characters.
  package static let longest = 500

  /// What is understood.
  package static let forms =
    "a MusicBrainz address or ID (release or release group), a Discogs address (release or master), a barcode, or"
    + " \"Artist - Title\""

  /// The statement as it is stored: composed (NFC), on one line; nil if it is empty or too long.
  package static func normalized(_ text: String) -> String? {
    guard text.utf8.count <= 16 * longest, let line = Cleaned.text(text, limit: longest + 1), line.count <= longest
    else { return nil }
    return line.composed
  }

  /// Nil if it is none of `forms`.
  package init?(_ text: String) {
    guard let text = Self.normalized(text) else { return nil }
    if let reference = CatalogReference(text) {
      self = .reference(reference)
    } else if let barcode = Barcode(text) {
      self = .barcode(barcode)
    } else if let names = Self.names(in: text) {
      self = names
    } else {
      return nil
    }
  }

  /// The first dash with a blank on both sides parts the artist from the title.
  private static func names(in text: String) -> StatedAlbum? {
    // The address of something else is no name.
    guard text.firstMatch(of: #/^https?:\/\//#.ignoresCase()) == nil,
      let parts = text.wholeMatch(of: #/(.+?) [-‐–—] (.+)/#),
      [parts.1, parts.2].allSatisfy({ $0.contains { !$0.isWhitespace && $0 != "-" } })
    else { return nil }
    return .names(artist: String(parts.1), title: String(parts.2))
  }
}

/// An entry of the catalog, or one that links to it.
package enum CatalogReference: Hashable, Sendable {
  case release(MBID)
  case releaseGroup(MBID)
  /// An ID of either.
  case entry(MBID)
  /// The address of the album's page elsewhere, as the catalog writes it.
  case address(String)

  /// From an ID or an address; nil for everything else.
  package init?(_ text: String) {
    let id = #/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/#.ignoresCase()
    if text.wholeMatch(of: id) != nil {
      self = .entry(MBID(text))
    } else if let parts = text.wholeMatch(
      of: #/(?:https?:\/\/)?(?:[\w-]+\.)?musicbrainz\.org\/(release|release-group)\/([0-9a-f-]{36})(?:[\/?\#].*)?/#
        .ignoresCase()), parts.2.wholeMatch(of: id) != nil
    {
      self = parts.1.lowercased() == "release" ? .release(MBID(String(parts.2))) : .releaseGroup(MBID(String(parts.2)))
    } else if let parts = text.wholeMatch(
      of: #/(?:https?:\/\/)?(?:[\w-]+\.)?discogs\.com\/(?:[^?\#]*\/)?(release|master)\/(\d{1,10})(?:[^0-9].*)?/#
        .ignoresCase())
    {
      // As MusicBrainz stores them, without language and title (MusicBrainz, Style, Relationships, URLs, Discogs).
      self = .address("https://www.discogs.com/\(parts.1.lowercased())/\(parts.2)")
    } else {
      return nil
    }
  }

  /// For people.
  package var words: String {
    switch self {
    case .release(let id): "the release ID \(id)"
    case .releaseGroup(let id): "the release group ID \(id)"
    case .entry(let id): "the ID \(id)"
    case .address(let address): "the address \(address)"
    }
  }
}
