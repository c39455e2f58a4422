/// The steps of a scan, in order. Each is done once, and its output is stored.
package enum Step: String, Codable, Sendable, CaseIterable, Comparable {
  /// Scans no longer stop at `confirmation` and `review`: a match is shown, and its review written, after the page is
  /// there. Scans of earlier versions are still labeled with them, and calls and faults of a review's follow-up with
  /// `review`.
  ///
  /// `artwork` compares the photo with the artwork of the albums that it may show; the one to show is fetched when the
  /// album is known. `search` has the find that the scan goes on with, whether or not a search was needed.
  case picture, recognition, reading, search
  case catalog = "catalogue"
  case artwork, verdict, confirmation, review, filing, bundle

  package static func < (a: Step, b: Step) -> Bool {
    allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
  }

  /// The steps whose output another scan of the same photo reuses, so that nothing is asked or paid twice. A person's
  /// verdict is reused as well, and `LocalRecognition` takes over what was recognized.
  package static let adopted: [Step] = [.picture, .reading, .search, .catalog]

  /// How long it may take before it is canceled. Everything outside has its own time limits, far below these.
  package var deadline: Duration {
    switch self {
    // A picture's process is killed after 20 s. Sixteen scans may need one, and a small computer runs one at a time.
    case .picture, .recognition: .seconds(10 * 60)
    // Your own model server gets ten minutes per answer, and there may be two: the second corrects the first.
    case .reading, .search: .seconds(30 * 60)
    // Seven requests, each tried four times at most, 5 s apart plus seconds of waiting, in one queue with those of
    // fifteen other scans. If they fail, they end soon.
    case .catalog: .seconds(20 * 60)
    // The archive times out after seconds; the imaging process compares its pictures with the photo.
    case .artwork: .seconds(10 * 60)
    case .verdict: .seconds(60)
    // The follow-up that writes a review has a deadline of its own.
    case .confirmation, .review: .seconds(30 * 60)
    // Moving a large photo to a slow network share.
    case .filing, .bundle: .seconds(15 * 60)
    }
  }
}
