/// Finds text about money, rarity, and collecting in a review. Music terms that only sound like it pass ("rare groove",
/// "worth hearing").
enum MoneyTalk {
  /// The tables in `money-talk.txt`: what critics say of music is taken out before talk of money is looked for.
  private static let (money, music): (Phrases, Phrases) = {
    let text = String(decoding: PackageResources.money_talk_txt, as: UTF8.self)
    var lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }[...]
    var lists: [Substring: Substring] = [:]
    while let line = lines.first, let sign = line.firstRange(of: " = ") {
      lists[line[..<sign.lowerBound], default: ""] += "|" + line[sign.upperBound...]
      lines.removeFirst()
    }
    let sections = lines.split(separator: "[music]")
    return (Phrases(sections[0], lists: lists), Phrases(sections[1], lists: lists))
  }()

  /// The words that give it away, as far as they can be told apart; empty for a review about music.
  ///
  /// - Parameter names: of artist, album and tracks: whatever they say, they are names.
  static func found(in text: String, names: [String] = []) -> [String] {
    var words = Words(unquoted(text.prefix(20_000)))
    for name in names { words.hide(name) }
    words.hide(music)
    var found: [String] = []
    var index = 0
    while index < words.texts.count {
      if let length = money.length(at: index, in: words.texts) {
        found.append(words.texts[index..<(index + length)].joined(separator: " "))
        index += length
      } else {
        index += 1
      }
    }
    return found
  }

  /// The text without the sentences that talk of it; nil where none is left.
  /// - Parameter count: goes up by each that is cut.
  static func cut(from text: String, names: [String], _ count: inout Int) -> String? {
    guard !found(in: text, names: names).isEmpty else { return text }
    let sentences = Sentences.of(text, names: names)
    let innocent = sentences.filter { found(in: String($0), names: names).isEmpty }
    let rest = Cleaned.text(innocent.joined(), limit: text.count)
    // Where it takes two sentences to say it, neither is kept.
    let kept = rest.flatMap { found(in: $0, names: names).isEmpty ? $0 : nil }
    count += kept == nil ? sentences.count : sentences.count - innocent.count
    return kept
  }

  /// The text without what stands in quotes and is written as a title: a song may be called "Price Tag".
  private static func unquoted(_ text: Substring) -> String {
    let closing: [Character: Character] = ["\"": "\"", "“": "”", "«": "»", "„": "“"]
    var result = ""
    var rest = text
    while let open = rest.firstIndex(where: { closing[$0] != nil }) {
      result += rest[..<open]
      let inside = rest[rest.index(after: open)...]
      let close = inside.prefix(80).firstIndex(of: closing[rest[open]]!)
      let quoted = close.map { inside[..<$0] }
      if let close, let quoted, isTitle(quoted) {
        result += " "
        rest = inside[inside.index(after: close)...]
      } else {
        result += " "
        rest = inside
      }
    }
    return result + rest
  }

  /// Whether it is written as titles are.
  static func isTitle(_ quoted: Substring) -> Bool {
    let words = quoted.split(separator: " ")
    guard (1...8).contains(words.count), !quoted.contains(where: \.isCurrencySymbol) else { return false }
    let small: Set<Substring> = ["a", "an", "the", "of", "in", "on", "for", "to", "and", "is", "it", "at", "by", "or"]
    return words[0].first?.isLowercase == false
      && words.allSatisfy { $0.first?.isLowercase == false || small.contains($0) }
  }
}

/// A text's words in lower case without apostrophes; "." for what ends a sentence, "$" for a currency's sign.
private struct Words {
  private(set) var texts: [String] = []
  private var capitals: [Bool] = []

  init(_ text: String) {
    var word = ""
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      if character.isLetter || character.isNumber {
        word.append(character)
      } else if "'’‘ʼ´`".contains(character) {
        continue
      } else if character.isCurrencySymbol {
        let afterNext = index + 2 < characters.count ? characters[index + 2] : " "
        if next.isNumber || word.last?.isNumber == true || next == " " && afterNext.isNumber
          || word.isEmpty && next == character
        {
          end(&word)
          append("$")
        } else if !word.isEmpty {
          // Ke$ha has no price.
          word += "s"
        }
      } else if character == "+", !word.isEmpty {
        word += "+"
      } else if ".,".contains(character), word.last?.isNumber == true, next.isNumber {
        continue
      } else {
        end(&word)
        if ".!?…;".contains(character), texts.last != "." { append(".") }
      }
    }
    end(&word)
  }

  /// Takes a name out wherever it is written as one: `Rare` is a title, `rare` is not.
  mutating func hide(_ name: String) {
    let name = Words(name)
    let range = name.texts.firstIndex { $0 != "." }.map { $0...name.texts.lastIndex { $0 != "." }! }
    guard let range, range.count <= texts.count else { return }
    for start in 0...(texts.count - range.count) where texts[start] == name.texts[range.lowerBound] {
      let end = start + range.count
      guard texts[start..<end].elementsEqual(name.texts[range]) else { continue }
      guard zip(capitals[start..<end], name.capitals[range]).allSatisfy({ $0 || !$1 }) else { continue }
      for index in start..<end { texts[index] = Self.hidden }
    }
  }

  mutating func hide(_ phrases: Phrases) {
    for start in texts.indices {
      guard let length = phrases.length(at: start, in: texts) else { continue }
      for index in start..<(start + length) { texts[index] = Self.hidden }
    }
  }

  /// No phrase has it.
  private static let hidden = "¤"

  private mutating func append(_ text: String) {
    texts.append(text.lowercased())
    capitals.append(text.first?.isLowercase == false)
  }

  private mutating func end(_ word: inout String) {
    if !word.isEmpty { append(word) }
    word = ""
  }
}
