internal import Albums
internal import Foundation
internal import Logging
internal import Records

extension FollowUpRunner {
  /// A message that nobody could be given for so long is no news.
  private static let patience: TimeInterval = 7 * 86400

  /// Tells a phone, or the user's program, what became of a scan. Each follow-up is one message. After a crash a phone may
  /// be told once more, and replaces the message; a program that was started isn't started with it again.
  func tell(_ followUp: FollowUp) async throws {
    let isPush = followUp.kind == .push
    guard let channel = isPush ? context.ntfy : context.command,
      let scan = try await context.ledger.scan(followUp.scan), let event = event(followUp.kind, of: scan),
      context.time.now().timeIntervalSince(scan.finished ?? .distantPast) < Self.patience
    else { return try await context.ledger.complete(followUp) }
    try await context.gate.pass(channel.service) {
      if !isPush { try await context.ledger.begin(followUp) }
      try await channel.send(event)
    }
    Logger.current.debug("\(channel.service.spokenName) was told: \(event.event.rawValue)")
    try await context.ledger.complete(followUp)
  }

  /// Nil if it isn't so anymore.
  private func event(_ kind: FollowUp.Kind, of scan: Scan) -> ScanEvent? {
    guard scan.deleted == nil else { return nil }
    let event: ScanEvent.Kind
    switch (scan.state, kind) {
    case (.done, .push): event = scan.reviewStatus == .written ? .reviewed : .known
    case (.done, .known): event = .known
    case (.done, .reviewed): event = .reviewed
    case (.unsure, .push), (.unsure, .unsure): event = .unsure
    case (.failed, .push), (.failed, .failed): event = .failed
    default: return nil
    }
    let document = event == .failed ? nil : scan.document
    let at = (event == .reviewed ? document?.review.writtenAt : document?.scannedAt) ?? scan.finished?.rfc3339
    let thread = "\(scan.digest.hex.prefix(12))-\(scan.id)"
    let time = at ?? context.time.now().rfc3339
    var told = ScanEvent(event, id: "\(thread)-\(event.rawValue)-\(time)", thread: thread, at: time)
    told.scan = scan.id
    told.photo = scan.name
    told.part = scan.part
    if let document {
      told.take(document)
      told.library = context.notes?.note(on: document)?.holding.words
    }
    if event != .known, event != .reviewed {
      told.reason = scan.reason.map(ScanEvent.withoutPaths)
      told.hint = scan.hint.map(ScanEvent.withoutPaths)
    }
    return told
  }
}
