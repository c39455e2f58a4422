package import Albums

/// Albums known to be missing from the library, by artist and title in lowercase, so that they aren't searched for each
/// time.
package struct UnavailableAlbums: Codable, Equatable, Sendable {
  package struct Entry: Codable, Equatable, Sendable {
    /// The state of MPD's database in which it wasn't in the library; null if it was.
    @Nullable package var notInLibrary: Int?
    /// When MusicBrainz didn't know it, in seconds since 1970; null if it did, or wasn't asked.
    @Nullable package var notInCatalogue: Int?

    package init(notInLibrary: Int? = nil, notInCatalogue: Int? = nil) {
      _notInLibrary = Nullable(notInLibrary)
      _notInCatalogue = Nullable(notInCatalogue)
    }
  }

  package private(set) var entries: [String: Entry] = [:]

  /// In seconds: MusicBrainz isn't asked again for a week.
  package static let patience = 7 * 24 * 3600

  package init() {}

  package static func key(artistName: String, albumTitle: String) -> String {
    "\(artistName)|\(albumTitle)".lowercased()
  }

  /// The entries that are still valid, without those that a changed library, or a week, may have made available.
  package func current(databaseUpdate: Int?, now: Int) -> UnavailableAlbums {
    var current = UnavailableAlbums()
    for (key, entry) in entries {
      let library = entry.notInLibrary.flatMap { $0 == databaseUpdate ? $0 : nil }
      let catalogue = entry.notInCatalogue.flatMap { (0..<Self.patience).contains(now - $0) ? $0 : nil }
      if library != nil || catalogue != nil {
        current.entries[key] = Entry(notInLibrary: library, notInCatalogue: catalogue)
      }
    }
    return current
  }

  package mutating func note(_ key: String, notInLibrary databaseUpdate: Int) {
    entries[key, default: Entry()].notInLibrary = databaseUpdate
  }

  package mutating func note(_ key: String, notInCatalogue now: Int) {
    entries[key, default: Entry()].notInCatalogue = now
  }

  package func isNotInCatalog(_ key: String) -> Bool { entries[key]?.notInCatalogue != nil }
}
