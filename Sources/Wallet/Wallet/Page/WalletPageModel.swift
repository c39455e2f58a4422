/// What the wallet's page shows.
package struct WalletPageModel: Equatable, Sendable {
  package struct Disc: Equatable, Sendable {
    /// Eight to forty lower-case hexadecimal digits.
    package var id: String
    package var artistName: String
    package var albumTitle: String
    package var releaseYear: String?
    /// In the order in which they are played; none where it isn't in the library.
    package var tracks: [Track] = []
    /// `10 of 12 tracks`; nil where nothing is known to be missing.
    package var missing: String?
    /// False for an album that was scanned and isn't in the library.
    package var isInLibrary: Bool = true
    /// Its picture, by the steps of the path from `done/`; nil where there is none.
    package var artwork: [String]?
    /// The name of its newest bundle's folder in `done/`.
    package var bundle: String?
  }

  package struct Track: Equatable, Sendable {
    /// `7`, or `2-7` on the second of several discs; nil for a song without a number.
    package var number: String?
    package var title: String
    /// Nil where it is the album's.
    package var artistName: String?
    package var seconds: Double?
  }

  /// On the shelf's order.
  package var discs: [Disc]
  /// Where they come from: a playlist's name; nil for scans alone.
  package var playlist: String?
  /// Nobody has looked yet.
  package var isLoading: Bool = false
  /// What is wrong, or why it is empty, and what helps; nil where all is well.
  package var message: String?
  /// The lines to type for it.
  package var commands: [String] = []
  /// That some are left out; nil where none are.
  package var notice: String?
  /// How many entries the playlist has, how many of them are on no disc, and the first of those.
  package var entries: Int = 0
  package var unresolved: Int = 0
  package var problems: [Diagnostics.Entry] = []
  /// A notice that was put away comes again when this changes.
  package var edition: String = ""
  /// 32 hexadecimal digits that only this page and the handler of its addresses know.
  package var key: String
  /// What the player started continues when it is closed.
  package var keepsPlaying: Bool = false
}
