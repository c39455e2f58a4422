package import Albums
internal import Foundation
package import Records

/// Writes reviews of albums that nobody scanned, to compare models and prompts. Calls are reserved and booked like a
/// scan's, under the same limits; stored answers cost nothing.
package struct ReviewTrial: Sendable {
  private let writer: ReviewWriter
  private let searches: Bool
  private let ledger: Ledger

  package init(
    model: any LanguageModel, promptBuilder: PromptBuilder, searches: Bool, budget: ScanSettings.Budget, ledger: Ledger,
    time: TimeSource = .system
  ) {
    let metered = MeteredModel(
      model: model, gate: ServiceGate(ledger: ledger, time: time, limits: ProcessLimits()), budget: budget)
    writer = ReviewWriter(model: metered, promptBuilder: promptBuilder)
    self.searches = searches && model.canSearch
    self.ledger = ledger
  }

  package func question(about album: Identification) throws -> Question {
    try writer.promptBuilder.review(of: album, searching: searches)
  }

  /// - Throws: `Fault` where limits or the service don't let it be asked, or `ReviewCheck.Rejection` where
  ///   nothing of the answers can be used.
  package func review(of album: Identification) async throws -> ReviewWriter.Written {
    let check = ReviewCheck(artistName: album.artistName, albumTitle: album.albumTitle, tracks: album.tracks)
    var rest: ReviewWriter.Written?
    do {
      return try await writer.answer(to: question(about: album), for: nil, check, rest: &rest)
    } catch let rejection as ReviewCheck.Rejection {
      guard let rest else { throw rejection }
      return rest
    }
  }
}
