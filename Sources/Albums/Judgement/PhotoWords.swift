/// Describes the flaws of a photo.
package enum PhotoWords {
  /// Nil for a note of a later version.
  package static func sentence(_ note: String) -> String? {
    switch note {
    case "truncated": "The end of the photo was missing; the rest was enough."
    case "damaged": "Part of the photo was damaged; the rest was enough."
    case "enlarged": "The photo is small; a larger one works better."
    default: nil
    }
  }
}
