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
