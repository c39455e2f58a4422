extension Unicode.Scalar {
  /// Whether it moves the cursor, ends the line, or turns the writing's direction around rather than showing itself.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Bidirectional marks let a file's name be read as another; joiners, of the same category, make up emoji.
    case .format: properties.isBidiControl
    default: false
    }
  }
}

extension String {
  /// Without control characters; those that part words leave a space.
  var onOneLine: String {
    replacingControls { $0.properties.isWhitespace ? " " : "" }
  }

  /// With every control character shown as an escape that Swift would read back.
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
