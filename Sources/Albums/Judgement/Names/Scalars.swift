/// A fast path for ASCII, which nearly all compared text is: looking up Unicode properties takes many times as long.
extension Unicode.Scalar {
  /// A letter or a digit of any script: what a key is made of.
  var isWordPart: Bool { isLetter || isDigit }

  var isLetter: Bool {
    if isASCII { return (0x61...0x7A).contains(value | 0x20) }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  var isDigit: Bool {
    if isASCII { return (0x30...0x39).contains(value) }
    return switch properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber: true
    default: false
    }
  }

  /// An accent or another sign that belongs to the letter before it.
  var isMark: Bool {
    if isASCII { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Hebrew points and Arabic vowel signs, which are written or left out as one likes; hamzas are among them.
  var isVowelPoint: Bool {
    switch value {
    case 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6ED: isMark
    default: false
    }
  }

  /// The Arabic stroke that draws a word out (kashida).
  var isLengthening: Bool { value == 0x640 }

  /// Scripts in which an accent only varies a letter. Elsewhere it makes another one: か is not が.
  var isLatinGreekOrCyrillic: Bool {
    switch value {
    case 0x41...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F: isLetter
    case 0x370...0x3FF, 0x1F00...0x1FFF: true
    case 0x400...0x52F, 0x1C80...0x1C8F, 0xA640...0xA69F: true
    default: false
    }
  }

  /// Scripts that are written without blanks between words: Han, Kana, Thai, Lao, Burmese, Khmer.
  var isOfUnspacedScript: Bool {
    switch value {
    case 0x3041...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
    default: false
    }
  }

  /// ' and what stands for it.
  var isApostrophe: Bool {
    switch value {
    case 0x27, 0x60, 0xB4, 0x2018...0x201B, 0x2032, 0x2035, 0x02B9...0x02BD, 0x055A, 0xA78B, 0xA78C, 0xFF07: true
    default: false
    }
  }

  /// A mark of quotation, single or double.
  var isQuote: Bool {
    switch value {
    case 0x22, 0xAB, 0xBB, 0x201C...0x201F, 0x2033, 0x2036, 0x2039, 0x203A, 0x300C...0x300F, 0x301D...0x301F, 0xFF02:
      true
    default: isApostrophe
    }
  }

  /// -, and the dashes of all lengths.
  var isDash: Bool {
    isASCII ? value == 0x2D : properties.generalCategory == .dashPunctuation || value == 0x2212
  }

  var isWhitespace: Bool {
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }

  /// Text direction overrides, joiners, invisible tags: nothing that can be seen.
  var isInvisible: Bool {
    if isASCII { return false }
    return switch properties.generalCategory {
    case .format: true
    default: properties.isVariationSelector || value == 0x115F || value == 0x1160 || value == 0x3164
    }
  }
}
