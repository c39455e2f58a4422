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
