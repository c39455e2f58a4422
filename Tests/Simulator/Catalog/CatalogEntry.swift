import DrawnCovers

/// A release in the simulated MusicBrainz, made from a drawn album.
struct CatalogEntry: Sendable {
  var album: DrawnAlbum
  var id: String
  var title: String
  var status: String
  var date: String
  var barcode: String
  var catalogNumber: String
  var disambiguation = ""
  var hasFront: Bool

  /// All releases: of every album the official one, of some a reissue, a promotion or a translated title beside it.
  static func entries(of albums: [DrawnAlbum]) -> [CatalogEntry] {
    albums.filter(\.isInCatalog).flatMap { album -> [CatalogEntry] in
      let official = CatalogEntry(
        album: album, id: album.releaseID, title: album.albumTitle, status: "Official", date: album.firstReleaseDate,
        barcode: album.barcode, catalogNumber: album.catalogNumber, hasFront: album.artwork == .onRelease)
      return [official] + official.siblings
    }
  }

  private var siblings: [CatalogEntry] {
    var reissue = self
    reissue.id = DrawnAlbum.identifier("reissue " + album.name)
    reissue.date = String((Int(album.releaseYear) ?? 1970) + 25)
    reissue.barcode = ""
    switch album.sibling {
    case .deluxe:
      reissue.title += " (Deluxe Edition)"
      reissue.disambiguation = "remastered, with outtakes"
      return [reissue]
    case .promotion:
      // Earlier than the official date: a group's first date counts it all the same.
      reissue.status = "Promotion"
      reissue.date = ""
      return [reissue]
    case .translation:
      reissue.status = "Pseudo-Release"
      reissue.title = "Translated Title of \(title)"
      return [reissue]
    case .none: return []
    }
  }

  /// The id of a release that was merged into this one.
  var mergedID: String { DrawnAlbum.identifier("merged into " + id) }

  /// Nobody has linked reissues.
  var discogsRelease: Int? { id == album.releaseID ? Int(id.prefix(6), radix: 16) : nil }

  /// The artists as one printed text.
  var credit: String { album.artistName }

  /// The text or keyword that a search field of the release index looks at; nil for an unknown field.
  ///
  /// MusicBrainz API, Search, Release.
  func value(_ field: String) -> SearchValue? {
    switch field {
    case "release", "releaseaccent", "alias": .text(title)
    case "artist", "artistname", "creditname": .text(credit)
    case "label": .text(album.recordLabel)
    case "comment": .text(disambiguation)
    case "tag": .text(album.genres.joined(separator: " "))
    case "barcode": .keyword(barcode.drop { $0 == "0" }.description)
    case "catno": .keyword(Self.squeezed(catalogNumber))
    case "status": .keyword(status)
    case "country": .keyword(album.country)
    case "date": .keyword(date)
    case "format": .keyword(isRecent ? "CD" : "12\" Vinyl")
    case "primarytype", "type": .keyword("Album")
    case "secondarytype": .keyword(album.secondaryTypes.joined(separator: " "))
    case "tracks", "tracksmedium": .keyword(String(album.tracks.count))
    case "mediums", "discids", "discidsmedium", "mediumid": .keyword("1")
    case "reid": .keyword(id)
    case "rgid": .keyword(album.releaseGroupID)
    case "arid": .keyword(album.artistID)
    case "laid": .keyword(DrawnAlbum.identifier("label " + album.recordLabel))
    case "asin", "lang", "packaging", "quality", "script": .keyword("")
    default: nil
    }
  }

  /// The same for the index of release groups, whose title field has another name.
  func groupValue(_ field: String) -> SearchValue? {
    switch field {
    case "releasegroup", "releasegroupaccent", "alias": .text(album.albumTitle)
    case "release": .text(title)
    case "firstreleasedate": .keyword(album.firstReleaseDate)
    case "releases": .keyword("1")
    case "artist", "artistname", "creditname", "comment", "tag", "status", "primarytype", "secondarytype", "type",
      "reid", "rgid", "arid":
      value(field)
    default: nil
    }
  }

  /// The same for the index of artists.
  func artistValue(_ field: String) -> SearchValue? {
    switch field {
    case "artist", "artistaccent": .text(credit)
    case "alias", "primary_alias": .text(album.artistAliases.joined(separator: " "))
    case "sortname": .text(album.artistAliases.first ?? credit)
    case "arid", "comment", "tag": value(field)
    default: nil
    }
  }

  var isRecent: Bool { date.prefix(4) >= "1986" }

  /// The index drops spaces and separators of catalog numbers.
  static func squeezed(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber }.lowercased() }
}

/// What a field of an entry holds.
enum SearchValue {
  /// Cut into words.
  case text(String)
  /// One piece.
  case keyword(String)
}
