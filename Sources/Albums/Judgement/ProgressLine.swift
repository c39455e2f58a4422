/// The progress message shown for a step.
package enum ProgressLine {
  package static let notIdentified = "Unable to identify this cover art"
  package static let notIdentifiedHint = "Make sure the front of the album cover is clear and fills the frame"
  package static let reviewFailed = "Review temporarily unavailable"
  package static let closing = "These ratings are generated fresh each time and may vary wildly."
  package static let noArtwork = "Album art unavailable"

  private static let searching = "Flipping through every record bin in existence..."

  /// - Parameters:
  ///   - seconds: how long the scan has been in progress: a new step doesn't take the line back.
  ///   - found: the album, once it is known.
  package static func line(at step: Step, after seconds: Double, found: (title: String, artist: String)? = nil)
    -> String
  {
    switch step {
    case .picture, .recognition, .reading:
      return seconds < 3.5
        ? "Extracting text and examining album art..." : searching
    case .confirmation:
      guard let found else { return searching }
      return "We found \(found.title) by \(found.artist)"
    case .search, .catalog, .artwork, .verdict, .filing, .bundle: return searching
    case .review: return "Writing a review that's somehow both pretentious and correct..."
    }
  }
}
