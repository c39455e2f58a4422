/// The sort key of a name: lower case, without accents, the article at the end. Keys are compared by scalar value, so
/// that every computer sorts alike.
package enum SortKey {
  /// `The Beatles` is `beatles, the`.
  package static func artist(_ name: String) -> String {
    let name = plain(String(ArtistKey.upright(name)))
    guard let (article, rest) = ArtistKey.parted(name[...]) else { return name }
    return "\(rest), \(article)"
  }

  /// As for artists: `The Wall` is `wall, the`.
  package static func title(_ title: String) -> String { artist(title) }

  /// `The Beatles` is `beatles`: as an artist is looked up under a letter, in letters and digits alone.
  package static func withoutArticle(_ name: String) -> String {
    let key = Fold.key(name)
    let article = ArtistKey.articles.first { key.hasPrefix("\($0) ") }
    return article.map { String(key.dropFirst($0.count + 1)) } ?? key
  }

  private static func plain(_ name: String) -> String {
    let visible = name.unicodeScalars.filter { !$0.isInvisible }.map { $0.isApostrophe ? "'" : $0.isQuote ? "\"" : $0 }
    let scalars = Fold.plainLetters(String(String.UnicodeScalarView(visible)).decomposed)
    return String(String.UnicodeScalarView(scalars)).composed.split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }
}
