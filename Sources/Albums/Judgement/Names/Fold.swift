/// Reduces a name to a form in which all its spellings are equal.
///
/// Accents are removed only where they modify a letter, and symbols only if words remain.
enum Fold {
  /// Words in lower case, apart by one blank; for a name without letters and digits its symbols without blanks.
  /// Empty only for a name that has nothing to see.
  static func key(_ name: String) -> String {
    let visible = name.unicodeScalars.filter {
      !$0.isInvisible && !$0.isQuote && !isTrademark($0) && !$0.isLengthening
    }
    let scalars = plainLetters(String(String.UnicodeScalarView(visible)).decomposed)
    guard scalars.contains(where: \.isWordPart) else { return symbols(of: name) }
    let words = words(in: scalars).map { american[$0] ?? $0 }
    return words.joined(separator: " ").composed
  }

  /// The key without its blanks; digits that were apart stay apart, since `2 0` is not 20.
  static func compact(_ key: String) -> String {
    var compact = ""
    var blank = false
    for character in key {
      if character == " " {
        blank = true
        continue
      }
      if blank, character.isNumber, compact.last?.isNumber == true { compact.append(" ") }
      blank = false
      compact.append(character)
    }
    return compact
  }

  /// Lower case letters without accents, compatibility forms resolved; everything else as it was.
  static func plainLetters(_ decomposed: String) -> [Unicode.Scalar] {
    var plain: [Unicode.Scalar] = []
    plain.reserveCapacity(decomposed.utf8.count)
    var base: Unicode.Scalar?
    for scalar in decomposed.unicodeScalars {
      if scalar.isASCII {
        base = scalar
        plain.append(scalar.isLetter ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
        continue
      }
      if scalar.isMark {
        // A mark on a letter of another script makes another letter; on anything else it is decoration.
        if let base, base.isLetter, !base.isLatinGreekOrCyrillic, !scalar.isVowelPoint { plain.append(scalar) }
        continue
      }
      base = scalar
      for lower in scalar.properties.lowercaseMapping.unicodeScalars where !lower.isMark {
        if let letters = singular[lower] { plain.append(contentsOf: letters) } else { plain.append(lower) }
      }
    }
    return plain
  }

  /// Letters that don't decompose, though people write them in plain ones.
  private static let singular: [Unicode.Scalar: [Unicode.Scalar]] = [
    "ø": ["o"], "æ": ["a", "e"], "œ": ["o", "e"], "ß": ["s", "s"], "ð": ["d"], "þ": ["t", "h"], "ł": ["l"], "đ": ["d"],
    "ı": ["i"], "ħ": ["h"], "ŧ": ["t"], "ς": ["σ"],
  ]

  private static func isTrademark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "™", "®", "©", "℠", "℗": true
    default: false
    }
  }

  private static func symbols(of name: String) -> String {
    let shown = name.decomposed.unicodeScalars
      .filter { !$0.isInvisible && !$0.isWhitespace && $0.properties.generalCategory != .control }
      .map { $0.isDash ? "-" : $0 }
    return String(String.UnicodeScalarView(shown)).composed
  }

  private static func words(in scalars: [Unicode.Scalar]) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    func end() {
      if !word.isEmpty { words.append(String(word)) }
      word.removeAll()
    }
    for (index, scalar) in scalars.enumerated() {
      if scalar.isWordPart || scalar.isMark {
        word.append(scalar)
      } else if let letter = hiddenLetter(at: index, in: scalars) {
        word.append(letter)
      } else if scalar == ".", joinsAcronym(at: index, in: scalars) {
        continue
      } else {
        end()
        if scalar == "&" || (scalar == "+" && standsAlone(at: index, in: scalars)) { words.append("and") }
      }
    }
    end()
    return words
  }

  /// Ke$ha, $uicideboy$, P!nk: a sign that stands for a letter.
  private static func hiddenLetter(at index: Int, in scalars: [Unicode.Scalar]) -> Unicode.Scalar? {
    let before = index > 0 ? scalars[index - 1] : " "
    let after = index + 1 < scalars.count ? scalars[index + 1] : " "
    switch scalars[index] {
    case "!": return before.isLetter && after.isLetter ? "i" : nil
    case "$":
      let touches = before.isLetter || after.isLetter || (before == "$" && index > 1 && scalars[index - 2].isLetter)
      return touches && !before.isDigit && !after.isDigit ? "s" : nil
    default: return nil
    }
  }

  /// The dots of R.E.M., D.R.E. and m.A.A.d: each after a letter that stands alone.
  private static func joinsAcronym(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    func isLetter(_ i: Int) -> Bool { scalars.indices.contains(i) && scalars[i].isLetter }
    func isDot(_ i: Int) -> Bool { scalars.indices.contains(i) && scalars[i] == "." }
    guard isLetter(index - 1), !isLetter(index - 2) else { return false }
    if isLetter(index + 1), !isLetter(index + 2) { return true }
    return isDot(index - 2) && isLetter(index - 3) && !isLetter(index - 4) && !isLetter(index + 1)
  }

  private static func standsAlone(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard index > 1, index + 2 < scalars.count else { return false }
    return scalars[index - 1].isWhitespace && scalars[index + 1].isWhitespace
  }
}

/// Words that are spelled differently in British and American English. Whole words only: a rule for endings would break
/// "four" and "tour".
extension Fold {
  /// British to American.
  private static let american: [String: String] = {
    var words: [String: String] = [:]
    // -our, with what may be added to it.
    for stem in [
      "arm", "behavi", "cand", "clam", "col", "demean", "endeav", "fav", "flav", "glam", "harb", "hon", "hum", "lab",
      "neighb", "od", "parl", "ranc", "rig", "rum", "sav", "splend", "tum", "val", "vap", "vig",
    ] {
      for ending in ["", "s", "ed", "ing", "ful", "less", "able", "ite", "ites", "hood", "hoods", "er", "ers"] {
        words[stem + "our" + ending] = stem + "or" + ending
      }
    }
    for (british, american) in [
      ("aeroplane", "airplane"), ("aeroplanes", "airplanes"), ("analogue", "analog"), ("catalogue", "catalog"),
      ("centre", "center"), ("centres", "centers"), ("cheque", "check"), ("colourised", "colorized"),
      ("defence", "defense"), ("dialogue", "dialog"), ("dialogues", "dialogs"), ("fibre", "fiber"), ("grey", "gray"),
      ("greys", "grays"), ("jewellery", "jewelry"), ("licence", "license"), ("litre", "liter"), ("lustre", "luster"),
      ("metre", "meter"), ("metres", "meters"), ("mould", "mold"), ("offence", "offense"),
      ("organisation", "organization"), ("plough", "plow"), ("programme", "program"), ("pyjamas", "pajamas"),
      ("realise", "realize"), ("sabre", "saber"), ("sceptre", "scepter"), ("sombre", "somber"), ("spectre", "specter"),
      ("sulphur", "sulfur"), ("theatre", "theater"), ("theatres", "theaters"), ("travelled", "traveled"),
      ("traveller", "traveler"), ("travellers", "travelers"), ("travelling", "traveling"),
      ("civilisation", "civilization"), ("marvellous", "marvelous"),
      ("mediaeval", "medieval"), ("paediatric", "pediatric"),
    ] { words[british] = american }
    return words
  }()
}
