// The one file of Albums that needs the whole of Foundation: FoundationEssentials has no Unicode normalization.
import Foundation

/// Unicode normalization in time linear to the length of the text.
extension String {
  /// Compatibility decomposition (NFKD): full width becomes half, ligatures become letters, accents stand apart.
  var decomposed: String { isASCII ? self : streamSafe.decomposedStringWithCompatibilityMapping }

  /// Canonical composition (NFC).
  var composed: String { isASCII ? self : streamSafe.precomposedStringWithCanonicalMapping }

  /// ASCII is every form of itself.
  private var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

  /// The text with no more than 30 combining marks in a row, so that sorting them can't take quadratic time
  /// (UAX #15, Stream-Safe Text Format).
  private var streamSafe: String {
    var marks = 0
    var safe = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks <= 30 { safe.append(scalar) }
    }
    return String(safe)
  }
}
