/// What the text in a photo tells about the side of a record that it shows.
///
/// A front must never be taken for a back: it would lose its own result. So only what fronts don't have counts: numbered
/// lists, durations, sides, and the small print of labels.
package struct SleeveText: Equatable, Sendable {
  /// Nil if it may be a front.
  package let side: PhotoSide?
  /// Whether it is certainly no front.
  package let isClear: Bool
  /// The lines that name a track, folded, without their numbers and durations.
  let trackLines: [String]
  /// All lines, folded.
  let lines: [String]

  package init(_ printed: PrintedText) {
    let entries = printed.lines.filter { $0.confidence >= Self.leastConfidence }.map { Entry($0.text) }
    lines = entries.map(\.folded)
    trackLines = entries.filter { $0.number != nil || $0.hasDuration }.map(\.folded).filter { $0.count > 2 }
    let numbers = Self.consecutive(entries.compactMap(\.number))
    let durations = entries.count(where: \.hasDuration)
    let sides = entries.count(where: \.isSide)
    let imprints = Set(entries.flatMap(\.imprints))
    let isList = numbers >= 4 || durations >= 4 || (numbers >= 3 && durations >= 3)
    let isImprint = imprints.contains(.rim) || imprints.contains(.society)
    if isImprint, sides > 0 || imprints.contains(.speed), entries.count <= Self.mostOnLabel, numbers < 8 {
      (side, isClear) = (.label, true)
    } else if isList || (sides > 0 && entries.count >= 8 && !imprints.isEmpty) || sides > 1 && entries.count >= 8
      || imprints.count >= 3 && entries.count >= 10
    {
      (side, isClear) = (.back, true)
    } else if Self.isStrip(printed.lines) {
      (side, isClear) = (.spine, false)
    } else if entries.count >= Self.fewestOfInner {
      (side, isClear) = (.inner, false)
    } else {
      (side, isClear) = (nil, false)
    }
  }

  /// Nothing was read.
  package init() {
    (side, isClear, trackLines, lines) = (nil, false, [], [])
  }

  private static let leastConfidence = 0.6
  private static let mostOnLabel = 30
  private static let fewestOfInner = 30

  /// How many of these numbers stand beside one that is one more or less, if they begin at the beginning; the reader may
  /// miss one.
  private static func consecutive(_ numbers: [Int]) -> Int {
    let all = Set(numbers)
    guard let first = all.min(by: { $0 % 100 < $1 % 100 }), first % 100 <= 2 else { return 0 }
    return all.count { all.contains($0 - 1) || all.contains($0 + 1) }
  }

  /// All text stands in one narrow strip.
  private static func isStrip(_ lines: [PrintedText.Line]) -> Bool {
    let corners = lines.flatMap(\.corners)
    guard lines.count <= 5, let left = corners.map(\.x).min(), let right = corners.map(\.x).max(),
      let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max()
    else { return false }
    return max(right - left, bottom - top) > 0.6 && min(right - left, bottom - top) < 0.08
  }

  /// A line as a list may have it.
  private struct Entry {
    let folded: String
    /// Of a track: 1 to 40; on a record's second side, more than 100, and so on.
    let number: Int?
    let hasDuration: Bool
    let isSide: Bool
    let imprints: Set<Imprint>

    init(_ text: String) {
      var rest = text[...]
      var number: Int?
      if let match = rest.prefixMatch(of: Self.leadingNumber), let count = Int(match.2), 1...40 ~= count {
        let side = match.1.flatMap { $0.uppercased().first?.asciiValue }.map { Int($0) - 0x40 } ?? 0
        number = side * 100 + count
        rest = rest[match.range.upperBound...]
      }
      if let match = rest.firstMatch(of: Self.duration) {
        hasDuration = true
        rest = rest[..<match.range.lowerBound]
      } else {
        hasDuration = false
      }
      self.number = number
      folded = Fold.key(String(rest))
      let whole = Fold.key(text)
      isSide = whole.wholeMatch(of: Self.nameOfSide) != nil
      imprints = Imprint.found(in: whole, text)
    }

    // Compiled once, and not for each line. Regular expressions never change, although they aren't declared Sendable.
    nonisolated(unsafe) private static let leadingNumber =
      /\s*([A-Fa-f])?\s?(\d{1,2})(?:\s*[.):\-–]\s*|\s+)(?=\p{L}[^\d]*\p{L})/
    nonisolated(unsafe) private static let duration = /\(?\b\d{1,2}[:.'’´]\s?[0-5]\d\b["”]?\)?\s*$/
    nonisolated(unsafe) private static let nameOfSide =
      /(?:side|seite|face|lado|lato|kant|sida|puoli|strona) ?(?:a|b|c|d|[1-4]|one|two|three|four|i|ii|eins|zwei|uno|due|dos|un|deux)\b.{0,12}/
  }

  /// The small print of backs and labels.
  private enum Imprint {
    case phonogram, rights, made, distributed, produced, rim, society, speed, published

    static func found(in folded: String, _ text: String) -> Set<Imprint> {
      var found = Set(inFolded.filter { folded.contains($0.value) }.keys)
      if text.contains(phonogramMark) { found.insert(.phonogram) }
      if text.contains("33⅓") { found.insert(.speed) }
      return found
    }

    // As in `Entry`.
    nonisolated(unsafe) private static let inFolded: [Imprint: Regex<Substring>] = [
      .rights: /\ball rights\b|\brights reserved\b|\balle rechte\b/,
      .made: /\b(?:made|printed|manufactured|pressed) (?:in|by)\b/,
      .distributed: /\b(?:distributed|marketed|vertrieb) (?:by|durch)\b/,
      .produced: /\b(?:produced|engineered|mixed|mastered|recorded|arranged) (?:by|at)\b/,
      .published: /\bpublished by\b|\bpublishing\b/,
      .rim: /\bunauthori[sz]ed\b|\bpublic performance\b|\bbroadcasting\b|\bmanufacturer and\b/,
      .society: /\b(?:gema|biem|sacem|stemra|mcps|jasrac|siae|sgae|ncb)\b/,
      .speed: /\b(?:33|45) ?(?:1 ?3)? ?(?:rpm|u ?min|tours|giri)\b|\b33 1 3\b/,
    ]
    nonisolated(unsafe) private static let phonogramMark =
      /(?:[℗©]|\([pPcC]\))\s?&?\s?(?:[℗©]|\([pPcC]\))?\s?(?:19|20)\d\d/
  }
}

extension SleeveText {
  /// How many of an album's tracks the text names.
  func tracks(of titles: [String]) -> Int {
    titles.count { title in
      let key = Fold.key(title)
      let name = Array(key)
      guard name.count > 3 else { return false }
      return lines.contains { line in
        if line.contains(key) { return true }
        // What hardly begins alike isn't worth being compared letter by letter.
        guard abs(line.count - name.count) < 8, Self.beginAlike(key, line) else { return false }
        let text = Array(line)
        let starts = Set(text.indices.filter { $0 == 0 || text[$0 - 1] == " " })
        guard let found = EditDistance.nearest(name, in: text, starts: starts) else { return false }
        return found.cost <= Double(name.count) * 0.2
      }
    }
  }

  /// Whether two of their words begin with the same two letters.
  private static func beginAlike(_ one: String, _ other: String) -> Bool {
    let starts = other.split(separator: " ").map { $0.prefix(2) }
    return one.split(separator: " ").contains { starts.contains($0.prefix(2)) }
  }
}
