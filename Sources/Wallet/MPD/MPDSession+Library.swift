/// MPD's library.
extension MPDSession {
  /// In MPD's order; names that differ only in case are different playlists.
  package func playlists() async throws(MPDError) -> [StoredPlaylist] {
    try await StoredPlaylist.all(in: ask("listplaylists"))
  }

  /// The playlist's entries in order. Streams, and files that aren't in MPD's database, have neither tags nor a
  /// duration.
  ///
  /// MPD closes the connection if an answer exceeds its output limit, as with a playlist of 30,000 entries. Then only
  /// the URIs are requested, and the songs in pieces.
  package func songs(inPlaylist name: String) async throws(MPDError) -> [Song] {
    do {
      return try await Song.all(in: ask("listplaylistinfo", name))
    } catch .lost, .tooLarge {
      return try await songs(files(inPlaylist: name))
    }
  }

  /// The URIs of the playlist's entries, in order.
  package func files(inPlaylist name: String) async throws(MPDError) -> [String] {
    try await ask("listplaylist", name).pairs.filter { $0.name == "file" }.map(\.value)
  }

  /// The song for each URI, in order.
  private func songs(_ files: [String]) async throws(MPDError) -> [Song] {
    var songs: [Song] = []
    var rest = files[...]
    while !rest.isEmpty {
      let batch = rest.prefix(200)
      rest = rest.dropFirst(batch.count)
      let questions = try batch.map { file throws(MPDError) in
        try MPDCommand("find", MPDFilter.file(file).expression)
      }
      for (file, reply) in zip(batch, try await ask(all: questions)) {
        songs.append(Song.all(in: reply).first ?? Song(file: file))
      }
    }
    return songs
  }

  /// All matching songs, in the database's order: sort them if the order matters.
  package func find(_ filter: MPDFilter) async throws(MPDError) -> [Song] {
    try await Song.all(in: ask("find", filter.expression))
  }

  /// Each album title with its artist, once, as spelled in the tags. For songs without `AlbumArtist`, `Artist` is used.
  package func albums() async throws(MPDError) -> [AlbumName] {
    try await AlbumName.all(in: ask("list", "Album", "group", "AlbumArtist"))
  }

  package func statistics() async throws(MPDError) -> LibraryState {
    LibraryState(try await ask("stats"))
  }

  /// The tags that MPD reads from files, by its own names; its configuration may exclude some (`metadata_to_use`).
  package func tagTypes() async throws(MPDError) -> Set<String> {
    Set(try await ask("tagtypes").pairs.filter { $0.name == "tagtype" }.map(\.value))
  }

  /// The music folder; nil if MPD doesn't reveal it, as over a network connection.
  package func musicFolder() async throws(MPDError) -> String? {
    do {
      return try await ask("config")["music_directory"]
    } catch .refused(let refusal) where [.permission, .unknownCommand].contains(refusal.code) {
      return nil
    }
  }
}

/// An album in MPD's database, identified only by its tags.
package struct AlbumName: Equatable, Sendable {
  /// Empty for songs without an album.
  package let album: String
  package let albumArtist: String

  /// Each group begins with the artist of the albums that follow.
  static func all(in reply: MPDReply) -> [AlbumName] {
    var artist = ""
    var names: [AlbumName] = []
    for pair in reply.pairs {
      if pair.name == MPDTag.albumArtist.rawValue {
        artist = pair.value
      } else if pair.name == MPDTag.album.rawValue {
        names.append(AlbumName(album: pair.value, albumArtist: artist))
      }
    }
    return names
  }
}

/// The state of MPD's database, which is cheap to ask for. Two changes within a second may differ only in the number of
/// songs.
package struct LibraryState: Codable, Equatable, Sendable {
  /// `db_update`: when it last changed, in seconds since 1970. An update that finds nothing new doesn't change it.
  package let updated: Int
  package let songs: Int

  init(updated: Int, songs: Int) { (self.updated, self.songs) = (updated, songs) }

  init(_ reply: MPDReply) {
    func number(_ name: String) -> Int { reply[name].flatMap { Int($0) } ?? 0 }
    self.init(updated: number("db_update"), songs: number("songs"))
  }
}

/// A filter for songs, in the syntax of MPD's `find` (protocol documentation, "Filters").
///
/// MPD compares bytes, so use exactly the text that it returned. `AlbumArtist` falls back to `Artist` for songs without
/// one.
package struct MPDFilter: Equatable, Sendable {
  /// With its parentheses, but not yet quoted as an argument.
  let expression: String

  private init(_ expression: String) { self.expression = expression }

  /// - Parameter tag: MPD's name. An empty value finds songs without the tag.
  package static func tag(_ tag: MPDTag, is value: String) -> MPDFilter {
    MPDFilter("(\(tag.rawValue) == \"\(quoted(value))\")")
  }

  package static func file(_ uri: String) -> MPDFilter { MPDFilter("(file == \"\(quoted(uri))\")") }

  /// All songs below a folder of MPD's database.
  package static func folder(_ path: String) -> MPDFilter { MPDFilter("(base \"\(quoted(path))\")") }

  package static func all(_ filters: [MPDFilter]) -> MPDFilter {
    filters.count == 1 ? filters[0] : MPDFilter("(\(filters.map(\.expression).joined(separator: " AND ")))")
  }

  private static func quoted(_ value: String) -> String { MPDCommand.escaped(value, "\\\"'") }
}

/// The tags that AlbumScan uses, by MPD's names.
package enum MPDTag: String, CaseIterable, Sendable {
  case album = "Album"
  case albumArtist = "AlbumArtist"
  case artist = "Artist"
  case title = "Title"
  case track = "Track"
  case disc = "Disc"
  case date = "Date"
  case originalDate = "OriginalDate"
  case label = "Label"
  case musicBrainzAlbum = "MUSICBRAINZ_ALBUMID"
}

/// A playlist stored in MPD.
package struct StoredPlaylist: Equatable, Sendable {
  package let name: String
  /// As MPD writes it (RFC 3339), to the second; nil if MPD doesn't report it. Two changes within a second look the
  /// same.
  package var lastModified: String?

  static func all(in reply: MPDReply) -> [StoredPlaylist] {
    var playlists: [StoredPlaylist] = []
    for pair in reply.pairs {
      if pair.name == "playlist" {
        playlists.append(StoredPlaylist(name: pair.value))
      } else if pair.name == "Last-Modified", let last = playlists.popLast() {
        playlists.append(StoredPlaylist(name: last.name, lastModified: pair.value))
      }
    }
    return playlists
  }
}

/// The whole library.
extension MPDSession {
  /// The most songs per answer: each takes about 350 bytes of MPD's default limit of 8 MiB.
  private static let piece = 4000

  /// All songs that belong to an album, in pieces, because a large library exceeds MPD's limit for one answer.
  ///
  /// If the database changes in between, songs may be missing or duplicated; MPD then reports a change of its database.
  package func songsOfAlbums() async throws(MPDError) -> [Song] {
    var songs: [Song] = []
    while true {
      let window = "\(songs.count):\(songs.count + Self.piece)"
      let more = try await Song.all(in: ask("find", "(\(MPDTag.album.rawValue) != \"\")", "window", window))
      songs += more
      if more.count < Self.piece { return songs }
    }
  }
}
