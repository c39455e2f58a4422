import DrawnCovers

/// Entries in the JSON of MusicBrainz: search results leave out what is empty, lookups keep it.
enum MusicBrainzJSON {
  // MARK: Search

  static func found(_ entry: CatalogEntry, score: Int) -> JSON {
    let album = entry.album
    var members: [JSON.Member] = [
      .init(name: "id", value: .string(entry.id)), .init(name: "score", value: .int(score)),
      .init(name: "title", value: .string(entry.title)), .init(name: "status", value: .string(entry.status)),
      .init(name: "artist-credit", value: credit(album, joins: false)),
      .init(
        name: "release-group",
        value: [
          "id": .string(album.releaseGroupID), "title": .string(album.albumTitle),
          "primary-type": "Album", "secondary-types": .strings(album.secondaryTypes),
          "disambiguation": .string(album.disambiguation),
        ]),
      .init(name: "country", value: .string(album.country)),
      .init(
        name: "label-info",
        value: [["catalog-number": .string(entry.catalogNumber), "label": label(album)]]),
      .init(name: "track-count", value: .int(album.tracks.count)),
      .init(
        name: "media", value: [["format": format(entry), "disc-count": 0, "track-count": .int(album.tracks.count)]]),
    ]
    if !entry.date.isEmpty { members.append(.init(name: "date", value: .string(entry.date))) }
    if !entry.barcode.isEmpty { members.append(.init(name: "barcode", value: .string(entry.barcode))) }
    if !entry.disambiguation.isEmpty {
      members.append(.init(name: "disambiguation", value: .string(entry.disambiguation)))
    }
    return .object(members)
  }

  static func foundGroup(_ entries: [CatalogEntry], score: Int) -> JSON {
    let album = entries[0].album
    return [
      "id": .string(album.releaseGroupID), "score": .int(score), "count": .int(entries.count),
      "title": .string(album.albumTitle), "first-release-date": .string(album.firstReleaseDate),
      "primary-type": "Album", "secondary-types": .strings(album.secondaryTypes),
      "disambiguation": .string(album.disambiguation), "artist-credit": credit(album, joins: false),
      "releases": .array(
        entries.map { ["id": .string($0.id), "title": .string($0.title), "status": .string($0.status)] }),
      "tags": .array(album.genres.enumerated().map { ["count": .int(5 - $0), "name": .string($1)] }),
    ]
  }

  // MARK: Lookup

  static func release(_ entry: CatalogEntry, _ includes: Set<String>) -> JSON {
    let album = entry.album
    var members: [JSON.Member] = [
      .init(name: "id", value: .string(entry.id)), .init(name: "title", value: .string(entry.title)),
      .init(name: "status", value: .string(entry.status)), .init(name: "date", value: .string(entry.date)),
      .init(name: "country", value: .string(album.country)),
      .init(name: "disambiguation", value: .string(entry.disambiguation)),
      .init(name: "barcode", value: entry.barcode.isEmpty ? .null : .string(entry.barcode)),
      .init(name: "packaging", value: .null), .init(name: "quality", value: "normal"),
      .init(
        name: "cover-art-archive",
        value: [
          "artwork": .bool(entry.hasFront), "count": .int(entry.hasFront ? 1 : 0), "front": .bool(entry.hasFront),
          "back": false, "darkened": false,
        ]),
    ]
    if includes.contains("artist-credits") {
      members.append(.init(name: "artist-credit", value: credit(album, joins: true)))
    }
    if includes.contains("release-groups") {
      members.append(.init(name: "release-group", value: group([entry], includes.subtracting(["releases"]))))
    }
    if includes.contains("labels") {
      members.append(
        .init(name: "label-info", value: [["catalog-number": .string(entry.catalogNumber), "label": label(album)]]))
    }
    if includes.contains("recordings") || includes.contains("media") {
      members.append(.init(name: "media", value: [medium(entry, withTracks: includes.contains("recordings"))]))
    }
    if includes.contains("genres") { members.append(.init(name: "genres", value: [])) }
    if includes.contains("tags") { members.append(.init(name: "tags", value: [])) }
    if includes.contains("url-rels") {
      let purchases = relation("purchase for mail-order", to: "https://shop.example.org/\(entry.id)")
      let discogs = entry.discogsRelease.map {
        relation("discogs", to: "https://www.discogs.com/release/\($0)")
      }
      members.append(
        .init(name: "relations", value: .array([purchases] + (discogs.map { [$0] } ?? []) + hearing(entry))))
    }
    return .object(members)
  }

