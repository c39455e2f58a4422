/// What was less than perfect about a photo, in words.
package enum PhotoWords {
  /// Nil for a note of a later version.
  package static func sentence(_ note: String) -> String? {
    switch note {
    case "truncated": "The photo’s end was missing; what was there was enough."
    case "damaged": "Some of the photo made no sense; the rest was enough."
    case "enlarged": "The photo is a small one; a larger one shows more."
    default: nil
    }
  }
}
