/// An artist's name in the form used for comparison: folded, without its article, and with a single name for all
/// spellings of "various artists".
package struct ArtistKey: Hashable, Sendable {
  /// As the catalog credits albums of many.
  package static let variousArtists = "Various Artists"

  package let key: String

  package init(_ name: String) {
    let folded = Fold.key(Self.withoutArticle(name))
    key = Self.various.contains(folded) ? "various artists" : folded
  }

  /// Whether it stands for the artists of a compilation: Various, V.A., Diverse.
  package var isVarious: Bool { key == "various artists" }

  /// The key without blanks: `AC/DC` and `ACDC` agree in it.
  package var compact: String { Fold.compact(key) }

  /// The first of several artists, as written: what stands before `&`, `and`, `feat.`, `with`, a comma.
  package static func primary(of name: String) -> String {
    let name = EditionSegment.trimmed(upright(name))
    var best = name.endIndex
    for separator in separators {
      guard let found = name.firstRange(ofCaseInsensitive: separator, from: name.startIndex) else { continue }
      if found.lowerBound < best, !EditionSegment.trimmed(name[..<found.lowerBound]).isEmpty { best = found.lowerBound }
    }
    return String(EditionSegment.trimmed(name[..<best]))
  }

  /// `Beatles, The` as `The Beatles`.
  package static func upright(_ name: String) -> Substring {
    let name = EditionSegment.trimmed(name[...])
    // By scalars: a step back over a letter with thousands of marks takes time that grows with their square.
    guard let comma = name.unicodeScalars.lastIndex(of: ","), comma > name.startIndex else { return name }
    let article = EditionSegment.trimmed(name[name.index(after: comma)...])
    guard articles.contains(article.lowercased()) else { return name }
    return "\(article) \(EditionSegment.trimmed(name[..<comma]))"
  }

  /// The article that a name begins with, and the rest; nil without one, and for names of articles alone (The The).
  static func parted(_ name: Substring) -> (article: Substring, rest: Substring)? {
    guard let blank = name.firstIndex(where: \.isWhitespace) else { return nil }
    let rest = EditionSegment.trimmed(name[blank...])
    guard articles.contains(name[..<blank].lowercased()), !rest.isEmpty else { return nil }
    return (name[..<blank], rest)
  }

  private static func withoutArticle(_ name: String) -> String {
    let name = upright(name)
    guard let (_, rest) = parted(name), !articles.contains(rest.lowercased()) else { return String(name) }
    return String(rest)
  }

  static let articles: Set<String> = ["the", "a", "an"]

  private static let various: Set<String> = [
    "various", "various artist", "various artists", "va", "v a", "various performers", "various interprets",
    "verschiedene",
    "verschiedene interpreten", "diverse", "diverse interpreten", "varios artistas", "varios", "artistes divers",
    "artisti vari", "varios interpretes", "multiple artists", "compilation various artists", "various artist s",
    "artistes varies", "artisti diversi", "blandade artister", "vvaa", "vv aa",
  ]

  private static let separators = [
    " & ", " and ", " feat ", " feat. ", " featuring ", " ft ", " ft. ", " with ", " + ", " / ", " vs ", " vs. ", ", ",
    "; ", " (feat", " (ft", " [feat", " [ft", " ＆ ", "、",
  ]
}

extension StringProtocol {
  /// The first place where `ascii`, in lower case, stands.
  func firstRange(ofCaseInsensitive ascii: String, from start: Index) -> Range<Index>? {
    let wanted = Array(ascii.utf8)
    let bytes = self.utf8
    var index = start
    while index < bytes.endIndex {
      if bytes[index] | 0x20 == wanted[0] | 0x20,
        let end = bytes.index(index, offsetBy: wanted.count, limitedBy: bytes.endIndex)
      {
        let same = zip(bytes[index..<end], wanted).allSatisfy { byte, want in
          byte == want || (0x41...0x5A).contains(byte) && byte + 0x20 == want
        }
        if same { return index..<end }
      }
      index = bytes.index(after: index)
    }
    return nil
  }
}

extension ArtistKey {
  /// How well two artists' names match: 1 equal · 2 equal without spaces · 3 one is the first of the other's several
  /// artists · 0 not at all. Full names are compared before any is split.
  package static func level(_ a: String, _ b: String) -> Int {
    let keyA = ArtistKey(a)
    let keyB = ArtistKey(b)
    guard !keyA.key.isEmpty, !keyB.key.isEmpty else { return 0 }
    if keyA == keyB { return 1 }
    if keyA.compact == keyB.compact { return 2 }
    let primaryA = ArtistKey(primary(of: a))
    let primaryB = ArtistKey(primary(of: b))
    return primaryA.compact == keyB.compact || keyA.compact == primaryB.compact ? 3 : 0
  }
}