  /// Where it can be heard: some that hold, one that ended, and one that only looks like a service's.
  private static func hearing(_ entry: CatalogEntry) -> [JSON] {
    let slug = entry.id.prefix(8)
    return [
      relation("free streaming", to: "https://open.spotify.com/album/\(entry.id.filter { $0 != "-" }.prefix(22))"),
      relation("purchase for download", to: "https://\(slug).bandcamp.com/album/\(slug)"),
      relation("streaming", to: "https://www.deezer.com/album/\(entry.album.tracks.count)", hasEnded: true),
      relation("free streaming", to: "https://open.spotify.com.example.org/album/\(slug)"),
    ]
  }

  private static func relation(_ type: String, to address: String, hasEnded: Bool = false) -> JSON {
    [
      "type": .string(type), "target-type": "url", "direction": "forward", "ended": .bool(hasEnded),
      "url": ["id": .string(DrawnAlbum.identifier(address)), "resource": .string(address)],
    ]
  }

  static func group(_ entries: [CatalogEntry], _ includes: Set<String>) -> JSON {
    let album = entries[0].album
    var members: [JSON.Member] = [
      .init(name: "id", value: .string(album.releaseGroupID)), .init(name: "title", value: .string(album.albumTitle)),
      .init(name: "primary-type", value: "Album"),
      .init(name: "secondary-types", value: .strings(album.secondaryTypes)),
      .init(name: "first-release-date", value: .string(album.firstReleaseDate)),
      .init(name: "disambiguation", value: .string(album.disambiguation)),
    ]
    if includes.contains("artist-credits") {
      members.append(.init(name: "artist-credit", value: credit(album, joins: true)))
    }
    if includes.contains("genres") {
      // By name, not by votes: whoever wants the leading genre has to sort.
      let genres = album.genres.enumerated().sorted { $0.element < $1.element }.map { index, genre -> JSON in
        [
          "id": .string(DrawnAlbum.identifier("genre " + genre)), "name": .string(genre), "count": .int(9 - index * 3),
          "disambiguation": "",
        ]
      }
      members.append(.init(name: "genres", value: .array(genres)))
    }
    if includes.contains("tags") { members.append(.init(name: "tags", value: [])) }
    if includes.contains("releases") {
      members.append(
        .init(name: "releases", value: .array(entries.prefix(25).map { release($0, includes.intersection(["media"])) }))
      )
    }
    return .object(members)
  }

  private static func medium(_ entry: CatalogEntry, withTracks: Bool) -> JSON {
    var members: [JSON.Member] = [
      .init(name: "position", value: 1), .init(name: "format", value: format(entry)), .init(name: "title", value: ""),
      .init(name: "track-count", value: .int(entry.album.tracks.count)),
    ]
    if withTracks {
      let tracks = entry.album.tracks.enumerated().map { index, title -> JSON in
        let id = DrawnAlbum.identifier("track \(entry.id) \(index)")
        let length: JSON = index == 0 ? .null : .int(180_000 + index * 11_000)
        return [
          "id": .string(id), "position": .int(index + 1),
          "number": .string(entry.isRecent ? "\(index + 1)" : "A\(index + 1)"),
          "title": .string(title), "length": length,
          "recording": [
            "id": .string(DrawnAlbum.identifier("recording " + id)), "title": .string(title), "length": length,
          ],
        ]
      }
      members.append(.init(name: "tracks", value: .array(tracks)))
    }
    return .object(members)
  }

  private static func format(_ entry: CatalogEntry) -> JSON { entry.isRecent ? "CD" : "12\" Vinyl" }

  private static func label(_ album: DrawnAlbum) -> JSON {
    ["id": .string(DrawnAlbum.identifier("label " + album.recordLabel)), "name": .string(album.recordLabel)]
  }

  static func foundArtist(of entry: CatalogEntry, score: Int) -> JSON {
    .object([.init(name: "score", value: .int(score))] + artist(of: entry.album))
  }

  private static func artist(of album: DrawnAlbum) -> [JSON.Member] {
    var members: [JSON.Member] = [
      .init(name: "id", value: .string(album.artistID)), .init(name: "name", value: .string(album.artistName)),
      .init(name: "sort-name", value: .string(album.artistAliases.first ?? album.artistName)),
    ]
    if !album.artistAliases.isEmpty {
      members.append(.init(name: "aliases", value: .array(album.artistAliases.map { ["name": .string($0)] })))
    }
    return members
  }

  private static func credit(_ album: DrawnAlbum, joins: Bool) -> JSON {
    let artist = artist(of: album)
    return joins
      ? [["name": .string(album.artistName), "joinphrase": "", "artist": .object(artist)]]
      : [["name": .string(album.artistName), "artist": .object(artist)]]
  }
}
