/// Something the user can do about a scan: its purpose, and the command for it.
package struct Remedy: Codable, Equatable, Sendable {
  package let purpose: String
  package let command: String

  package init(purpose: String, command: String) {
    self.purpose = purpose
    self.command = command
  }

  /// What can be done about a scan as it stands, the likeliest first. Each command is valid in this state.
  /// - Parameters:
  ///   - strategy: how models were asked.
  ///   - candidates: how many albums there are to choose from.
  ///   - isFound: whether an album was named, which can then be rejected.
  ///   - wantsReviews: whether the settings have reviews written.
  ///   - step: at which it stands, or ended.
  package static func remedies(
    of id: ScanID, _ state: ScanState, strategy: Strategy = .twoTier, candidates: Int = 0, isFound: Bool = false,
    review: ReviewStatus? = nil, wantsReviews: Bool = true, step: Step? = nil
  ) -> [Remedy] {
    let other = strategy == .fourPhase ? Strategy.twoTier : .fourPhase
    let again = Remedy(
      purpose: "Read the cover with another strategy (shows the cost first)",
      command: "albumscanctl redo \(id) --from reading --strategy \(other.rawValue)")
    let retry = Remedy(purpose: "Read the cover again", command: "albumscanctl retry \(id)")
    let name = Remedy(purpose: "It is another album: say which", command: Self.name(id))
    let status = Remedy(purpose: "See what it waits for", command: "albumscanctl status")
    switch state {
    case .waiting: return [status, Remedy(purpose: "Try it now", command: "albumscanctl retry \(id)")]
    case .running:
      let wrong = Remedy(purpose: "It is another album: stop here", command: "albumscanctl reject \(id)")
      return (isFound ? [wrong] : []) + [Remedy(purpose: "See the progress", command: "albumscanctl status")]
    case .unsure:
      let choices =
        candidates > 1
        ? [Remedy(purpose: "It is one of these: N is its number", command: "albumscanctl accept \(id) N")]
        : [Remedy(purpose: "It is this album", command: "albumscanctl accept \(id)")]
      return choices + [
        Remedy(
          purpose: candidates > 1 ? "It is none of these" : "It is another album",
          command: "albumscanctl reject \(id)"), name, again,
      ]
    case .done:
      let wrong = Remedy(
        purpose: "It is another album: remove this one, and never offer it for this photo again",
        command: "albumscanctl reject \(id)")
      let away = Remedy(
        purpose: "Delete it (to restore it: albumscanctl delete --undo)", command: "albumscanctl delete \(id)")
      guard wantsReviews else { return [wrong, name, again, away] }
      guard review == .written else {
        return [
          wrong, name, again, Remedy(purpose: "Request the review now", command: "albumscanctl retry \(id)"), away,
        ]
      }
      let another = Remedy(
        purpose: "The album is right, but the review isn’t: write another one",
        command: "albumscanctl redo \(id) --from review")
      return [wrong, name, again, another, away]
    case .failed:
      // What made no picture can't be read in any way.
      let isRead = step != .picture
      let known = Remedy(purpose: "You know the album: say which it is", command: Self.name(id))
      return [Remedy(purpose: "Try it again", command: "albumscanctl retry \(id)")] + (isRead ? [known, again] : [])
    case .rejected:
      let changed = Remedy(purpose: "It is this album after all", command: "albumscanctl accept \(id)")
      return (isFound ? [changed] : []) + [name, retry, again]
    }
  }

  /// Says which album a scan shows: a template, whose names are to be replaced.
  package static func name(_ id: ScanID) -> String { "albumscanctl accept \(id) --album \"Artist - Title\"" }
}
