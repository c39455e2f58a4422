extension Matcher {
  /// Compares an album with the text read on a cover, before anybody knows which part of it is the title and which the
  /// artist.
  static func match(_ album: CatalogAlbum, text: String) -> Match {
    let text = PromptInjection.removed(from: text)
    let aliases = album.artistAliases ?? []
    let found = TextEvidence.matched(text: text, artist: album.artistName, title: album.title, aliases: aliases)
    let words = ReadText.joiningLetters(Fold.key(text).split(separator: " "))
    let keys = [TitleKey(album.title).base, ArtistKey(album.artistName).key] + aliases.map { ArtistKey($0).key }
    var names = keys.flatMap { $0.split(separator: " ") }
    var penalties: [Penalty] = []
    let hasTitle = found.contains("title")
    var hasArtist = found.contains("artist")
    if !hasTitle { penalties.append(.titleDiffers(level: 0)) }
    if !hasArtist, hasTitle, let initials = initials(of: album.artistName, in: words) {
      hasArtist = true
      names.append(initials)
      penalties.append(.artistByInitials)
    } else if !hasArtist, isOfVarious(album) {
      // Nobody prints "various artists" in large letters. A title alone, though, is anybody's.
      hasArtist = true
      names += various
      if Set(words).isDisjoint(with: various) { penalties.append(.artistUnsaid) }
    } else if !hasArtist {
      penalties.append(.artistDiffers(level: 0, weak: false))
    }
    if hasTitle, hasArtist {
      let unexplained = unexplained(words, by: names)
      if unexplained > 0 { penalties.append(.textUnexplained(unexplained)) }
      if isOnlyTheArtist(album, text: text) { penalties.append(.titleIsOnlyTheArtist) }
    }
    penalties += kindPenalties(of: album, title: text)
    return Match(album: album, penalties: penalties, titleLevel: hasTitle ? 1 : 0, artistLevel: hasArtist ? 1 : 0)
  }

  /// The word of the text that is the artist's initials: TVOTR for TV on the Radio, JD for nobody, since two letters
  /// are too few. A name's own capitals count each (`TV`).
  private static func initials(of artist: String, in words: [Substring]) -> Substring? {
    // The `&` of Emerson, Lake & Palmer isn't one of theirs.
    let parts = artist.split { $0.isWhitespace || $0 == "-" }.filter { $0.contains { $0.isLetter || $0.isNumber } }
    guard parts.count > 1 else { return nil }
    let letters = parts.map { part -> String in
      let isShout = part.count <= 4 && part.count > 1 && part.allSatisfy { $0.isUppercase || $0.isNumber }
      return isShout ? String(part) : String(part.prefix(1))
    }.joined()
    let wanted = Fold.compact(Fold.key(letters))
    return words.first { $0 == wanted && $0.count >= 3 }
  }

  private static let various: Set<Substring> = ["various", "artists", "compilation", "sampler"]

  private static func isOfVarious(_ album: CatalogAlbum) -> Bool {
    album.artists == [CatalogAlbum.variousArtists] || ArtistKey(album.artistName) == ArtistKey("Various Artists")
  }

  /// The share of the text's words that neither name has.
  private static func unexplained(_ words: [Substring], by names: [Substring]) -> Double {
    guard !words.isEmpty else { return 0 }
    // The key of an artist has lost its article.
    let known = Set(names).union(ArtistKey.articles.map { Substring($0) })
    return Double(words.count { !known.contains($0) && !isMadeUp($0, of: known) }) / Double(words.count)
  }

  /// Whether most of a word that has no blanks by its script's nature is names.
  private static func isMadeUp(_ word: Substring, of names: Set<Substring>) -> Bool {
    guard word.unicodeScalars.contains(where: \.isOfUnspacedScript) else { return false }
    var rest = String(word)
    for name in names.sorted(by: { ($1.count, $0) < ($0.count, $1) }) where name.count > 1 {
      rest = rest.replacing(name, with: "")
    }
    return rest.count * 2 <= word.count
  }

  /// Whether title and artist can only be read from the same words: `Weezer` is on the sleeve of every Weezer album.
  private static func isOnlyTheArtist(_ album: CatalogAlbum, text: String) -> Bool {
    let title = TitleKey(album.title).base
    let artist = ArtistKey(album.artistName).key
    let both = " \(artist) ".contains(" \(title) ") || " \(title) ".contains(" \(artist) ")
    guard both else { return false }
    let shorter = title.count < artist.count ? title : artist
    let longer = title.count < artist.count ? artist : title
    let times = occurrences(of: shorter, in: Fold.key(text))
    return times < occurrences(of: shorter, in: longer) + 1
  }

  private static func occurrences(of words: String, in text: String) -> Int {
    let wanted = words.split(separator: " ")
    let words = text.split(separator: " ")
    guard !wanted.isEmpty, words.count >= wanted.count else { return 0 }
    return (0...(words.count - wanted.count)).count { words[$0..<($0 + wanted.count)].elementsEqual(wanted) }
  }
}
