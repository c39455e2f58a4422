/// An album's title in the form used for comparison: folded, and without words that only name an edition.
package struct TitleKey: Hashable, Sendable {
  /// The whole title, folded.
  package let folded: String
  /// The identity: folded, without edition segments. `Rumours (35th Anniversary Deluxe Edition)` is `rumors`.
  package let base: String
  /// The title as it was written, without edition segments and blanks around it.
  package let stem: String

  package init(_ title: String) {
    var stem = EditionSegment.trimmed(title[...])
    // A handful is more than any title has; a hostile one could have thousands.
    for _ in 0..<8 {
      guard let shorter = EditionSegment.removed(from: stem), !Fold.key(String(shorter)).isEmpty else { break }
      stem = shorter
    }
    self.stem = String(stem)
    folded = Fold.key(title)
    base = Fold.key(self.stem)
  }

  /// Lower case, no accents, no punctuation, one spelling for British and American.
  package static func fold(_ title: String) -> String { Fold.key(title) }

  /// The key under which albums are told apart.
  package static func base(of title: String) -> String { TitleKey(title).base }

  /// The base without blanks.
  package var compact: String { Fold.compact(base) }
}

extension TitleKey {
  /// How well two titles match: 1 equal · 2 the same album in another edition · 3 one is a short form of the other, with
  /// safeguards · 4 only one has an unknown part in brackets · 0 not at all.
  ///
  /// Levels 1 and 2 mean the same album. Levels 3 and 4 count only if there is no other candidate.
  package static func level(_ a: String, _ b: String, artist: String? = nil) -> Int {
    let a = TitleKey(a)
    let b = TitleKey(b)
    guard !a.folded.isEmpty, !b.folded.isEmpty else { return 0 }
    if a.folded == b.folded { return 1 }
    if a.base == b.base || a.compact == b.compact { return 2 }
    let artist = artist.map { ArtistKey($0).key }
    if isShortForm(a, of: b, artist: artist) || isShortForm(b, of: a, artist: artist) { return 3 }
    if lacksBracket(a, of: b, artist: artist) || lacksBracket(b, of: a, artist: artist) { return 4 }
    return 0
  }

  /// Whether `short` is `long` without its leading article, its subtitle, or its last words.
  private static func isShortForm(_ short: TitleKey, of long: TitleKey, artist: String?) -> Bool {
    let shortWords = words(short.base)
    let longWords = words(long.base)
    if shortWords == longWords { return true }
    guard mayStandAlone(short.base, artist: artist) else { return false }
    if let (head, tail) = EditionSegment.lastBreak(of: long.stem[...]), words(Fold.key(String(head))) == shortWords {
      return !GenericTitles.makesAnother(Fold.key(String(tail)))
    }
    guard shortWords.count >= 2, short.base.count(where: \.isLetter) >= 8 else { return false }
    guard longWords.count > shortWords.count, longWords.starts(with: shortWords) else { return false }
    guard EditionSegment.lastBracket(of: long.stem[...]) == nil else { return false }
    return !GenericTitles.makesAnother(longWords.dropFirst(shortWords.count).joined(separator: " "))
  }

  /// Whether `long` is `short` and a bracket that nothing is known of.
  private static func lacksBracket(_ short: TitleKey, of long: TitleKey, artist: String?) -> Bool {
    guard let (head, inside) = EditionSegment.lastBracket(of: long.stem[...]) else { return false }
    guard EditionSegment.lastBracket(of: short.stem[...]) == nil else { return false }
    guard TitleKey(String(head)).base == short.base, mayStandAlone(short.base, artist: artist) else { return false }
    return !GenericTitles.makesAnother(Fold.key(String(inside)))
  }

  /// A generic title, or the artist's own name, says too little to be anything's short form.
  private static func mayStandAlone(_ base: String, artist: String?) -> Bool {
    guard !GenericTitles.contain(base) else { return false }
    guard let artist else { return true }
    return ArtistKey(base).key != artist && Fold.compact(base) != Fold.compact(artist)
  }

  /// The words without a leading article, unless it is all there is.
  private static func words(_ base: String) -> [Substring] {
    let words = base.split(separator: " ")
    return words.count > 1 && ["the", "a", "an"].contains(words[0]) ? Array(words.dropFirst()) : words
  }
}
