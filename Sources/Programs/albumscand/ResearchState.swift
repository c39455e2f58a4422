internal import Albums
internal import Foundation
internal import Pipeline
internal import Wallet

/// The state of `DiscResearch`: open questions, results, and what can't be asked for now.
struct ResearchState {
  enum Answer: Sendable {
    /// Nil if the catalog has no facts.
    case facts(CatalogFacts?, CatalogQuestion)
    case cover(Data)
    case nothing
  }

  typealias Outcome = Result<Answer, Fault>

  /// In seconds: as long as the archive's own "none" is valid.
  private static let noneHolds: Double = 7 * 86400

  var entries: [MetadataQueue.Entry] = []
  var inHand: (entry: MetadataQueue.Entry, task: Task<Void, Never>?)?
  var isHeld = false
  var findings = CatalogAnswers()
  /// The pauses after a service didn't answer.
  var rests: [MetadataQueue.Entry.Kind: (until: Date, faults: Int)] = [:]
  /// Albums for which the archive has no usable cover, and since when.
  var coverless: [MBID: Date] = [:]
  /// The printed code of the fault that was logged last.
  var reported = ""
  /// The last wallet that was checked, and when.
  var seen: (wallet: String, pictures: Int, at: Date)?

  /// Whether an entry is neither in progress nor done.
  func isOpen(_ entry: MetadataQueue.Entry, at now: Date) -> Bool {
    if inHand?.entry.kind == entry.kind, inHand?.entry.disc.id == entry.disc.id { return false }
    switch entry.kind {
    case .facts:
      guard let question = CatalogQuestion(of: entry.disc) else { return false }
      if findings.unknown.contains(question.key(of: entry.disc)) { return false }
      return findings.facts[entry.disc.key].map { !question.isAnswered(by: $0) } ?? true
    case .cover:
      guard let (release, group) = entry.cover, findings.covers[entry.disc.id] == nil else { return false }
      return coverless[release ?? group].map { $0.addingTimeInterval(Self.noneHolds) <= now } ?? true
    }
  }

  mutating func settle(
    _ entry: MetadataQueue.Entry, _ outcome: Outcome, isGivenUp: Bool, now: Date
  ) {
    inHand = nil
    switch outcome {
    case .success(let answer):
      rests[entry.kind] = nil
      take(answer, of: entry, now: now)
    case .failure where isGivenUp: entries.insert(entry, at: 0)
    // The service can't answer this one question.
    case .failure(let fault) where fault.next == .fail: take(.nothing, of: entry, now: now)
    case .failure(let fault):
      let faults = (rests[entry.kind]?.faults ?? 0) + 1
      // Nobody is waiting, so the first retry comes after half a minute, as for a scan's missing parts.
      let delay = RetrySchedule().delay(after: faults + 5, jitter: Double.random(in: 0...1))
      let until = now.addingTimeInterval(max(delay / .seconds(1), fault.after ?? 0))
      rests[entry.kind] = (until, faults)
      entries.insert(entry, at: 0)
    }
  }

  private mutating func take(_ answer: Answer, of entry: MetadataQueue.Entry, now: Date) {
    switch (answer, entry.kind) {
    case (.facts(let facts?, _), _): findings.facts[entry.disc.key] = facts
    case (.facts(nil, let question), _): findings.unknown.insert(question.key(of: entry.disc))
    case (.cover(let picture), _): findings.covers[entry.disc.id] = picture
    case (.nothing, .facts):
      if let question = CatalogQuestion(of: entry.disc) { findings.unknown.insert(question.key(of: entry.disc)) }
    case (.nothing, .cover):
      if let (release, group) = entry.cover { coverless[release ?? group] = now }
    }
  }
}
