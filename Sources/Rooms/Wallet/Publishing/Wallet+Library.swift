package import Albums

extension Wallet {
  /// What the library had of this album when MPD was last asked; nil where it wasn't there, or nobody asked since the
  /// album was scanned.
  package func holding(of album: ScannedAlbum) -> Holding? {
    diagnostics.lookups.first {
      $0.scan == album.scan && $0.artistName == album.artistName && $0.albumTitle == album.albumTitle
    }?.holding
  }

  /// False while MPD can't be asked: then it is as it was.
  package var isOfNow: Bool { !fingerprint.isEmpty }

  /// What the pages of scans are to say of the library, by scan; they say nothing of albums that aren't there.
  /// - Parameter key: of the addresses that play something.
  package func libraryNotes(key: WalletKey) -> [ScanID: LibraryNote] {
    let notes = diagnostics.lookups.compactMap { lookup in
      lookup.holding.map { (lookup.scan, LibraryNote($0, key: key.text)) }
    }
    return Dictionary(notes) { first, _ in first }
  }
}
