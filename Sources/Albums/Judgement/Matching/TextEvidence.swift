/// Checks whether the text read on a cover names the album. This evidence doesn't depend on a model's memory.
package enum TextEvidence {
  /// Of `artist` and `title`, those that stand in the text in whole words, and not only in orders to whoever reads it.
  package static func matched(text: String?, artist: String, title: String, aliases: [String] = []) -> [String] {
    found(text: text, artist: artist, title: title, aliases: aliases).map(\.part)
  }

  /// The parts that stand in the text, each with its words as they were read.
  /// - Parameter aliases: other names of the artist.
  package static func found(
    text: String?, artist: String, title: String, aliases: [String] = []
  ) -> [(part: String, words: String)] {
    guard let text = text.map(PromptInjection.removed), !text.isEmpty else { return [] }
    let read = ReadText(text)
    let primary = ArtistKey(ArtistKey.primary(of: artist)).key
    // A cover may leave out the article: ArtistKey strips it from any name.
    let title = TitleKey(title).base
    let parts = [
      (
        "artist",
        [ArtistKey(artist).key] + (primary.contains(" ") ? [primary] : [])
          + aliases.filter { $0.count > 1 }.map { ArtistKey($0).key }
      ),
      ("title", [title, ArtistKey(title).key]),
    ]
    return parts.compactMap { part, keys in
      keys.first { names($0, in: read) }.map { (part, quoted($0, in: text)) }
    }
  }

  /// The pieces of the text that hold a folded name, as printed on the cover; the name itself where they can't be told
  /// (spaced letters, scripts without blanks).
  private static func quoted(_ key: String, in text: String) -> String {
    func words(_ folded: String) -> [Substring] { folded.split(separator: " ").filter { $0 != "and" } }
    let pieces = text.split(whereSeparator: \.isWhitespace).map { (text: $0, words: words(Fold.key(String($0)))) }
    let wanted = words(key)
    for start in pieces.indices {
      var words: [Substring] = []
      for end in start..<pieces.count {
        words += pieces[end].words
        if words == wanted { return pieces[start...end].map(\.text).joined(separator: " ") }
        if words.count >= wanted.count || !wanted.starts(with: words) { break }
      }
    }
    return key
  }

  private static func names(_ key: String, in read: ReadText) -> Bool {
    guard !key.isEmpty else { return false }
    // Symbols alone (+, ÷, !!!) have no words: only where the text has nothing but them on a line is it their name.
    guard key.unicodeScalars.contains(where: \.isWordPart) else { return read.symbolLines.contains(key) }
    let words = key.split(separator: " ").filter { $0 != "and" }
    guard !words.isEmpty, !words.allSatisfy({ tooCommon.contains($0) }), !GenericTitles.contain(key) || isNumber(key)
    else { return false }
    if words.contains(where: { $0.unicodeScalars.contains(where: \.isOfUnspacedScript) }) {
      let compact = Fold.compact(key)
      return compact.unicodeScalars.count > 1 ? read.compact.contains(compact) : read.words.contains { $0 == compact }
    }
    return read.contains(words)
  }

  /// A year or a number as a title (1989, 21) says something; `IV` and `Vol. 2` don't.
  private static func isNumber(_ key: String) -> Bool {
    key.utf8.count >= 2 && key.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Words that stand on sleeves whatever the album.
  private static let tooCommon: Set<Substring> = [
    "the", "a", "an", "of", "in", "on", "at", "to", "is", "it", "by", "for", "with", "you", "me", "my", "we", "us", "i",
    "stereo", "mono", "record", "records", "recording", "recordings", "music", "original", "side", "digital", "compact",
    "disc", "disk", "audio", "album", "long", "playing", "high", "fidelity", "hi", "fi", "vinyl", "deluxe", "edition",
    "feat", "featuring", "various", "artists", "artist", "new", "made", "all", "rights", "reserved", "limited",
    "produced",
  ]
}

/// The text of a cover, folded once: all its words, and names set in spaced letters.
struct ReadText {
  let words: [Substring]
  /// As `words`, with runs of single letters joined: `R A D I O H E A D`.
  let joined: [Substring]
  let compact: String
  let symbolLines: Set<String>

  init(_ text: String) {
    let key = Fold.key(text)
    words = key.split(separator: " ").filter { $0 != "and" }
    joined = Self.joiningLetters(words)
    compact = Fold.compact(key)
    symbolLines = Set(text.split(whereSeparator: \.isNewline).map { Fold.key(String($0)) })
  }

  func contains(_ wanted: [Substring]) -> Bool {
    Self.contains(words, wanted) || joined.count != words.count && Self.contains(joined, wanted)
  }

  private static func contains(_ words: [Substring], _ wanted: [Substring]) -> Bool {
    guard words.count >= wanted.count else { return false }
    return (0...(words.count - wanted.count)).contains {
      words[$0] == wanted[0] && words[$0..<($0 + wanted.count)].elementsEqual(wanted)
    }
  }

  static func joiningLetters(_ words: [Substring]) -> [Substring] {
    var joined: [Substring] = []
    var run: [Substring] = []
    func end() {
      if run.count >= 3 { joined.append(Substring(run.joined())) } else { joined += run }
      run = []
    }
    for word in words {
      if word.unicodeScalars.count == 1 {
        run.append(word)
      } else {
        end()
        joined.append(word)
      }
    }
    end()
    return joined
  }
}
