/// A name as it is looked up in a list.
package enum SortingName {
  /// In lower case without accents, and without an article before it.
  package static func key(_ name: String) -> String {
    let key = Fold.key(name)
    for article in ["the ", "a ", "an "] where key.hasPrefix(article) { return String(key.dropFirst(article.count)) }
    return key
  }
}
