internal import Albums
internal import FoundationEssentials

/// The searches for an album, from the strictest to the most tolerant. The first one with a result ends the search.
enum FallbackQueries {
  struct Query: Equatable, Sendable {
    enum Entity: String, Sendable {
      case release
      case releaseGroup = "release-group"
      case artist
    }

    var entity: Entity
    var query: String
    /// Uses the parser for raw text, which accepts any word anywhere.
    var isForgiving = false
  }

  static func queries(for query: CatalogQuery) -> [Query] {
    var queries: [Query] = []
    if let barcode = query.barcode.flatMap(barcode) {
      queries.append(Query(entity: .release, query: "barcode:\(barcode)"))
    }
    let artist = query.artistName.flatMap { Lucene.phrase("artist", $0) }
    guard let title = query.albumTitle.map({ TitleKey($0).stem }) else {
      if let words = query.text.flatMap(Lucene.words) {
        queries.append(Query(entity: .release, query: words, isForgiving: true))
      }
      return queries
    }
    guard let release = Lucene.phrase("release", title) else {
      // For titles such as `+` or `( )`: the index has no words for them, so go through the artist's albums.
      if let artist { queries.append(Query(entity: .releaseGroup, query: artist + " AND primarytype:album")) }
      return queries
    }
    let names = [release, artist].compactMap { $0 }.joined(separator: " AND ")
    queries.append(Query(entity: .release, query: names + " AND status:official"))
    queries.append(Query(entity: .release, query: names))
    // A release may have another title than its group, whose index entry has all its names.
    let group = [Lucene.phrase("releasegroup", title), artist].compactMap { $0 }.joined(separator: " AND ")
    queries.append(Query(entity: .releaseGroup, query: group))
    let alike = [Lucene.fuzzy("release", title), query.artistName.flatMap { Lucene.fuzzy("artistname", $0) }]
    queries.append(Query(entity: .release, query: alike.compactMap { $0 }.joined(separator: " AND ")))
    // The artist may be credited under another name. The index doesn't cover those names, but the answers contain them.
    if query.artistName != nil { queries.append(Query(entity: .release, query: release)) }
    return queries
  }

  /// The search for an album's release groups; nil if there is nothing to search for.
  /// - Parameter artist: nil for albums of this title by anybody.
  static func group(titled title: String, by artist: String?) -> String? {
    let group = Lucene.phrase("releasegroup", TitleKey(title).stem)
    guard let artist else { return group }
    guard let artist = Lucene.phrase("artist", artist) else { return nil }
    guard let group else { return artist + " AND primarytype:album" }
    return "\(group) AND \(artist)"
  }

  /// The search for the text printed on a sleeve; nil if there is nothing to search for.
  static func query(for question: PrintedQuestion) -> Query? {
    let query: String?
    switch question {
    case .words(let words):
      let any = Lucene.alike(words, joint: " ")
      query = any.map { "releasegroup:(\($0)) AND artist:(\($0))" }
    case .names(let names):
      query = any(of: names).map { "(artist:(\($0)) OR releasegroup:(\($0))) AND primarytype:(album OR ep)" }
    case .albums(let artist): query = artist.isValid ? "arid:\(artist) AND primarytype:(album OR ep)" : nil
    case .aliases(let names):
      return any(of: names).map { Query(entity: .artist, query: "alias:(\($0)) OR sortname:(\($0)) OR artist:(\($0))") }
    case .catalogNumber(let number, let words):
      // The index drops blanks and separators. What is only wished for decides which of many come first.
      let label = Lucene.alike(words, joint: " ").map { " label:(\($0))" }
      return Lucene.phrase("catno", number.printed).map { Query(entity: .release, query: "+\($0)\(label ?? "")") }
    }
    return query.map { Query(entity: .releaseGroup, query: $0) }
  }

  /// Matches any of several names, each with all its words.
  private static func any(of names: [[String]]) -> String? {
    let parts = names.prefix(3).compactMap { Lucene.alike($0, joint: " AND ") }.map { "(\($0))" }
    return parts.isEmpty ? nil : parts.joined(separator: " OR ")
  }

