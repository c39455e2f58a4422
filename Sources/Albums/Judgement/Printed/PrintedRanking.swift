/// Ranks albums by all the text on a sleeve.
package enum PrintedRanking {
  package static func ranking(of albums: [CatalogAlbum], for printed: PrintedText) -> Ranking {
    ranking(of: albums, for: PrintedLines(printed))
  }

  static func ranking(of albums: [CatalogAlbum], for lines: PrintedLines) -> Ranking {
    var best: [MBID: (match: Match, place: Int)] = [:]
    for (place, album) in albums.enumerated() where best[album.releaseGroup] == nil {
      best[album.releaseGroup] = (match(album, for: lines), place)
    }
    let sorted = best.values.sorted { ($0.match.rank, $0.place) < ($1.match.rank, $1.place) }
    return Ranking(sorted.map(\.match))
  }

  /// The words that name the album, part by part; nil where neither name was read.
  package static func evidence(
    for artistName: String, _ title: String, aliases: [String] = [], in printed: PrintedText
  ) -> Evidence? {
    let lines = PrintedLines(printed)
    let names = [
      ("artist", artist(named: artistName, aliases: aliases, in: lines)), ("title", self.title(title, in: lines)),
    ].filter { $0.1.isRead && !isByChance($0.1, in: lines) }
    guard !names.isEmpty else { return nil }
    return .text(
      matched: names.map(\.0), words: names.map { Cleaned.text(lines.quote($0.1.words), limit: 200) ?? $0.0 })
  }

  /// How many albums come into question.
  package static let mostContenders = 5
  /// How many of an artist whose name is all that could be read.
  package static let mostOfArtist = 20

  /// The albums whose artwork is worth being compared, likeliest first: of each a name was read, much of both, or its catalog
  /// number.
  package static func contenders(in ranking: Ranking, most: Int = mostContenders) -> [Match] {
    Array(
      ranking.matches.filter {
        $0.titleLevel > 0 || $0.artistLevel > 0 || $0.catalogNumber != nil || $0.sum < 0.6
      }.prefix(most))
  }

  /// How much of what is printed the names of an album are, as far as they were read: 0…1.
  static func prominence(of album: CatalogAlbum, in printed: PrintedText) -> Double {
    let lines = PrintedLines(printed)
    let names = [artist(of: album, in: lines), title(of: album, in: lines)].filter(\.isRead)
    return weight(of: names.reduce(into: []) { $0.formUnion($1.words) }, in: lines)
  }

  static func match(_ album: CatalogAlbum, for lines: PrintedLines) -> Match {
    var artist = artist(of: album, in: lines)
    var title = self.title(of: album, in: lines)
    let named = artist.words.union(title.words)
    artist.doubt(unless: named, fillLinesOf: lines)
    title.doubt(unless: named, fillLinesOf: lines)
    var penalties: [Penalty] = []
    if artist.share < 0.99 { penalties.append(.artistHalfRead(rounded(artist.share))) }
    if title.share < 0.99 { penalties.append(.titleHalfRead(rounded(title.share))) }
    if artist.isRead, title.isRead {
      // The same words can't be both names.
      if title.words.isSubset(of: artist.words) || artist.words.isSubset(of: title.words) {
        penalties.append(.titleIsOnlyTheArtist)
      }
      if named.reduce(0, { $0 + UnspacedText.letters(in: lines.words[$1].text) }) < fewestLetters {
        penalties.append(.namesAreShort)
      }
    }
    let unexplained = 1 - weight(of: named, in: lines)
    if unexplained > 0.01 { penalties.append(.textUnexplained(rounded(unexplained))) }
    let kind = Matcher.kindPenalties(of: album, title: lines.words.map(\.text).joined(separator: " "))
    // An album whose names both stand there is what they say, live or not; but its title song is a single as well.
    let bothRead = artist.isRead && title.isRead
    penalties += kind.filter { penalty in
      switch penalty {
      case .secondaryType, .notAnAlbum("EP"): !bothRead
      default: true
      }
    }
    let number = lines.numbers.first { album.release(numbered: $0) != nil }
    if number != nil, artist.isRead || title.isRead {
      // The number stands for what couldn't be read, be it one of the names or whatever else there is.
      penalties.removeAll { penalty in
        switch penalty {
        case .artistHalfRead, .titleHalfRead, .textUnexplained, .namesAreShort, .titleIsOnlyTheArtist: true
        default: false
        }
      }
    }
    return Match(
      album: album, penalties: penalties, titleLevel: title.isRead ? 1 : 0, artistLevel: artist.isRead ? 1 : 0,
      catalogNumber: number)
  }

  /// Fewer letters are anybody's.
  private static let fewestLetters = 9

  /// A short word in a long text names nothing.
  private static func isByChance(_ name: PrintedName, in lines: PrintedLines) -> Bool {
    name.words.reduce(0) { $0 + UnspacedText.letters(in: lines.words[$1].text) } < 4
      && weight(of: name.words, in: lines) < 0.2
  }

  static func artist(of album: CatalogAlbum, in lines: PrintedLines) -> PrintedName {
    artist(named: album.artistName, aliases: album.artistAliases ?? [], in: lines)
  }

  private static func artist(named name: String, aliases: [String], in lines: PrintedLines) -> PrintedName {
    let primary = ArtistKey.primary(of: name)
    // Of all spellings in the world, those whose letters are there.
    let spellings = aliases.lazy.filter { UnspacedText.letters(in: $0[...]) > 3 && lines.hasScript(of: $0) }.prefix(10)
    let names = [name, primary] + spellings
    return PrintedName.best(of: distinct(names.map { ArtistKey($0).key }), in: lines)
  }

  /// By the group's title, or by that of a release in the script that was read.
  private static func title(of album: CatalogAlbum, in lines: PrintedLines) -> PrintedName {
    let titles = album.releases.map(\.title).filter { title in
      UnspacedText.isPart(of: title) != UnspacedText.isPart(of: album.title) && lines.hasScript(of: title)
    }
    return ([album.title] + titles.prefix(5)).map { title($0, in: lines) }.max { $0.share < $1.share } ?? .nothing
  }

  private static func title(_ title: String, in lines: PrintedLines) -> PrintedName {
    let base = TitleKey(title).base
    return PrintedName.best(of: distinct([base, ArtistKey(title).key]), in: lines)
  }

  private static func distinct(_ keys: [String]) -> [String] {
    keys.reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
  }

  /// How much of what is printed the words are, lines by their weight: 0…1.
  static func weight(of words: Set<Int>, in lines: PrintedLines) -> Double {
    var (some, all) = (0.0, 0.0)
    for (number, word) in lines.words.enumerated() where !PrintedWords.isSlight(word.text) {
      // Large letters say what it is; small ones say much of everything.
      let line = lines.lines[word.line].weight
      let weight = line * line * line * Double(UnspacedText.letters(in: word.text))
      all += weight
      if words.contains(number) { some += weight }
    }
    return all > 0 ? some / all : 0
  }

  private static func rounded(_ share: Double) -> Double { (share * 1000).rounded() / 1000 }
}

extension Match {
  /// Whether artist and title stand on the sleeve, each in words of its own.
  var hasBothNames: Bool { titleLevel > 0 && artistLevel > 0 && !penalties.contains(.titleIsOnlyTheArtist) }

  /// How much of the title was read on the sleeve: 0…1.
  var titleShare: Double {
    for case .titleHalfRead(let share) in penalties { return share }
    return 1
  }

  /// As `distance`, without its end: what is far away is told apart, too.
  fileprivate var sum: Double { penalties.map(\.weight).reduce(0, +) }

  /// Albums whose catalog number was read come first.
  fileprivate var rank: Double { catalogNumber == nil ? sum : sum - 3 }
}
