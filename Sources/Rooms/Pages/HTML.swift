internal import Albums

/// HTML markup. A literal is taken as markup; interpolated values are escaped, unless they are `HTML` themselves.
package struct HTML: ExpressibleByStringInterpolation, Equatable, Sendable {
  package private(set) var text: String

  package init(stringLiteral: String) { text = stringLiteral }
  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package static func + (a: HTML, b: HTML) -> HTML { "\(a)\(b)" }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate(set) var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

    package mutating func appendLiteral(_ markup: String) { text += markup }
    package mutating func appendInterpolation(_ markup: HTML) { text += markup.text }
    package mutating func appendInterpolation(_ markup: HTML?) { text += markup?.text ?? "" }
    package mutating func appendInterpolation(_ number: Int) { text += String(number) }
    package mutating func appendInterpolation(_ content: String) { text += HTML.escaped(content) }
    /// For `href` and `src`: there is no other way to put an address in that isn't a literal.
    package mutating func appendInterpolation(_ link: Link) { text += HTML.escaped(link.address) }
  }

  /// Safe in text and between quotes.
  private static func escaped(_ content: String) -> String {
    // Most text is plain.
    if content.utf8.allSatisfy(isPlain) { return content }
    var safe = ""
    safe.reserveCapacity(content.utf8.count)
    var marks = 0
    for scalar in content.unicodeScalars {
      // A pile of marks on one letter would cover the lines above and below.
      marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      guard marks <= 6 else { continue }
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      case "'": safe += "&#39;"
      case "\t", "\n": safe.unicodeScalars.append(scalar)
      // Control characters aren't allowed in HTML, and marks that turn the direction of writing around let a title
      // pass for another; right-to-left titles are set by their letters.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
    default: (0x20...0x7E).contains(byte)
    }
  }
}

extension HTML {
  /// The parts that there are, a line each.
  package static func lines(_ parts: HTML?...) -> HTML { parts.compactMap(\.self).filter { !$0.text.isEmpty }.lines() }

  /// A command to copy; with the page's script a button stands beside it.
  static func command(_ words: String) -> HTML { "<pre><code>\(words)</code></pre>" }

  /// A command to copy, and what it is for.
  static func remedy(_ remedy: Remedy) -> HTML { "<p>\(remedy.purpose):</p>\n\(command(remedy.command))" }
}

extension Sequence<HTML> {
  /// One after the other, a line each.
  package func lines() -> HTML { HTML(stringLiteral: map(\.text).joined(separator: "\n")) }
}
