// The one file of Albums that needs the whole of Foundation: FoundationEssentials has no Unicode normalization.
import Foundation

/// Unicode normalization in time linear to the length of the text.
enum UnicodeNormalization {
  /// Compatibility decomposition (NFKD): full width becomes half, ligatures become letters, accents stand apart.
  static func decomposed(_ text: String) -> String {
    isPlain(text) ? text : streamSafe(text).decomposedStringWithCompatibilityMapping
  }

  /// Canonical composition (NFC).
  static func composed(_ text: String) -> String {
    isPlain(text) ? text : streamSafe(text).precomposedStringWithCanonicalMapping
  }

  /// ASCII is every form of itself.
  private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// The text with no more than 30 combining marks in a row, so that sorting them can't take quadratic time
  /// (UAX #15, Stream-Safe Text Format).
  private static func streamSafe(_ text: String) -> String {
    var marks = 0
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks <= 30 { safe.append(scalar) }
    }
    return String(safe)
  }
}
