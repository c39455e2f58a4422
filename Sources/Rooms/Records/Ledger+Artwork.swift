package import Albums
package import Foundation
internal import GRDB

/// A front cover that is kept in the picture store.
package struct KeptArtwork: Codable, Equatable, Sendable {
  /// Names of the files in the picture store.
  package var picture: Digest
  package var thumbnail: Digest
  /// In pixels.
  package var width: Int
  package var height: Int
  package var source: ArtworkSource

  package init(picture: Digest, thumbnail: Digest, width: Int, height: Int, source: ArtworkSource) {
    self.picture = picture
    self.thumbnail = thumbnail
    self.width = width
    self.height = height
    self.source = source
  }
}

/// What the ledger knows about an album's artwork without a request.
package enum ArtworkMemory: Equatable, Sendable {
  case present(KeptArtwork)
  /// The archive had none at the last request.
  case none(asked: Date)
  case unknown
}

extension Ledger {
  package func artwork(_ id: MBID) async throws -> ArtworkMemory {
    try await read { db in
      guard let row = try Row.fetchOne(db, sql: "SELECT * FROM artwork WHERE mbid = ?", arguments: [id.value]) else {
        return .unknown
      }
      guard let found: String = row["found"] else { return .none(asked: Date(stamp: row["asked"])) }
      return .present(try JSONText.decode(found))
    }
  }

  /// - Parameter found: nil if the archive really has none; a failure of the archive is never stored.
  package func remember(artwork found: KeptArtwork?, of id: MBID, now: Date) async throws {
    let json = try found.map { try JSONText.encode($0) }
    try await write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO artwork (mbid, asked, found) VALUES (?, ?, ?)",
        arguments: [id.value, now.stamp, json])
    }
  }
}
