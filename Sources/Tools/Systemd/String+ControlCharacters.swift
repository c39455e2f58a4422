extension Unicode.Scalar {
  /// Whether it moves the cursor, ends the line, or changes the writing direction.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Bidirectional marks can disguise a file name; joiners, of the same category, form emoji.
    case .format: properties.isBidiControl
    default: false
    }
  }
}

extension String {
  /// Without control characters; those that separate words become spaces.
  var onOneLine: String {
    replacingControls { $0.properties.isWhitespace ? " " : "" }
  }

  /// With each control character as a Swift escape sequence.
  var escapingControls: String { replacingControls(with: \.escape) }

  private func replacingControls(with replacement: (Unicode.Scalar) -> String) -> String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isControl { result += replacement(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16))}"
    }
  }
}