  /// A barcode as the index has it: without spaces and leading zeros. Nil if it isn't a barcode.
  private static func barcode(_ text: String) -> Substring? {
    let digits = text.filter { !$0.isWhitespace && $0 != "-" }
    guard (8...14).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    let significant = digits.drop { $0 == "0" }
    return significant.isEmpty ? nil : significant
  }
}

/// Formats values for MusicBrainz's search, in Lucene's syntax (MusicBrainz API, Search).
enum Lucene {
  /// In characters; longer than any name. Untrusted values can be of any length.
  static let longest = 200

  private static let special: Set<Character> = [
    "+", "-", "&", "|", "!", "(", ")", "{", "}", "[", "]", "^", "\"", "~", "*", "?", ":", "\\", "/",
  ]

  /// `field:"some words"`; nil if there is nothing to search for. In quotation marks, only two characters are special.
  static func phrase(_ field: String, _ value: String) -> String? {
    let text = plain(value)
    guard text.contains(where: isSearchable) else { return nil }
    return "\(field):\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// `field:(some~ words~)`: any of the words, or one with a similar spelling.
  static func fuzzy(_ field: String, _ value: String) -> String? {
    let words = plain(value).split(separator: " ").filter { $0.contains(where: isSearchable) }.prefix(8)
    guard !words.isEmpty else { return nil }
    return "\(field):(\(words.map { escaped(String($0)) + "~" }.joined(separator: " ")))"
  }

  /// Words that may be misread: a long word may differ in two letters, a short one in none, like the index's own
  /// limits.
  static func alike(_ words: [String], joint: String) -> String? {
    let words = words.prefix(12).map { plain($0) }.filter { $0.contains(where: isSearchable) && !$0.contains(" ") }
    guard !words.isEmpty else { return nil }
    return words.map { word in
      if word.contains(where: isUnspaced) { return pairs(of: word) }
      let fuzz = word.allSatisfy(\.isNumber) || word.count < 4 ? "" : word.count < 6 ? "~1" : "~2"
      return escaped(String(word.prefix(40))) + fuzz
    }.joined(separator: joint)
  }

  /// Any two letters side by side of a word in a script without blanks: the index has each letter for itself (Lucene's classic
  /// tokenizer), so that one that was misread would keep a whole phrase from being found.
  private static func pairs(of word: String) -> String {
    let letters = Array(word.prefix(12))
    let pairs = letters.count < 3 ? [word] : zip(letters, letters.dropFirst()).map { "\($0)\($1)" }
    return "(\(pairs.map { "\"\($0)\"" }.joined(separator: " ")))"
  }

  /// Kana and Han.
  private static func isUnspaced(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { (0x3041...0x30FF).contains($0.value) || (0x3400...0x9FFF).contains($0.value) }
      ?? false
  }

  /// A value outside quotation marks, with each special character escaped by a backslash.
  static func escaped(_ value: String) -> String {
    String(value.flatMap { special.contains($0) ? ["\\", $0] : [$0] })
  }

  /// Text without any syntax, for the forgiving parser: special characters become spaces.
  static func words(_ text: String) -> String? {
    let bare = String(String.UnicodeScalarView(text.unicodeScalars.prefix(8 * longest).filter { !isVowelPoint($0) }))
    let words = plain(String(bare.prefix(2 * longest).map { special.contains($0) ? " " : $0 })).split(separator: " ")
    return words.contains { $0.contains(where: isSearchable) } ? words.joined(separator: " ") : nil
  }

  /// Lowercase, because AND, OR, and NOT are operators; on one line; limited in length.
  private static func plain(_ value: String) -> String {
    let gaps: (Character) -> Bool = { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } }
    return String(
      value.prefix(2 * longest).lowercased().split(whereSeparator: gaps).joined(separator: " ").prefix(longest))
  }

  /// Hebrew points, Arabic vowel signs, and the tatweel: they are on sleeves, but seldom in catalogs.
  private static func isVowelPoint(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x640, 0x64B...0x652, 0x670: true
    case 0x591...0x5C7: scalar.properties.generalCategory == .nonspacingMark
    default: false
    }
  }

  /// The index contains only words, without punctuation.
  private static func isSearchable(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || (!character.isASCII && !character.isPunctuation)
  }
}
