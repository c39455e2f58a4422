/// The steps of a scan, in order. Each is done once, and its output is stored.
package enum Step: String, Codable, Sendable, CaseIterable, Comparable {
  case picture, recognition, reading, search, catalogue, artwork, verdict, confirmation, review, filing, bundle

  package static func < (a: Step, b: Step) -> Bool {
    allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
  }
}
