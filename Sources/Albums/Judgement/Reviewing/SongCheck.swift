/// Checks the songs that a review names against the album's track list.
struct SongCheck {
  private let list: TrackList
  /// Of artist and album.
  private let names: [String]
  /// What tells one sentence from the next.
  private let punctuated: [String]

  /// Nil without a list: then nothing can be said.
  init?(artistName: String, albumTitle: String, tracks: [Track]) {
    guard !tracks.isEmpty else { return nil }
    list = TrackList(tracks, artistName: artistName)
    names = [artistName, albumTitle]
    punctuated = names + tracks.map(\.title).filter { $0.contains { ".!?…".contains($0) } }
  }

  /// How many key tracks a review of the album has at least.
  var fewest: Int { min(2, list.tracks.count) }

  /// Key tracks as the list spells them, each once; those that aren't on it are added to `absent`.
  func keyTracks(_ named: [String], _ absent: inout [String]) -> [String] {
    var kept: [String] = []
    for name in named {
      switch list.places(of: name) {
      case .at(let places): kept += places.map { list.tracks[$0].title }.filter { !kept.contains($0) }
      case .unclear: kept.append(name)
      case .absent: absent.append(name)
      }
    }
    return kept
  }

  /// The text without the sentences that name a song, in quotation marks, which isn't on the list; nil where none is left.
  func text(_ text: String, _ absent: inout [String]) -> String? {
    let sentences = Sentences.of(text, names: punctuated)
    var missing: [String] = []
    let kept = sentences.filter { sentence in
      let songs = Self.quoted(in: sentence).filter { isMissing($0, in: sentence) }
      missing += songs.map { String($0) }
      return songs.isEmpty
    }
    guard !missing.isEmpty else { return text }
    absent += missing
    return Cleaned.text(kept.joined(), limit: text.count)
  }

  private func isMissing(_ title: Substring, in sentence: Substring) -> Bool {
    let key = Fold.key(String(title))
    guard !key.isEmpty, MoneyTalk.isTitle(title), list.places(of: String(title)) == .absent else { return false }
    guard !names.contains(where: { TitleKey($0).base == TitleKey(String(title)).base }) else { return false }
    return !isOfSomethingElse(title, in: sentence)
  }

  // MARK: What is quoted

  /// What stands in quotation marks, without what ends a clause there: "Time," is Time.
  private static func quoted(in sentence: Substring) -> [Substring] {
    var quoted: [Substring] = []
    var index = sentence.startIndex
    var before: Character = " "
    while index < sentence.endIndex {
      let character = sentence[index]
      let next = sentence.index(after: index)
      // An apostrophe at the beginning of the '60s opens nothing.
      let isDecade = character == "'" && next < sentence.endIndex && !sentence[next].isLetter
      if let close = closing[character], !before.isLetter, !before.isNumber, !isDecade,
        let end = sentence[next...].prefix(120).indices.first(where: { place in
          close.contains(sentence[place]) && !startsWord(sentence, after: place)
        })
      {
        quoted.append(Substring(sentence[next..<end].drop(while: \.isWhitespace)))
        index = sentence.index(after: end)
        before = " "
        continue
      }
      before = character
      index = next
    }
    return quoted.map { title in
      var title = title
      while let last = title.last, ",.;: ".contains(last) { title.removeLast() }
      return title
    }.filter { !$0.isEmpty }
  }

  private static func startsWord(_ text: Substring, after place: Substring.Index) -> Bool {
    let next = text.index(after: place)
    return next < text.endIndex && (text[next].isLetter || text[next].isNumber)
  }

  private static let closing: [Character: String] = [
    "\"": "\"", "“": "”\"", "„": "“”", "«": "»", "‘": "’", "'": "'", "「": "」", "『": "』", "《": "》",
  ]

  // MARK: Whose it is

