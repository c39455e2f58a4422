package import Albums

/// Chooses the wallet's playlist among those with the configured name.
package struct PlaylistChoice: Codable, Equatable, Sendable {
  package enum Reason: String, Codable, Sendable {
    case only
    /// It has more entries than the others.
    case largest
    /// As large as another, and the first by the bytes of its name.
    case tie
  }

  package let wanted: String
  /// In the order of the bytes of their names.
  package let considered: [ListedPlaylist]
  /// Null where none is called so.
  @Nullable package var chosen: String?
  @Nullable package var reason: Reason?

  /// - Parameter playlists: those that are called so, in any order.
  package init(of wanted: String, among playlists: [ListedPlaylist]) {
    self.wanted = wanted
    considered = playlists.filter { Self.isCalled($0.name, wanted) }.sorted { RawText($0.name) < RawText($1.name) }
    let most = considered.map(\.songs).max()
    let largest = considered.filter { $0.songs == most }
    _chosen = Nullable(largest.first?.name)
    _reason = Nullable(
      largest.isEmpty ? nil : considered.count == 1 ? .only : largest.count == 1 ? .largest : .tie)
  }

  /// Whether two names are one in any case and either normalization. Blanks count: `CDs ` is another playlist.
  package static func isCalled(_ name: String, _ wanted: String) -> Bool {
    // Swift compares by canonical equivalence.
    folded(name) == folded(wanted)
  }

  /// Case folded (Unicode §3.13) by way of the capitals, in which `ß` is `SS`; the dotless i has none of its own.
  private static func folded(_ name: String) -> String {
    name.unicodeScalars.map { $0 == "ı" ? "ı" : $0.properties.uppercaseMapping.lowercased() }.joined()
  }
}

/// A playlist that may be the wallet's.
package struct ListedPlaylist: Codable, Equatable, Sendable {
  package let name: String
  /// How many entries it has.
  package let songs: Int
}
