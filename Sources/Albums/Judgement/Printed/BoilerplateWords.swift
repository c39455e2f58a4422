/// Text that sleeves and stickers carry regardless of the album.
enum BoilerplateWords {
  /// Whether a folded line has nothing to say of which album it is: only stock words, prices and numbers of the trade.
  static func areAll(of words: [Substring]) -> Bool {
    // A price has a point in it; 1999 and 90125 are titles.
    if words.count > 1, words.allSatisfy({ $0.allSatisfy(\.isNumber) }) { return true }
    return areStock(words)
  }

  private static func areStock(_ words: [Substring]) -> Bool {
    words.indices.allSatisfy { place in
      let word = words[place]
      if stock.contains(word) || isCode(word) || words.count > 1 && connecting.contains(word) { return true }
      // LSP 3766
      return word.count < 5 && place + 1 < words.count && words[place + 1].count > 3
        && words[place + 1].allSatisfy(\.isNumber)
    }
  }

  /// A stock phrase as a whole line. Two of its words in a longer one are no reason to drop that.
  static func isPhrase(_ key: String) -> Bool { phrases.contains { key.contains($0) } }

  /// A catalog number, a price, a year in a corner: letters and digits mixed, or four digits and more.
  static func isCode(_ word: Substring) -> Bool {
    let digits = word.count { $0.isNumber }
    if digits == word.count { return digits > 4 || digits == 4 && !word.hasPrefix("19") && !word.hasPrefix("20") }
    return digits > 2 && word.count - digits > 1 && word.last?.isNumber == true && word.count - digits < 5
  }

  private static let connecting: Set<Substring> = [
    "a", "an", "and", "at", "by", "for", "from", "in", "is", "it", "not", "of", "on", "or", "the", "to", "with",
  ]

  private static let stock: Set<Substring> = [
    "stereo", "mono", "quadraphonic", "stereophonic", "vinyl", "lp", "cd", "compact", "disc", "disk", "digital",
    "audio",
    "digitally", "remastered", "remaster", "mastered", "analogue", "analog", "aaa", "aad", "add", "ddd", "dolby",
    "promotional", "promo", "sample", "demonstration", "copy", "sale", "resale", "loan", "only", "limited", "edition",
    "deluxe", "gatefold", "gram", "180g", "rpm", "records", "record", "recording", "recordings", "recorded", "label",
    "printed", "made", "manufactured", "distributed", "usa", "england", "germany", "rights", "reserved", "parental",
    "advisory", "explicit", "content", "includes", "including", "featuring", "contains", "bonus", "tracks", "track",
    "price", "sealed", "new", "used", "radio", "station", "library", "high", "fidelity", "hi", "fi", "longplay",
    "original", "originals", "mp3", "download", "free", "inside",
  ]

  private static let phrases = [
    "not for sale", "promotional copy", "all rights reserved", "parental advisory", "digitally remastered",
    "for promotion only", "long playing", "full frequency", "living stereo", "360 sound", "includes the hit",
    "includes the single", "made in ", "printed in ", "unauthorized", "unauthorised", "trade mark", "trademark",
    "file under",
  ]
}