  /// Whether the words around a quoted title say that it is no song of this album: another's, another album, what somebody
  /// called it, what was sampled.
  private func isOfSomethingElse(_ title: Substring, in sentence: Substring) -> Bool {
    let words = Fold.key(String(sentence)).split(separator: " ")
    if words.contains(where: { word in Self.borrowing.contains { word.hasPrefix($0) } }) { return true }
    let before = sentence[..<title.startIndex].split(whereSeparator: \.isWhitespace).filter(Self.hasWord).suffix(4)
    let after = sentence[title.endIndex...].split(whereSeparator: \.isWhitespace).filter(Self.hasWord).prefix(4)
    let said = before.flatMap { Fold.key(String($0)).split(separator: " ") }
    let follows = after.flatMap { Fold.key(String($0)).split(separator: " ") }
    if said.contains(where: Self.telling.contains) || said.last.map(Self.placing.contains) == true { return true }
    if [said.last, follows.first].contains(where: { $0.map(Self.works.contains) == true }) { return true }
    if follows.first == "by", !isArtists(follows.dropFirst().joined(separator: " ")) { return true }
    if isNickname(title, in: sentence) { return true }
    // Another artist's, who is said to own it: Dylan's, the Stones'.
    guard let owner = before.last, owner.first?.isUppercase == true,
      ["'s", "’s", "s'", "s’"].contains(where: { owner.hasSuffix($0) })
    else { return false }
    return !isArtists(Fold.key(String(owner.dropLast(owner.hasSuffix("s") ? 2 : 1))))
  }

  /// Lee "Scratch" Perry: between a first and a last name.
  private func isNickname(_ title: Substring, in sentence: Substring) -> Bool {
    let first = sentence[..<title.startIndex].dropLast().split(separator: " ")
    let last = sentence[title.endIndex...].dropFirst()
    guard let name = first.last, name.allSatisfy(\.isLetter), title.split(separator: " ").count < 3 else {
      return false
    }
    return name.first?.isUppercase == true && !Self.openings.contains(Fold.key(String(name)))
      && last.first == " " && last.dropFirst().first?.isUppercase == true
  }

  /// Words that begin a sentence before a song.
  private static let openings: Set<String> = ["in", "on", "with", "only", "even", "and", "but", "the", "from", "both"]

  /// Whether these are words of the artist's name, or begin with all of it.
  private func isArtists(_ words: String) -> Bool {
    let artist = ArtistKey(names[0]).key
    return words.isEmpty || words.hasPrefix(artist) || artist.split(separator: " ").contains { $0 == words }
  }

  private static func hasWord(_ text: Substring) -> Bool { text.contains { $0.isLetter || $0.isNumber } }

  /// Beginnings of words that speak of other people's songs.
  private static let borrowing = [
    "sampl", "interpolat", "cover", "remix", "outtake", "soundtrack", "borrow", "nonalbum",
  ]

  /// Words before a quotation that is no song's title.
  private static let telling: Set<Substring> = [
    "called", "calls", "calling", "call", "wrote", "writes", "described", "describes", "dubbed", "hailed", "labeled",
    "deemed", "declared", "termed", "list", "poll",
  ]

  private static let works: Set<Substring> = [
    "album", "lp", "ep", "debut", "successor", "predecessor", "sequel", "compilation", "film", "movie", "novel", "book",
    "poem", "magazine", "documentary",
  ]

  /// Words that put an album between others.
  private static let placing: Set<Substring> = [
    "between", "after", "before", "since", "followed", "follows", "following", "preceded", "precedes", "than", "unlike",
  ]
}

extension ReviewCheck {
  /// A review from before the album's track list was known, checked against it. Nothing is asked: what can't be mended
  /// stays.
  package func checked(_ review: Review) -> Review {
    guard let songs else { return review }
    var review = review
    var absent: [String] = []
    review.keyTracks = Array(songs.keyTracks(review.keyTracks, &absent).prefix(Self.mostTracks))
    let bullets = review.contextBullets.compactMap { songs.text($0, &absent) }
    if !bullets.isEmpty { review.contextBullets = bullets }
    if let summary = songs.text(review.contextSummary, &absent) { review.contextSummary = summary }
    review.note(absentSongs: absent)
    return review
  }
}

extension AlbumDocument {
  /// Checks the songs of its review against its tracks, where both are there.
  package mutating func checkSongs() {
    guard !album.tracks.isEmpty, let review = review.review else { return }
    let check = ReviewCheck(artistName: album.artistName, albumTitle: album.albumTitle, tracks: album.tracks)
    let checked = check.checked(review)
    self.review.contextSummary = checked.contextSummary
    self.review.contextBullets = checked.contextBullets
    self.review.keyTracks = checked.keyTracks
  }
}
