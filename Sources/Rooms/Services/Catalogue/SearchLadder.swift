internal import Albums

/// The searches for an album, from the strictest to the most tolerant. The first one with a result ends the search.
enum SearchLadder {
  struct Rung: Equatable, Sendable {
    enum Entity: String, Sendable {
      case release
      case releaseGroup = "release-group"
    }

    var entity: Entity
    var query: String
    /// The parser for raw text, which takes any word anywhere.
    var isForgiving = false
  }

  static func rungs(for query: CatalogueQuery) -> [Rung] {
    var rungs: [Rung] = []
    if let barcode = query.barcode.flatMap(barcode) {
      rungs.append(Rung(entity: .release, query: "barcode:\(barcode)"))
    }
    let artist = query.artistName.flatMap { Lucene.phrase("artist", $0) }
    guard let title = query.albumTitle.map({ TitleKey($0).stem }) else {
      if let words = query.text.flatMap(Lucene.words) {
        rungs.append(Rung(entity: .release, query: words, isForgiving: true))
      }
      return rungs
    }
    guard let release = Lucene.phrase("release", title) else {
      // `+` or `( )`: the index has no such words, but the artist's albums can be gone through.
      if let artist { rungs.append(Rung(entity: .releaseGroup, query: artist + " AND primarytype:album")) }
      return rungs
    }
    let names = [release, artist].compactMap { $0 }.joined(separator: " AND ")
    rungs.append(Rung(entity: .release, query: names + " AND status:official"))
    rungs.append(Rung(entity: .release, query: names))
    // A release may be titled otherwise than its group, which goes by all the names it has.
    let group = [Lucene.phrase("releasegroup", title), artist].compactMap { $0 }.joined(separator: " AND ")
    rungs.append(Rung(entity: .releaseGroup, query: group))
    let alike = [Lucene.fuzzy("release", title), query.artistName.flatMap { Lucene.fuzzy("artistname", $0) }]
    rungs.append(Rung(entity: .release, query: alike.compactMap { $0 }.joined(separator: " AND ")))
    // An artist may go by another name: the index doesn't look for those, but its answers have them.
    if query.artistName != nil { rungs.append(Rung(entity: .release, query: release)) }
    return rungs
  }

  /// The search for the groups of an album; nil where there is nothing to look for.
  static func group(titled title: String, by artist: String) -> String? {
    let stem = TitleKey(title).stem
    guard let artist = Lucene.phrase("artist", artist) else { return nil }
    guard let group = Lucene.phrase("releasegroup", stem) else { return artist + " AND primarytype:album" }
    return "\(group) AND \(artist)"
  }

  /// The search for what is printed on a sleeve; nil where there is nothing to look for.
  static func rung(for question: PrintedQuestion) -> Rung? {
    let query: String?
    switch question {
    case .words(let words):
      let any = Lucene.alike(words, joint: " ")
      query = any.map { "releasegroup:(\($0)) AND artist:(\($0))" }
    case .names(let names):
      query = any(of: names).map { "(artist:(\($0)) OR releasegroup:(\($0))) AND primarytype:(album OR ep)" }
    case .albums(let artist): query = artist.isValid ? "arid:\(artist) AND primarytype:(album OR ep)" : nil
    }
    return query.map { Rung(entity: .releaseGroup, query: $0) }
  }

  /// Any of several names, all words of it.
  private static func any(of names: [[String]]) -> String? {
    let parts = names.prefix(3).compactMap { Lucene.alike($0, joint: " AND ") }.map { "(\($0))" }
    return parts.isEmpty ? nil : parts.joined(separator: " OR ")
  }

  /// As the index has it: without blanks and leading zeros. Nil for what is no barcode.
  private static func barcode(_ text: String) -> Substring? {
    let digits = text.filter { !$0.isWhitespace && $0 != "-" }
    guard (8...14).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    let significant = digits.drop { $0 == "0" }
    return significant.isEmpty ? nil : significant
  }
}
