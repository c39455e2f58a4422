package import Albums
internal import GRDB

/// The scans' data for the wallet. It doesn't read whole documents: they are most of the ledger.
extension Ledger {
  /// The albums in `done/`, newest first.
  package func scannedAlbums() async throws -> [ScannedAlbum] {
    try await readAside { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, bundle, document ->> '$.scannedAt' AS at, document ->> '$.album.artistName' AS artist,
            document ->> '$.album.albumTitle' AS title, document ->> '$.album.releaseYear' AS year,
            document ->> '$.album.musicbrainz.releaseGroup' AS releaseGroup,
            document ->> '$.identification.extractedText' AS text
          FROM scan INDEXED BY scanDone WHERE state = 'done' AND deleted IS NULL ORDER BY finished DESC, id DESC
          """
      ).compactMap(ScannedAlbum.init)
    }
  }
}

extension ScannedAlbum {
  fileprivate init?(_ row: Row) {
    guard let time: String = row["at"], let artist: String = row["artist"], let title: String = row["title"] else {
      return nil
    }
    self.init(
      scan: ScanID(row["id"]), scannedAt: time, artistName: artist, albumTitle: title, releaseYear: row["year"],
      releaseGroup: (row["releaseGroup"] as String?).map { MBID($0) }, text: row["text"], bundle: row["bundle"])
  }
}
