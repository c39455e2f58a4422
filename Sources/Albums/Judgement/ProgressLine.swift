/// The line for people that goes with a step.
package enum ProgressLine {
  package static let notIdentified = "Unable to identify this cover art"
  package static let notIdentifiedHint = "Make sure the front of the album cover is clear and fills the frame"
  package static let reviewFailed = "Review temporarily unavailable"
  package static let closing = "These ratings are generated fresh each time and may vary wildly."
  package static let noArtwork = "Album art unavailable"

  /// - Parameters:
  ///   - seconds: how long the scan has been in this step.
  ///   - found: the album, once it is known.
  package static func line(at step: Step, after seconds: Double, found: (title: String, artist: String)? = nil)
    -> String
  {
    switch step {
    case .picture, .recognition, .reading, .search, .catalogue, .artwork, .verdict:
      return seconds < 3.5
        ? "Extracting text and examining album art..." : "Flipping through every record bin in existence..."
    case .confirmation:
      guard let found else { return "Extracting text and examining album art..." }
      return "We found \(found.title) by \(found.artist)"
    case .review, .filing, .bundle:
      return "Writing a review that's somehow both pretentious and correct..."
    }
  }
}
