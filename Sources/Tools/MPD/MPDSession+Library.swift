/// MPD's library.
extension MPDSession {
  /// In the order of its folder; names that differ in capitals alone are different ones.
  package func playlists() async throws(MPDError) -> [StoredPlaylist] {
    try await StoredPlaylist.all(in: ask("listplaylists"))
  }

  /// Its entries in order; those that aren't in MPD's database, and streams, have neither tags nor a duration.
  ///
  /// MPD closes the connection on an answer that is larger than it allows itself: a playlist of 30,000 entries. Then their
  /// URIs alone are asked for, and what they are in pieces.
  package func songs(inPlaylist name: String) async throws(MPDError) -> [Song] {
    do {
      return try await Song.all(in: ask("listplaylistinfo", name))
    } catch .lost, .tooLarge {
      return try await songs(files(inPlaylist: name))
    }
  }

  /// The URIs of its entries, in order.
  package func files(inPlaylist name: String) async throws(MPDError) -> [String] {
    try await ask("listplaylist", name).pairs.filter { $0.name == "file" }.map(\.value)
  }

  /// What MPD knows of each URI, in their order.
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

  /// All songs that match, in the database's order: sort them where it matters.
  package func find(_ filter: MPDFilter) async throws(MPDError) -> [Song] {
    try await Song.all(in: ask("find", filter.expression))
  }

  /// Each title of an album with the artist it stands under, once, as MPD's tags spell them. A song without
  /// `AlbumArtist` counts under its `Artist`.
  package func albums() async throws(MPDError) -> [AlbumName] {
    try await AlbumName.all(in: ask("list", "Album", "group", "AlbumArtist"))
  }

  package func statistics() async throws(MPDError) -> LibraryStatistics {
    LibraryStatistics(try await ask("stats"))
  }

  /// The tags that MPD reads from files, by its own names; its owner may have left some out (`metadata_to_use`).
  package func tagTypes() async throws(MPDError) -> Set<String> {
    Set(try await ask("tagtypes").pairs.filter { $0.name == "tagtype" }.map(\.value))
  }

  /// The folder in which the files are; nil where MPD doesn't say so, as it does to nobody over the network.
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
  /// Empty for songs without one.
  package let album: String
  package let albumArtist: String

  /// Each group begins with the artist that the albums behind it stand under.
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

/// The size of MPD's library, and the time of its database's last change.
package struct LibraryStatistics: Equatable, Sendable {
  package let songs: Int
  package let albums: Int
  /// When its database last changed, in seconds since 1970: an update that finds nothing new leaves it.
  package let databaseUpdated: Int

  init(_ reply: MPDReply) {
    func number(_ name: String) -> Int { reply[name].flatMap { Int($0) } ?? 0 }
    songs = number("songs")
    albums = number("albums")
    databaseUpdated = number("db_update")
  }
}

/// A filter for songs, in the syntax of MPD's `find` (protocol documentation, "Filters").
///
/// MPD compares bytes, so use exactly the text that it returned. `AlbumArtist` falls back to `Artist` for songs without
/// one.
package struct MPDFilter: Equatable, Sendable {
  /// With its parentheses; still to be quoted as an argument.
  let expression: String

  private init(_ expression: String) { self.expression = expression }

  /// - Parameter tag: MPD's name of it. An empty value finds songs without the tag.
  package static func tag(_ tag: MPDTag, is value: String) -> MPDFilter {
    MPDFilter("(\(tag.rawValue) == \"\(quoted(value))\")")
  }

  package static func file(_ uri: String) -> MPDFilter { MPDFilter("(file == \"\(quoted(uri))\")") }

  /// All below a folder of MPD's database.
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
  /// As MPD writes it (RFC 3339), to the second; nil where it doesn't say. Two changes within a second look the same.
  package let lastModified: String?

  package init(name: String, lastModified: String? = nil) {
    self.name = name
    self.lastModified = lastModified
  }

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
  /// Songs of one answer: some 350 bytes each, of the 8 MiB that MPD allows itself by default.
  private static let piece = 4000

  /// All songs that belong to an album, in pieces that MPD can answer: a large library is more than one answer may hold.
  ///
  /// A change in between may leave out a song or bring one twice; MPD then says that its database changed.
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
