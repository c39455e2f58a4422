/// Compares catalog albums with what is known of the photo, and states why an album doesn't match.
package enum Matcher {
  package static func ranking(of albums: [CatalogAlbum], for find: ClaimedAlbum) -> Ranking {
    ranking(
      of: albums,
      for: CatalogQuery(artistName: find.artistName, albumTitle: find.albumTitle, releaseYear: find.releaseYear))
  }

  /// By names, where the query has any; else by the text as it was read, or by the barcode.
  package static func ranking(of albums: [CatalogAlbum], for query: CatalogQuery) -> Ranking {
    var best: [MBID: (match: Match, place: Int)] = [:]
    for (place, album) in albums.enumerated() {
      let match = match(album, for: query)
      if let known = best[album.releaseGroup], known.match.distance <= match.distance { continue }
      best[album.releaseGroup] = (match, best[album.releaseGroup]?.place ?? place)
    }
    // The catalog's own order only parts what is equally far away.
    let sorted = best.values.sorted { ($0.match.distance, $0.place) < ($1.match.distance, $1.place) }
    return Ranking(sorted.map(\.match))
  }

  static func match(_ album: CatalogAlbum, for query: CatalogQuery) -> Match {
    if query.artistName == nil, query.albumTitle == nil {
      if let text = query.text { return match(album, text: text) }
      if let barcode = query.barcode { return match(album, barcode: barcode) }
    }
    var penalties: [Penalty] = []
    var titleLevel = 0
    var artistLevel = 0
    if let title = query.albumTitle {
      titleLevel = self.titleLevel(of: album, title: title)
      if titleLevel != 1 { penalties.append(.titleDiffers(level: titleLevel)) }
    } else {
      penalties.append(.titleUnknown)
    }
    if let artist = query.artistName {
      artistLevel = self.artistLevel(of: album, artist: artist)
      if artistLevel != 1 {
        penalties.append(.artistDiffers(level: artistLevel, weak: artistLevel == 3 && titleLevel != 1))
      }
    } else {
      penalties.append(.artistUnknown)
    }
    if let years = yearsApart(query.releaseYear, album), years > 0 {
      penalties.append(.yearDiffers(by: years))
    }
    penalties += kindPenalties(
      of: album, title: query.albumTitle, isByOtherName: isTranslated(album, title: query.albumTitle))
    // An album of many is a compilation more often than not.
    if query.artistName.map({ ArtistKey($0).isVarious }) == true {
      penalties.removeAll { $0 == .secondaryType("Compilation") }
    }
    return Match(album: album, penalties: penalties, titleLevel: titleLevel, artistLevel: artistLevel)
  }

  /// What speaks against an album whatever was looked for, unless the title itself says so.
  /// - Parameter isByOtherName: what was looked for is a translated title, so that a listing of such is no wonder.
  static func kindPenalties(of album: CatalogAlbum, title: String?, isByOtherName: Bool = false) -> [Penalty] {
    var penalties: [Penalty] = []
    if let type = album.primaryType, type != "Album" { penalties.append(.notAnAlbum(type: type)) }
    let words = Set(TitleKey.fold(title ?? album.title).split(separator: " "))
    let telling: [String: Set<Substring>] = [
      "Live": ["live", "concert", "unplugged", "stage", "budokan", "tour"],
      "Compilation": [
        "hits", "best", "collection", "anthology", "singles", "greatest", "essential", "rarities",
        "compilation", "sampler", "various",
      ],
      "Remix": ["remix", "remixes", "remixed", "mixes", "dub"], "Demo": ["demo", "demos"],
      "Mixtape/Street": ["mixtape"], "DJ-mix": ["mix", "mixed", "session", "sessions", "kicks", "dj"],
    ]
    // A soundtrack is an album like another, and so is a mixtape's sleeve in the hand.
    for type in album.secondaryTypes where type != "Soundtrack" && type != "Mixtape/Street" {
      if telling[type]?.isDisjoint(with: words) ?? true { penalties.append(.secondaryType(type)) }
    }
    let statuses = album.releases.map(\.status)
    if !statuses.isEmpty, statuses.allSatisfy({ $0 == "Pseudo-Release" }) {
      if !isByOtherName { penalties.append(.pseudoRelease) }
    } else if !statuses.isEmpty, statuses.allSatisfy({ $0 != nil && $0 != "Official" }) {
      penalties.append(.noOfficialRelease)
    }
    return penalties
  }

  /// By the name on the sleeve, or by another name that the catalog has for the artist: initials, or the name in
  /// another script.
  private static func artistLevel(of album: CatalogAlbum, artist: String) -> Int {
    let plain = ArtistKey.level(artist, album.artistName)
    guard plain != 1, plain != 2, let aliases = album.artistAliases else { return plain }
    return aliases.contains { (1...2).contains(ArtistKey.level(artist, $0)) } ? 2 : plain
  }

  /// Whether the title is that of a translated or romanised listing of the album.
  private static func isTranslated(_ album: CatalogAlbum, title: String?) -> Bool {
    guard let title else { return false }
    return album.releases.contains {
      $0.status == "Pseudo-Release" && (1...2).contains(TitleKey.level(title, $0.title))
        && TitleKey.level($0.title, album.title) == 0
    }
  }

  /// Self-titled albums are told apart by the catalog's disambiguation, which people write into the title:
  /// `Weezer (Blue Album)`, or for short `The Blue Album`.
  private static func titleLevel(of album: CatalogAlbum, title: String) -> Int {
    var plain = TitleKey.level(title, album.title, artist: album.artistName)
    if plain == 0, isTranslated(album, title: title) { plain = 2 }
    guard plain != 1, let disambiguation = album.disambiguation else { return plain }
    let told = TitleKey.level(title, "\(album.title) (\(disambiguation))", artist: album.artistName)
    if told == 1 || told == 2 { return 2 }
    let key = ArtistKey(disambiguation).key
    let selfTitled = ArtistKey.level(album.title, album.artistName) > 0
    if selfTitled, !key.isEmpty, !GenericTitles.contain(key) {
      if ArtistKey(title).key == key { return 2 }
      if let (head, inside) = EditionSegment.lastBracket(of: TitleKey(title).stem[...]),
        TitleKey(String(head)).base == TitleKey(album.title).base, ArtistKey(String(inside)).key == key
      {
        return 2
      }
    }
    return plain
  }

  private static func match(_ album: CatalogAlbum, barcode: String) -> Match {
    let belongs = album.releases.contains { Barcode.areSame($0.barcode, barcode) }
    return Match(album: album, penalties: belongs ? [] : [.otherBarcode], titleLevel: 0, artistLevel: 0)
  }

  /// From the group's first date; where a search didn't say it, from the nearest of the releases that it showed.
  private static func yearsApart(_ year: String?, _ album: CatalogAlbum) -> Int? {
    guard let year = year.flatMap({ Int($0.prefix(4)) }) else { return nil }
    let dates = album.firstReleaseDate.map { [$0] } ?? album.releases.compactMap(\.date)
    return dates.compactMap { date in Int(date.prefix(4)).map { abs(year - $0) } }.min()
  }
}

/// A catalog album, with the reasons why it may not be the one in the photo.
package struct Match: Codable, Equatable, Sendable {
  package var album: CatalogAlbum
  package var penalties: [Penalty]
  /// By `TitleKey.level`, 1 to 4; 0 for no match, or where there was no title to compare.
  package var titleLevel: Int
  /// By `ArtistKey.level`, 1 to 3; 0 for no match, or where there was no artist to compare.
  package var artistLevel: Int
  /// The catalog number that was read on the sleeve, if one of its releases has it.
  package var catalogNumber: CatalogNumber?

  /// 0 the same … 1 nothing alike.
  package var distance: Double { min(1, penalties.map(\.weight).reduce(0, +)) }

  /// Whether its names may stand for the album's: same title up to the edition, same artist.
  package var namesAgree: Bool {
    (1...2).contains(titleLevel) && artistLevel > 0 && !penalties.contains(.artistDiffers(level: 3, weak: true))
  }

  /// Whether nothing speaks against it but that no artist was given.
  package var hasOnlyTitle: Bool { titleLevel == 1 && penalties == [.artistUnknown] }
}
