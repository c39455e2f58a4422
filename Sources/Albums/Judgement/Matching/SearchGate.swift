/// Decides whether a web search is worth its price: it needs legible text to search for.
package struct SearchGate: Sendable {
  /// Why no search is made.
  package enum Refusal: Sendable {
    /// `identification.webSearch` is false.
    case switchedOff
    case alreadyIdentified
    case notIdentifiable
    case tooLittleText
    case textIsUncertain

    /// In a sentence for people.
    package var reason: String {
      switch self {
      case .switchedOff: "Web search is turned off (identification.webSearch)."
      case .alreadyIdentified: "The album is already known."
      case .notIdentifiable: "The photo shows nothing that could be searched for."
      case .tooLittleText: "Too little text could be read on the cover to search for it."
      case .textIsUncertain: "The text on the cover could not be read with enough certainty to search for it."
      }
    }
  }

  package static let fewestCharacters = 3

  package var webSearch: Bool
  package var alwaysSearch: Bool

  package init(webSearch: Bool, alwaysSearch: Bool) {
    self.webSearch = webSearch
    self.alwaysSearch = alwaysSearch
  }

  /// Nil if it is worth searching.
  package func refusal(for cover: CoverReading) -> Refusal? {
    guard cover.outcome != .identified else { return .alreadyIdentified }
    guard cover.outcome != .notIdentifiable else { return .notIdentifiable }
    guard webSearch else { return .switchedOff }
    if alwaysSearch {
      let isBlank = Self.readableCharacters(in: cover.extractedText) == 0
      return isBlank && cover.albumDescription == nil ? .notIdentifiable : nil
    }
    guard Self.readableCharacters(in: cover.extractedText) >= Self.fewestCharacters else {
      return .tooLittleText
    }
    guard let confidence = cover.textConfidence, confidence != .low else { return .textIsUncertain }
    return nil
  }

  /// Letters and digits, of any script.
  package static func readableCharacters(in text: String?) -> Int {
    text?.count { $0.unicodeScalars.first?.isWordPart ?? false } ?? 0
  }
}
