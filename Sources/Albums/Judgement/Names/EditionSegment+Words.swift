/// The words that name editions. A segment that contains any other word is part of the title: `Taylor's Version`, `X
/// Cert`, `Blue Album`, `Live`.
extension EditionSegment {
  /// Whether a segment of a title names an edition or one disc of several.
  ///
  /// Behind a dash or a colon the word must leave no doubt: `Tron: Legacy` is another album.
  static func nameEdition(_ segment: Substring, inBrackets: Bool) -> Bool {
    guard segment.utf8.count <= 160 else { return false }
    // Re-issue and re-mastered are one word.
    let words = " \(Fold.key(String(segment)))".replacing(" re ", with: " re").split(separator: " ")
    guard !words.isEmpty else { return false }
    if nameDisc(segment) { return true }
    guard words.allSatisfy({ plain.contains($0) || named.contains($0) || filler.contains($0) || isCount($0) })
    else { return false }
    if words.contains(where: named.contains) { return true }
    guard inBrackets else { return false }
    return words.contains { plain.contains($0) || isMediaCount($0) }
      || words.contains("mix") && words.contains(where: isYear)
  }

  /// Whether a segment of a title names one disc of several, and nothing else.
  static func nameDisc(_ segment: Substring) -> Bool {
    guard segment.utf8.count <= 160 else { return false }
    return isDiscMarker(Fold.key(String(segment)).split(separator: " ")) || isTitledDisc(segment)
  }

  /// `disc 2`, `cd1`, `disk two of three`, `2 cd`, `3 discs`.
  static func isDiscMarker(_ words: [Substring]) -> Bool {
    guard let first = words.first, words.count <= 4 else { return false }
    if words.count == 1 { return isNumberedDisc(first) || isMediaCount(first) }
    if discs.contains(first), isNumber(words[1]) {
      return words.count == 2 || words.count == 4 && words[2] == "of" && isNumber(words[3])
    }
    return words.count == 2 && isNumber(first) && media.contains(words[1])
  }

  /// Words that leave no doubt.
  private static let named: Set<Substring> = [
    "deluxe", "edition", "editions", "remaster", "remasters", "remastered", "remastering", "reissue", "reissued",
    "anniversary", "repress", "repressing",
  ]

  /// Words that name an edition in brackets, and might be a subtitle elsewhere.
  private static let plain: Set<Substring> = [
    "special", "legacy", "mono", "monaural", "stereo", "bonus", "expanded", "extended", "explicit", "limited",
    "enhanced",
    "collectors", "collector", "quadraphonic", "digipak", "digipack", "import", "sacd", "xrcd", "hdcd", "restored",
  ]

  /// Words that may stand beside them.
  private static let filler: Set<Substring> = [
    "a", "an", "and", "the", "of", "in", "on", "for", "with", "plus", "super", "new", "newly", "original", "version",
    "recording", "recordings", "album", "mix", "master", "masters", "mastered", "digital", "digitally", "analog",
    "audio",
    "bit", "khz", "gram", "hi", "high", "res", "resolution", "definition", "hd", "half", "speed", "vinyl", "disc",
    "discs",
    "disk", "disks", "cd", "cds", "dvd", "lp", "lps", "ep", "track", "tracks", "material", "content", "year", "years",
    "yr", "tour", "gold", "golden", "silver", "diamond", "platinum", "ultimate", "complete", "definitive",
    "standard", "classic", "premium", "exclusive", "clean", "international", "domestic", "worldwide", "hybrid", "shm",
    "series", "format", "reissues", "release", "released",
    // Countries.
    "uk", "us", "usa", "u", "k", "s", "eu", "european", "europe", "british", "english", "american", "canada",
    "canadian",
    "japan", "japanese", "german", "germany", "french", "france", "italian", "italy", "spanish", "spain", "dutch",
    "swedish", "australia", "australian", "asia", "asian", "korea", "korean", "brazil", "brazilian", "mexican",
    // Ordinals.
    "first", "second", "third", "fifth", "tenth", "fifteenth", "twentieth", "twenty", "thirtieth", "thirty", "fortieth",
    "forty", "fiftieth", "fifty", "sixtieth", "fifteen", "ten", "five",
  ]

  private static let discs: Set<Substring> = ["disc", "disk", "cd", "dvd"]
  private static let media: Set<Substring> = [
    "disc", "discs", "disk", "disks", "cd", "cds", "lp", "lps", "dvd", "dvds",
  ]
  static let numbers: [Substring: Int] = ["one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6]

  private static func isNumber(_ word: Substring) -> Bool {
    numbers[word] != nil || (1...2).contains(word.utf8.count) && word.utf8.allSatisfy(isDigit)
  }

  /// `2011`, `25`, `35th`, `2cd`, `180g`.
  private static func isCount(_ word: Substring) -> Bool {
    let digits = word.utf8.prefix(while: isDigit)
    guard !digits.isEmpty, digits.count <= 4 else { return false }
    if digits.count == 4 { return isYear(word) }
    return ["", "st", "nd", "rd", "th", "g", "gr", "bit"].contains(word.dropFirst(digits.count)) || isMediaCount(word)
      || isNumberedDisc(word)
  }

  private static func isYear(_ word: Substring) -> Bool {
    word.utf8.count == 4 && word.utf8.allSatisfy(isDigit) && (word.hasPrefix("19") || word.hasPrefix("20"))
  }

  /// `2cd`, `3lp`.
  private static func isMediaCount(_ word: Substring) -> Bool {
    let digits = word.utf8.prefix(while: isDigit).count
    return (1...2).contains(digits) && media.contains(word.dropFirst(digits))
  }

  /// `cd1`, `disc12`. Not `lp2`, by which bands number their self-titled albums.
  private static func isNumberedDisc(_ word: Substring) -> Bool {
    discs.contains { word.hasPrefix($0) && isNumber(word.dropFirst($0.count)) }
  }

  /// `disc 2: The Love Below`.
  private static func isTitledDisc(_ segment: Substring) -> Bool {
    guard let colon = segment.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return false }
    return isDiscMarker(Fold.key(String(segment[..<colon])).split(separator: " "))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
