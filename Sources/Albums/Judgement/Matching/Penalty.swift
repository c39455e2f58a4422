/// A reason why a catalog album may not be the right one.
///
/// The weights add up to a distance from 0 (same) to 1 (different). A difference that is harmless by itself (the title
/// of another edition, a wrong year) stays below `Ranking.clearDistance`; a difference that tells two albums of the
/// same name apart exceeds `Ranking.clearMargin`.
package enum Penalty: Codable, Equatable, Sendable {
  /// By `TitleKey.level`: 0, or 2 to 4.
  case titleDiffers(level: Int)
  /// By `ArtistKey.level`: 0, 2 or 3. A level of 3 is weak unless the titles are equal.
  case artistDiffers(level: Int, weak: Bool)
  /// No artist, or no title, was given to compare with.
  case artistUnknown, titleUnknown
  /// The artist stands on the cover by initials alone.
  case artistByInitials
  /// Nothing on the cover says that it is an album of various artists.
  case artistUnsaid
  /// The years are so far apart.
  case yearDiffers(by: Int)
  /// A single, an EP, a broadcast.
  case notAnAlbum(type: String)
  /// A live album, a compilation, a remix, while nothing said so.
  case secondaryType(String)
  /// All of its releases that were seen are promotional, withdrawn or bootlegs.
  case noOfficialRelease
  /// All of its releases that were seen are a translation of another's titles.
  case pseudoRelease
  /// So much (0…1) of the text that was read has nothing to do with it.
  case textUnexplained(Double)
  /// Only the artist's name was read, which is this album's title as well.
  case titleIsOnlyTheArtist
  /// Only so much (0…1) of the artist's name could be read on the sleeve.
  case artistHalfRead(Double)
  /// Only so much (0…1) of the title.
  case titleHalfRead(Double)
  /// So few letters of both names were read that they may be there by chance.
  case namesAreShort
  /// The barcode that was read belongs to none of its releases.
  case otherBarcode

  package var weight: Double {
    switch self {
    case .titleDiffers(let level): [0.8, 0, 0.02, 0.15, 0.25][level]
    case .artistDiffers(_, weak: true): 0.5
    case .artistDiffers(let level, weak: false): [0.8, 0, 0.02, 0.1][level]
    case .artistUnknown: 0.3
    case .artistByInitials: 0.05
    case .artistUnsaid: 0.2
    case .titleUnknown: 0.5
    // A year off is a release early in January; more is another album of the name, or a reissue's date.
    case .yearDiffers(let years): years <= 1 ? 0.02 : 0.1
    case .notAnAlbum("EP"): 0.09
    case .notAnAlbum: 0.12
    case .secondaryType("Compilation"), .secondaryType("Live"): 0.1
    case .secondaryType: 0.12
    case .noOfficialRelease: 0.12
    case .pseudoRelease: 0.2
    case .textUnexplained(let share): 0.3 * share
    case .titleIsOnlyTheArtist: 0.2
    case .artistHalfRead(let share), .titleHalfRead(let share): 0.8 * (1 - share)
    case .namesAreShort: 0.1
    case .otherBarcode: 0.5
    }
  }

  /// A stable word for programs.
  package var name: String {
    switch self {
    case .titleDiffers: "title-differs"
    case .artistDiffers: "artist-differs"
    case .artistUnknown: "artist-unknown"
    case .artistByInitials: "artist-by-initials"
    case .artistUnsaid: "artist-unsaid"
    case .titleUnknown: "title-unknown"
    case .yearDiffers: "year-differs"
    case .notAnAlbum: "not-an-album"
    case .secondaryType: "secondary-type"
    case .noOfficialRelease: "no-official-release"
    case .pseudoRelease: "pseudo-release"
    case .textUnexplained: "text-unexplained"
    case .titleIsOnlyTheArtist: "title-is-only-the-artist"
    case .artistHalfRead: "artist-half-read"
    case .titleHalfRead: "title-half-read"
    case .namesAreShort: "names-are-short"
    case .otherBarcode: "other-barcode"
    }
  }

  /// As it is kept and shown, the weight to three decimals.
  package var named: NamedPenalty {
    NamedPenalty(name: name, weight: (weight * 1000).rounded() / 1000, reason: reason)
  }

  /// In words, for `albumscanctl show` and the pages.
  package var reason: String {
    switch self {
    case .titleDiffers(level: 2): "the title is that of another edition"
    case .titleDiffers(level: 3): "one title is a short form of the other"
    case .titleDiffers(level: 4): "one title has an extra part in brackets"
    case .titleDiffers: "a different title"
    case .artistDiffers(level: 2, _): "the artist is spelled differently"
    case .artistDiffers(level: 3, _): "only the first artist matches"
    case .artistDiffers: "a different artist"
    case .artistUnknown: "the artist is unknown"
    case .artistByInitials: "only the artist's initials match"
    case .artistUnsaid: "nothing suggests that it is by various artists"
    case .titleUnknown: "the title is unknown"
    case .yearDiffers(let years): years == 1 ? "a year off" : "\(years) years off"
    case .notAnAlbum(let type): "it is listed as \(type)"
    case .secondaryType(let type): "it is listed as \(type)"
    case .noOfficialRelease: "no official release"
    case .pseudoRelease: "only a translated listing"
    case .textUnexplained(let share): "\(Int((share * 100).rounded()))% of the text is about something else"
    case .titleIsOnlyTheArtist: "only the artist's name was read"
    case .artistHalfRead(let share): share > 0 ? "the artist could only be read in part" : "the artist wasn't read"
    case .titleHalfRead(let share): share > 0 ? "the title could only be read in part" : "the title wasn't read"
    case .namesAreShort: "only a few letters were read"
    case .otherBarcode: "a different barcode"
    }
  }
}
