/// An album's track list, in which songs that a critic names are looked for.
struct TrackList {
  enum Found: Equatable, Sendable {
    /// At these places of the list: several for a medley.
    case at([Int])
    case absent
    /// Nothing can be said: the list is in another script.
    case unclear
  }

  let tracks: [Track]
  private let titles: [SongTitle]
  private let latin: [String]
  private let artist: String
  /// Whether the list has titles without a letter of an alphabet that is written out in Latin letters here.
  private let hasOtherScripts: Bool

  init(_ tracks: [Track], artistName: String) {
    self.tracks = tracks
    titles = tracks.map { SongTitle($0.title) }
    latin = titles.map { Self.latin($0.bare) }
    artist = artistName
    hasOtherScripts = tracks.contains { Self.isOfOtherScript($0.title) }
  }

  func places(of name: String) -> Found {
    let (songs, whole) = (SongTitle.medley(name), SongTitle(name).bare)
    if songs.count > 1, !titles.contains(where: { $0.bare == whole }) {
      let places = songs.compactMap { place(of: $0) }
      if !places.isEmpty { return .at(places) }
    }
    for name in spellings(of: name) { if let place = place(of: name) { return .at([place]) } }
    let isTold = Self.isOfOtherScript(name) ? hasOtherScripts : !hasOtherScripts
    return isTold ? .absent : .unclear
  }

  // Compiled once. Regular expressions never change, although they aren't declared Sendable.
  nonisolated(unsafe) private static let number = #/\s*(?:#\s*)?(?:[A-D]\d{1,2}|\d{1,2})\s*[.):\-–]\s*/#

  /// As it was named, and without a number, or the artist, before or behind it.
  private func spellings(of name: String) -> [String] {
    var spellings = [name]
    if let match = name.prefixMatch(of: Self.number) {
      spellings.append(String(name[match.range.upperBound...]))
    }
    let artist = ArtistKey(artist).key
    if let (head, tail) = EditionSegment.lastBreak(of: name[...]), ArtistKey(String(head)).key == artist {
      spellings.append(String(tail))
    }
    if let by = name.ranges(of: " by ").last, ArtistKey(String(name[by.upperBound...])).key == artist {
      spellings.append(String(name[..<by.lowerBound]))
    }
    return spellings
  }

  private func place(of name: String) -> Int? {
    let wanted = SongTitle(name)
    guard !wanted.whole.isEmpty else { return nil }
    let levels: [(SongTitle) -> Bool] = [
      { $0.whole == wanted.whole }, { $0.plain == wanted.plain },
      { $0.bare == wanted.bare && $0.hasParts(of: wanted) },
      { Fold.compact($0.bare) == Fold.compact(wanted.bare) && $0.hasParts(of: wanted) },
      { $0.pieces.contains(wanted.bare) }, { wanted.pieces.contains($0.bare) },
    ]
    for level in levels { if let place = titles.firstIndex(where: level) { return place } }
    return beginning(with: wanted) ?? nearest(wanted)
  }

  /// A long title's first words say enough, if there is only one such.
  private func beginning(with wanted: SongTitle) -> Int? {
    guard wanted.bare.split(separator: " ").count > 2, wanted.bare.count >= 12 else { return nil }
    let places = titles.indices.filter { titles[$0].bare.hasPrefix(wanted.bare + " ") }
    return places.count == 1 ? places[0] : nil
  }

  // MARK: Misspelled, and in another alphabet

  private func nearest(_ wanted: SongTitle) -> Int? {
    let name = Array(Self.latin(wanted.bare))
    var best: (place: Int, distance: Int)?
    for (place, title) in latin.enumerated() {
      let limit = Self.tolerance(min(name.count, title.count))
      guard titles[place].hasParts(of: wanted), abs(name.count - title.count) <= limit,
        title.filter(\.isNumber).elementsEqual(name.filter(\.isNumber))
      else { continue }
      let distance = name.editDistance(to: Array(title))
      if distance <= limit, distance < best?.distance ?? .max { best = (place, distance) }
    }
    return best?.place
  }

  /// In a short title one letter makes another word: Money isn't Honey.
  private static func tolerance(_ letters: Int) -> Int {
    switch letters {
    case ..<6: 0
    case 6..<10: 1
    case 10..<18: 2
    default: 3
    }
  }

  /// A folded title in Latin letters without blanks, with the letters alike that romanizations differ in.
  private static func latin(_ key: String) -> String {
    let letters = Fold.compact(key).map { alphabets[$0] ?? String($0) }.joined()
    return letters.replacing("kh", with: "h").replacing("y", with: "i")
  }

  private static func isOfOtherScript(_ text: String) -> Bool {
    let letters = text.unicodeScalars.filter(\.isLetter)
    return !letters.isEmpty && !letters.contains(where: \.isLatinGreekOrCyrillic)
  }

  private static let alphabets: [Character: String] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i", "к": "k", "л": "l",
    "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "h", "ц": "ts",
    "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "i", "ь": "", "э": "e", "ю": "iu", "я": "ia", "і": "i",
    "є": "ie", "ј": "j", "љ": "lj", "њ": "nj", "ћ": "c", "ђ": "dj", "џ": "dz",
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i", "κ": "k", "λ": "l",
    "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s", "τ": "t", "υ": "i", "φ": "f", "χ": "ch",
    "ψ": "ps", "ω": "o",
  ]
}
