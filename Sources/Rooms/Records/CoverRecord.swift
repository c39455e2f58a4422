package import Albums
package import Foundation
package import GRDB

/// The number of a cover that is known here; never given to another one.
package struct CoverID: Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
  package let number: Int64

  package init(_ number: Int64) { self.number = number }
  package var description: String { String(number) }
  package static func < (a: CoverID, b: CoverID) -> Bool { a.number < b.number }
}

/// A cover that is known here, with its album.
package struct CoverRecord: Equatable, Sendable {
  /// How it came to be known. The later ones mean more: what is in the library stays there when it is scanned.
  package enum Origin: String, Codable, CaseIterable, Comparable, Sendable {
    /// An album that a photo might have shown.
    case candidate
    /// An album that was scanned.
    case scan
    /// An album of the user's own music or pictures.
    case library

    package static func < (a: Origin, b: Origin) -> Bool {
      allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
    }
  }

  package let id: CoverID
  package let album: KnownAlbum
  package let artwork: KeptArtwork
  package let origin: Origin
  /// The path of the file or folder that it was learned from, as bytes; it never leaves the machine.
  package let place: Data?
  package let added: Date
}

extension CoverRecord: FetchableRecord {
  package init(row: Row) throws {
    guard let origin = Origin(rawValue: row["origin"]) else {
      throw LedgerError("Cover \(row["id"] as Int64) has an origin that this version doesn't know; update AlbumScan.")
    }
    id = CoverID(row["id"])
    album = try JSONText.decode(row["album"])
    artwork = try JSONText.decode(row["artwork"])
    self.origin = origin
    place = row["place"]
    added = Date(stamp: row["added"])
  }
}
