/// Judges an album by text as it was read off a cover, when nobody has yet said what of it is title and what artist.
enum TextMatch {
  static func match(_ album: CatalogueAlbum, text: String) -> Match {
    let found = TextEvidence.matched(text: text, artist: album.artistName, title: album.title)
    var penalties: [Penalty] = []
    let hasTitle = found.contains("title")
    let hasArtist = found.contains("artist")
    if !hasTitle { penalties.append(.titleDiffers(level: 0)) }
    if !hasArtist { penalties.append(.artistDiffers(level: 0, weak: false)) }
    if hasTitle, hasArtist {
      let names =
        TitleKey(album.title).base.split(separator: " ") + ArtistKey(album.artistName).key.split(separator: " ")
      let unexplained = unexplained(Fold.key(text).split(separator: " "), by: names)
      if unexplained > 0 { penalties.append(.textUnexplained(unexplained)) }
      if isOnlyTheArtist(album, text: text) { penalties.append(.titleIsOnlyTheArtist) }
    }
    penalties += Matcher.kindPenalties(of: album, title: text)
    return Match(album: album, penalties: penalties, titleLevel: hasTitle ? 1 : 0, artistLevel: hasArtist ? 1 : 0)
  }

  /// The share of the text's words that neither name has.
  private static func unexplained(_ words: [Substring], by names: [Substring]) -> Double {
    guard !words.isEmpty else { return 0 }
    let known = Set(names)
    return Double(words.count { !known.contains($0) }) / Double(words.count)
  }

  /// Whether title and artist can only be read from the same words: `Weezer` is on the sleeve of every Weezer album.
  private static func isOnlyTheArtist(_ album: CatalogueAlbum, text: String) -> Bool {
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
