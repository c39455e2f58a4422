internal import Albums
internal import Foundation
internal import Pipeline
internal import Wallet

/// The state of `DiscResearch`: open questions, results, and what can't be asked for now.
struct ResearchState {
  /// The pause after a service that didn't answer.
  struct Rest {
    var until: Date
    var faults: Int
  }

  enum Answer: Sendable {
    /// Nil if the catalog has no facts.
    case facts(CatalogueFacts?, CatalogueQuestion)
    case cover(Data)
    case nothing
  }

  typealias Outcome = Result<Answer, ServiceFault>

  /// In seconds: as long as the archive's own "none" is valid.
  private static let noneHolds: Double = 7 * 86400

  var errands: [CatalogueAgenda.Errand] = []
  var inHand: (errand: CatalogueAgenda.Errand, task: Task<Void, Never>?)?
  var isHeld = false
  var findings = CatalogueFindings()
  var rests: [CatalogueAgenda.Errand.Kind: Rest] = [:]
  /// Albums for which the archive has no usable cover, and since when.
  var coverless: [MBID: Date] = [:]
  var said = ""
  /// The last wallet that was checked, and when.
  var seen: (wallet: String, pictures: Int, at: Date)?

  /// Whether an errand is neither in progress nor done.
  func isOpen(_ errand: CatalogueAgenda.Errand, at now: Date) -> Bool {
    if inHand?.errand.kind == errand.kind, inHand?.errand.disc.id == errand.disc.id { return false }
    switch errand.kind {
    case .facts:
      guard let question = CatalogueQuestion(of: errand.disc) else { return false }
      if findings.unknown.contains(question.key(of: errand.disc)) { return false }
      return findings.facts[errand.disc.key].map { !question.isAnswered(by: $0) } ?? true
    case .cover:
      guard let (release, group) = errand.cover, findings.covers[errand.disc.id] == nil else { return false }
      return coverless[release ?? group].map { $0.addingTimeInterval(Self.noneHolds) <= now } ?? true
    }
  }

  mutating func settle(
    _ errand: CatalogueAgenda.Errand, _ outcome: Outcome, isGivenUp: Bool, now: Date
  ) {
    inHand = nil
    switch outcome {
    case .success(let answer):
      rests[errand.kind] = nil
      take(answer, of: errand, now: now)
    case .failure where isGivenUp: errands.insert(errand, at: 0)
    // The service can't answer this one question.
    case .failure(let fault) where fault.kind == .permanent: take(.nothing, of: errand, now: now)
    case .failure(let fault):
      let faults = (rests[errand.kind]?.faults ?? 0) + 1
      // Nobody is waiting, so the first retry comes after half a minute, as for a scan's missing parts.
      let delay = RetrySchedule().delay(after: faults + 5, jitter: Double.random(in: 0...1))
      let until = now.addingTimeInterval(max(delay / .seconds(1), fault.retryAfter ?? 0))
      rests[errand.kind] = Rest(until: until, faults: faults)
      errands.insert(errand, at: 0)
    }
  }

  private mutating func take(_ answer: Answer, of errand: CatalogueAgenda.Errand, now: Date) {
    switch (answer, errand.kind) {
    case (.facts(let facts?, _), _): findings.facts[errand.disc.key] = facts
    case (.facts(nil, let question), _): findings.unknown.insert(question.key(of: errand.disc))
    case (.cover(let picture), _): findings.covers[errand.disc.id] = picture
    case (.nothing, .facts):
      if let question = CatalogueQuestion(of: errand.disc) { findings.unknown.insert(question.key(of: errand.disc)) }
    case (.nothing, .cover):
      if let (release, group) = errand.cover { coverless[release ?? group] = now }
    }
  }
}
