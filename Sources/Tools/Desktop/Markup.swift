/// The markup in a notification's body: a small subset of XML (Desktop Notifications Specification 1.2, Markup).
enum Markup {
  /// Text that stands for itself, whatever is in it.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
