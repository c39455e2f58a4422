/// The words by which one disc of an album is told from its others, in the names of folders and in titles.
package enum DiscWords {
  /// `CD1`, `disc 02`, `CD 2 - The Demos`, `Disc 1 (Live)`, `Side B`: a folder that is nothing but a disc of the album
  /// above it.
  package static func areAll(of folder: String) -> Bool {
    let words = Fold.key(String(folder.prefix(80))).split(separator: " ")
    guard let first = words.first else { return false }
    if words.count == 2, ["side", "lp", "vinyl"].contains(first) {
      return words[1].utf8.count == 1 || words[1].allSatisfy(\.isNumber)
    }
    if EditionWords.isDiscMarker(words) { return true }
    // What stands behind the number is the disc's own title, apart from it by a sign.
    let marker = folder.prefix(80).prefix { !"-–:([,".contains($0) }
    return EditionWords.isDiscMarker(Fold.key(String(marker)).split(separator: " "))
  }

  /// A folder's or an album's name without the disc at its end: `Anthem (Disc 2)`, `Anthem [CD1]`, `Anthem - CD 2`.
  package static func removed(from name: String) -> String {
    guard let stem = EditionSegment.withoutDisc(EditionSegment.trimmed(name[...])), !Fold.key(String(stem)).isEmpty
    else {
      return name
    }
    return String(stem)
  }
}
