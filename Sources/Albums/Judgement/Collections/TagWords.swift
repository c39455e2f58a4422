/// Converts the texts of tags and sidecars to values; an invalid text gives nil.
package enum TagWords {
  /// The year that a date begins with: four digits, of a time in which there were records.
  package static func year(_ date: String?) -> String? {
    guard let date = Cleaned.text(date, limit: 40) else { return nil }
    let digits = date.prefix(4)
    guard digits.utf8.count == 4, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      date.dropFirst(4).first?.isNumber != true, let year = Int(digits), (1860...2199).contains(year)
    else { return nil }
    return String(digits)
  }

  /// Digits of a barcode, 8 to 14 of them; blanks and dashes are left out.
  package static func barcode(_ text: String?) -> String? {
    let digits = (text ?? "").prefix(40).filter { !" -".contains($0) }
    guard (8...14).contains(digits.utf8.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return digits
  }

  /// An identifier of MusicBrainz: 8-4-4-4-12 hexadecimal digits.
  package static func identifier(_ text: String?) -> MBID? {
    guard let text = Cleaned.text(text, limit: 40) else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
      parts.joined().allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { return nil }
    return MBID(text)
  }

  /// Genres, some of which may stand in one text, apart by semicolons; ten at most.
  package static func genres(_ texts: [String]) -> [String] {
    let all = texts.prefix(20).flatMap { $0.prefix(1000).split(separator: ";") }
    var genres: [String] = []
    for genre in all.compactMap({ Cleaned.text(String($0), limit: 60) }) where !genres.contains(genre) {
      genres.append(genre)
    }
    return Array(genres.prefix(10))
  }

  /// `3`, `3/12`, `03`: a number from 1 to 999.
  package static func number(_ text: String?) -> Int? {
    let digits = (text ?? "").prefix { $0.isASCII && $0.isNumber }
    return digits.utf8.count <= 3 ? Int(digits).flatMap { $0 > 0 ? $0 : nil } : nil
  }

  /// Artist and title of a picture that is called `Artist - Title`; nil for one that is called otherwise.
  package static func album(named stem: String) -> KnownAlbum? {
    guard let dash = stem.firstRange(of: " - ") ?? stem.firstRange(of: " – "),
      let artist = Cleaned.text(String(stem[..<dash.lowerBound])),
      let title = Cleaned.text(String(stem[dash.upperBound...]))
    else { return nil }
    let (name, year) = parted(title)
    return KnownAlbum(artistName: artist, albumTitle: name, releaseYear: year)
  }

  /// `Title (1997)`.
  private static func parted(_ title: String) -> (title: String, year: String?) {
    guard title.hasSuffix(")"), let open = title.unicodeScalars.lastIndex(of: "("),
      let year = year(String(title[title.index(after: open)...].dropLast()))
    else { return (title, nil) }
    let stem = EditionSegment.trimmed(title[..<open])
    return stem.isEmpty ? (title, nil) : (String(stem), year)
  }
}
