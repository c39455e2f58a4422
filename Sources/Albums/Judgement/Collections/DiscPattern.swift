/// Recognizes the words that tell the discs of an album apart, in folder names and titles.
package enum DiscPattern {
  /// `CD1`, `disc 02`, `CD 2 - The Demos`, `Disc 1 (Live)`, `Side B`: a folder that is nothing but a disc of the album
  /// above it.
  package static func areAll(of folder: String) -> Bool {
    let words = Fold.key(String(folder.prefix(80))).split(separator: " ")
    guard let first = words.first else { return false }
    if words.count == 2, ["side", "lp", "vinyl"].contains(first) {
      return words[1].utf8.count == 1 || words[1].allSatisfy(\.isNumber)
    }
    if EditionSegment.isDiscMarker(words) { return true }
    // What stands behind the number is the disc's own title, apart from it by a sign.
    let marker = folder.prefix(80).prefix { !"-–:([,".contains($0) }
    return EditionSegment.isDiscMarker(Fold.key(String(marker)).split(separator: " "))
  }

  /// A folder's or an album's name without the disc at its end: `Anthem (Disc 2)`, `Anthem [CD1]`, `Anthem - CD 2`.
  package static func removed(from name: String) -> String {
    guard let stem = EditionSegment.withoutDisc(EditionSegment.trimmed(name[...])), !Fold.key(String(stem)).isEmpty
    else {
      return name
    }
    return String(stem)
  }

  /// Which disc a folder or an album's title names: 2 for `CD 2 - The Demos` and `Anthem (Disc two)`; nil for one that
  /// names none, or only says how many there are (`2CD`).
  package static func number(in name: String) -> Int? {
    let disc = areAll(of: name) ? name[...] : name.dropFirst(removed(from: name).count)
    let words = Fold.key(String(disc.prefix(80))).split(separator: " ")
    for (index, word) in words.enumerated() {
      guard let marker = markers.first(where: { word.hasPrefix($0) }) else { continue }
      let rest = word.dropFirst(marker.count)
      let next = rest.isEmpty && index + 1 < words.count ? words[index + 1] : rest
      if let number = numbered(next, isSide: marker == "side") { return number }
    }
    return nil
  }

  private static let markers = ["disc", "disk", "cd", "dvd", "lp", "vinyl", "side"]

  private static func numbered(_ word: Substring, isSide: Bool) -> Int? {
    if let number = EditionSegment.numbers[word] { return number }
    if isSide, word.utf8.count == 1, let letter = word.utf8.first, (97...122).contains(letter) {
      return Int(letter) - 96
    }
    guard (1...3).contains(word.utf8.count), let number = Int(word), number > 0 else { return nil }
    return number
  }
}
