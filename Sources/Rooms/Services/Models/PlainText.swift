internal import Albums

/// Makes untrusted text fit for a log line or a page: one line, limited length, no control characters.
enum PlainText {
  /// `key`, and everything that looks like a key, is removed before the text is shortened, so that no part of a key
  /// remains.
  static func line(_ text: String, limit: Int, hiding key: Secret? = nil) -> String {
    // This is far beyond the limit; it only avoids processing a megabyte of text.
    let scalars = text.unicodeScalars.prefix(max(limit * 10, 2000)).map { isPrintable($0) ? $0 : " " }
    var spaced = String(String.UnicodeScalarView(scalars))
    spaced = spaced.split(separator: " ").joined(separator: " ")
    let safe = Secret.redact(spaced, key: key)
    return safe.count <= limit ? safe : safe.prefix(limit - 1) + "…"
  }

  /// Neither a control character nor one that changes the direction of the text around it.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
    default: true
    }
  }
}
