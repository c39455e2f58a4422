internal import Albums
internal import Foundation
internal import Records
internal import SystemPackage
internal import Threads

extension Activity {
  /// As many cards of a kind are shown.
  private static let most = 12
  /// A photo that failed is no news for longer.
  private static let failureHolds: TimeInterval = 7 * 86400

  /// What the ledger knows to be going on.
  init(of ledger: Ledger, below root: FilePath, at now: Date) async throws {
    let conditions = try await ledger.conditions(now: now)
    let reviews = try await Self.reviews(ledger, at: now)
    let running = try await ledger.scans(limit: 20, states: [.running], newestFirst: false).map { scan in
      Self.running(scan, at: scan.step ?? .picture, since: scan.stepSince ?? now, now: now)
    }
    let unsure = try await ledger.scans(limit: 200, states: [.unsure])
    let failed = try await ledger.scans(limit: 200, states: [.failed]).filter {
      now.timeIntervalSince($0.finished ?? .distantPast) < Self.failureHolds
    }
    let asked = await onBlockingThread { unsure.prefix(Self.most).map { Self.unsure($0, below: root) } }
    self.init(
      entries: reviews + running + (try await Self.waiting(ledger, conditions, at: now)) + asked
        + failed.prefix(Self.most).map(Self.failed),
      notes: [
        Self.more(unsure.count, "needs you", "need you", command: "albumscanctl unsure"),
        Self.more(failed.count, "couldn’t be identified", "couldn’t be identified", command: "albumscanctl history"),
      ].compactMap(\.self) + (try await Self.heldReviews(ledger, conditions, at: now)))
  }

  private static func more(_ count: Int, _ one: String, _ many: String, command: String) -> String? {
    let rest = count - most
    guard rest > 0 else { return nil }
    return "\(rest == 1 ? "1 more photo \(one)" : "\(rest) more photos \(many)"): \(command)"
  }

  private static func running(_ scan: Scan, at step: Step, since: Date, now: Date) -> Entry {
    let seconds = max(0, now.timeIntervalSince(since))
    let found = scan.document.map { (title: $0.album.albumTitle, artist: $0.album.artistName) }
    return Entry(
      id: scan.id, photo: scan.photoTitle,
      state: .running(
        line: ProgressLine.line(at: step, after: scan.inProgress(at: now), found: found),
        seconds: Int(min(seconds, 1e6))))
  }

  private static func reviews(_ ledger: Ledger, at now: Date) async throws -> [Entry] {
    var entries: [Entry] = []
    // Of many that are due, those that nobody has begun wait for their turn.
    for review in try await ledger.reviewsInProgress(now: now) where review.isBegun || review.due > now {
      guard let scan = try await ledger.scan(review.scan) else { continue }
      entries.append(
        running(
          scan, at: review.isBegun ? .review : .confirmation, since: review.isBegun ? review.due : scan.finished ?? now,
          now: now))
    }
    return entries
  }

  /// A card for all that wait for the same.
  private static func waiting(_ ledger: Ledger, _ conditions: [Condition], at now: Date) async throws -> [Entry] {
    let pause = try await ledger.pause()
    var groups: [(first: Scan, others: Int)] = []
    for scan in try await ledger.scans(limit: 1000, states: [.waiting], newestFirst: false) {
      if let place = groups.firstIndex(where: { pause != nil || $0.first.heldBy == scan.heldBy }) {
        groups[place].others += 1
      } else {
        groups.append((scan, 0))
      }
    }
    return groups.prefix(most).map { scan, others in
      let condition = conditions.first { $0.code == scan.heldBy }
      var reason = scan.heldReason ?? condition?.reason
      if let since = condition?.since, let known = reason { reason = "\(known) (since \(since.wallClock(at: now)))" }
      if let pause { reason = "Paused since \(pause.at.wallClock(at: now)): \(pause.reason)" }
      return Entry(id: scan.id, photo: scan.photoTitle, state: .waiting(reason, others: others))
    }
  }

  private static func heldReviews(
    _ ledger: Ledger, _ conditions: [Condition], at now: Date
  ) async throws -> [String] {
    try await ledger.heldReviews(now: now).map { held in
      let why = conditions.first { $0.code == held.heldBy }.map { ": \($0.reason)" } ?? ""
      return (held.count == 1 ? "1 review waits" : "\(held.count) reviews wait") + why
    }
  }

  private static func unsure(_ scan: Scan, below root: FilePath) -> Entry {
    let folder = scan.bundle.map { BundleFolder(path: root.appending($0)) }
    let candidates = (scan.document?.identification.candidates ?? []).prefix(5).enumerated().map { place, candidate in
      let number = candidate.number ?? place + 1
      return Candidate(
        number: number, artistName: candidate.artistName, albumTitle: candidate.albumTitle,
        releaseYear: candidate.releaseYear,
        cover: folder?.jpeg(BundleContents.coverFile(number), atMost: 20 << 10).map { Array($0) })
    }
    return Entry(id: scan.id, photo: scan.photoTitle, folder: scan.bundle, state: .unsure(candidates))
  }

  private static func failed(_ scan: Scan) -> Entry {
    Entry(
      id: scan.id, photo: scan.photoTitle, folder: scan.bundle,
      state: .failed(reason: scan.reason ?? ProgressLine.notIdentified, hint: scan.hint))
  }
}

extension Date {
  /// For people who stand beside this computer's clock: `14:02`, with the day where it isn't that of `now`.
  func wallClock(at now: Date) -> String {
    let calendar = Calendar(identifier: .gregorian)
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: self)
    let (hour, minute) = (parts.hour ?? 0, parts.minute ?? 0)
    let time = "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    if calendar.isDate(self, inSameDayAs: now) { return time }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let month = months[max(0, min(11, (parts.month ?? 1) - 1))]
    return "\(parts.day ?? 0) \(month), \(time)"
  }
}
