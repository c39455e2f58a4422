/// The steps of a scan, in order. Each is done once, and its output is stored.
package enum Step: String, Codable, Sendable, CaseIterable, Comparable {
  case picture, recognition, reading, search, catalogue, artwork, verdict, confirmation, review, filing, bundle

  package static func < (a: Step, b: Step) -> Bool {
    allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
  }

  /// Those whose output another scan of the same bytes takes over, so that nothing is asked or paid twice.
  package static let adopted: [Step] = [.picture, .reading, .search, .catalogue]

  /// How long it may take before it is given up. Everything outside has time limits of its own, far below these.
  package var deadline: Duration {
    switch self {
    // A picture's process is killed after 20 s. Sixteen scans may want one, and a small machine has one place for them.
    case .picture, .recognition: .seconds(10 * 60)
    // A model server of one's own gets ten minutes an answer, and there may be two: the second puts the first right.
    case .reading, .search, .review: .seconds(30 * 60)
    // Seven requests, each tried four times at most, 5 s and a wait of seconds at a time, in one line with those of fifteen
    // other scans; when they fail, they soon end.
    case .catalogue: .seconds(20 * 60)
    // The archive is given up after seconds; what it gave is held against the photo by the imaging process.
    case .artwork: .seconds(10 * 60)
    case .verdict: .seconds(60)
    // The time for which a find is shown doesn't count.
    case .confirmation: .seconds(5 * 60)
    // A large photo on its way to a slow network share.
    case .filing, .bundle: .seconds(15 * 60)
    }
  }
}
