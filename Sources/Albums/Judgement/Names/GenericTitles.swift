/// Titles that many albums share, and words that make a title that of a different album.
package enum GenericTitles {
  /// Whether a folded title is one that says nothing of which album it is.
  package static func contain(_ base: String) -> Bool {
    let words = base.split(separator: " ")
    return titles.contains(base) || words.allSatisfy { common.contains($0) || isNumeral($0) }
  }

  /// Whether what one title has more than the other makes it another album: a live one, a second volume, a remix.
  static func makesAnother(_ rest: String) -> Bool {
    let words = rest.split(separator: " ")
    return words.isEmpty || words.contains { distinguishing.contains($0) || isNumeral($0) }
  }

  /// Digits, Roman numerals to twenty, and numbers in words. Years and ordinals as well.
  static func isNumeral(_ word: Substring) -> Bool {
    word.unicodeScalars.contains { $0.isDigit } || numerals.contains(word)
  }

  private static let titles: Set<String> = [
    "album", "anthology", "at the bbc", "ballads", "bbc sessions", "b sides and rarities", "christmas",
    "christmas album", "collected", "collection", "complete", "demo", "demos", "early years",
    "early recordings",
    "ep", "essential", "essentials", "gold", "greatest", "greatest hits", "hits", "icon", "in concert", "instrumentals",
    "introducing", "live", "live album", "live at the bbc", "live in concert", "lp", "millennium collection",
    "mtv unplugged", "original soundtrack", "platinum collection", "rarities", "remixes", "self titled", "singles",
    "soundtrack", "super hits", "unplugged", "untitled", "the collection", "the album", "the essential", "the singles",
    "the anthology", "the platinum collection", "the very best of", "very best of", "the best of", "best of",
    "the greatest hits", "the hits", "the early years", "the christmas album", "the remixes",
  ]

  /// A title of nothing but these is generic.
  private static let common: Set<Substring> = [
    "the", "a", "an", "of", "and", "in", "at", "on", "from", "to", "album", "live", "best", "very", "greatest", "hits",
    "collection", "essential", "singles", "anthology", "vol", "volume", "part", "pt", "ep", "lp", "record", "records",
    "music", "songs", "untitled", "unplugged", "demo", "demos", "remixes", "soundtrack", "stereo", "mono",
  ]

  private static let distinguishing: Set<Substring> = [
    "live", "concert", "unplugged", "remix", "remixes", "remixed", "remixing", "mix", "mixes", "mixtape", "dub", "demo",
    "demos", "instrumental", "instrumentals", "karaoke", "tribute", "sessions", "session", "outtakes", "rarities",
    "sampler", "version", "versions", "album", "ep", "single", "singles", "acoustic", "redux", "revisited",
    "reimagined",
    "rerecorded", "orchestral", "symphonic", "interview", "interviews", "bootleg", "covers", "bbc", "vol", "volume",
    "part", "pt", "chapter", "book", "act", "side", "disc", "disk", "cd", "lp", "return", "returns", "again", "hits",
    "reloaded", "continued", "sequel",
  ]

  private static let numerals: Set<Substring> = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii",
    "xviii",
    "xix", "xx", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "second", "third",
    "fourth",
    "deux", "zwei", "dos", "due",
  ]
}
