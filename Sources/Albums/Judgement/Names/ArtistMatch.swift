/// How well two artists' names match: 1 equal · 2 equal without spaces · 3 one is the first of the other's several
/// artists · 0 not at all. Full names are compared before any is split.
package enum ArtistMatch {
  package static func level(_ a: String, _ b: String) -> Int {
    let keyA = ArtistKey(a)
    let keyB = ArtistKey(b)
    guard !keyA.key.isEmpty, !keyB.key.isEmpty else { return 0 }
    if keyA == keyB { return 1 }
    if keyA.compact == keyB.compact { return 2 }
    let primaryA = ArtistKey(ArtistKey.primary(of: a))
    let primaryB = ArtistKey(ArtistKey.primary(of: b))
    return primaryA.compact == keyB.compact || keyA.compact == primaryB.compact ? 3 : 0
  }
}
