package import Albums

/// Chooses the wallet's playlist among those with the configured name.
package struct PlaylistChoice: Codable, Equatable, Sendable {
  package enum Reason: String, Codable, Sendable {
    case only
    /// It has the most entries.
    case largest
    /// It is as large as another one, and the first by the bytes of its name.
    case tie
  }

  package let wanted: String
  /// Sorted by the bytes of their names.
  package let considered: [ListedPlaylist]
  /// Null if there is none with this name.
  @Nullable package var chosen: String?
  @Nullable package var reason: Reason?

  /// - Parameter playlists: those with this name, in any order.
  package init(of wanted: String, among playlists: [ListedPlaylist]) {
    self.wanted = wanted
    considered = playlists.filter { Self.isCalled($0.name, wanted) }.sorted { RawText($0.name) < RawText($1.name) }
    let most = considered.map(\.songs).max()
    let largest = considered.filter { $0.songs == most }
    _chosen = Nullable(largest.first?.name)
    _reason = Nullable(
      largest.isEmpty ? nil : considered.count == 1 ? .only : largest.count == 1 ? .largest : .tie)
  }

  /// Whether two names are the same, ignoring case and normalization. Spaces count: `CDs ` is another playlist.
  package static func isCalled(_ name: String, _ wanted: String) -> Bool {
    // Swift compares by canonical equivalence.
    folded(name) == folded(wanted)
  }

  /// Case folded (Unicode §3.13) by way of uppercase, in which `ß` is `SS`; the dotless i has no uppercase letter of
  /// its own.
  private static func folded(_ name: String) -> String {
    name.unicodeScalars.map { $0 == "ı" ? "ı" : $0.properties.uppercaseMapping.lowercased() }.joined()
  }
}

/// A playlist that may be the wallet's.
package struct ListedPlaylist: Codable, Equatable, Sendable {
  package let name: String
  /// The number of its entries.
  package let songs: Int
}
