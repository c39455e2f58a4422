internal import Albums
internal import Console
internal import Disk
internal import Foundation
internal import Records
internal import Services
internal import Setup
internal import SystemPackage

/// The JSON document of `status`.
struct StatusReport: Encodable {
  struct InHand: Encodable {
    let id: ScanID
    let photo: String
    @Nullable var part: PhotoPart?
    @Nullable var step: Step?
    /// In this step.
    let seconds: Double
    /// As text for people.
    let line: String

    /// - Parameter review: of a scan that is done, and whose review is in progress.
    init(_ scan: Scan, _ review: ReviewInProgress? = nil, now: Date) {
      let step = review.map { $0.isBegun ? Step.review : .confirmation } ?? scan.step
      let began = review.map { $0.isBegun ? $0.due : scan.finished ?? now } ?? scan.stepSince ?? now
      let since = max(0, now.timeIntervalSince(began))
      (id, photo, _part, _step) = (scan.id, scan.name, Nullable(scan.part), Nullable(step))
      seconds = (since * 10).rounded() / 10
      line = ProgressLine.line(
        at: step ?? .picture, after: scan.inProgress(at: now),
        found: review == nil
          ? nil : scan.document.map { (title: $0.album.albumTitle, artist: $0.album.artistName) })
    }
  }

  struct Held: Encodable {
    let id: ScanID
    let photo: String
    @Nullable var part: PhotoPart?
    @Nullable var heldBy: String?
    @Nullable var until: Date?
    /// Of the fault; null if it only waits for its turn.
    @Nullable var code: String?
    @Nullable var reason: String?
  }

  struct Prices: Codable, Equatable {
    let asOf: String
    let warnings: [PriceList.Warning]
  }

  let schema = "albumscan/status/2"
  let running: Bool
  @Nullable var pid: Int?
  @Nullable var paused: String?
  let counts: [String: Int]
  let inHand: [InHand]
  /// The first twenty.
  let waiting: [Held]
  /// Of finished scans: those that wait for something.
  let reviews: [HeldReviews]
  let health: [HealthReport]
  let spend: SpendReport
  let plan: PlanReport
  @Nullable var prices: Prices?
  let inbox: [String]
  /// Sentences about things that are normal, but good to know.
  let notes: [String]
  /// The three newest finished scans.
  let latest: [Scan]

  /// Whether something needs the user, other than unsure scans.
  var needsAttention: Bool { !health.allSatisfy(\.passes) }

  func count(_ state: ScanState) -> Int { counts[state.rawValue] ?? 0 }

  static func make(_ context: CommandContext, now: Date = Date()) async throws -> StatusReport {
    let ledger = context.ledger
    let daemon = context.daemon
    let counts = try await ledger.counts()
    let conditions = try await ledger.conditions(now: now).filter { $0.needsPerson || $0.until > now }
    let pause = try await ledger.pause()
    let disk = daemon != nil && pause == nil ? conditions.first { $0.health == .disk } : nil
    return StatusReport(
      running: daemon != nil, pid: Nullable(daemon?.pid.map(Int.init)),
      paused: Nullable(pause?.reason),
      counts: Dictionary(uniqueKeysWithValues: ScanState.allCases.map { ($0.rawValue, counts[$0] ?? 0) }),
      inHand: try await inHand(ledger, now: now),
      waiting: try await waiting(ledger, conditions, behind: disk, now: now),
      reviews: try await ledger.heldReviews(now: now),
      health: HealthReport.all(of: conditions, at: context, now: now),
      spend: try await SpendReport.make(context, now: now), plan: try await PlanReport.make(context, now: now),
      // `doctor` reports a price list that can't be read; the rest of the status is still valid.
      prices: Nullable((try? PriceList(context)).map { Prices(asOf: $0.asOf, warnings: $0.warnings(now: now)) }),
      inbox: context.loaded.settings.folders.inbox.map(\.string),
      notes: conditions.filter { $0.isOnlyToKnow && !$0.isOfGoneFile }.map(\.reason),
      latest: try await ledger.newestDone(limit: 3))
  }

  private static func inHand(_ ledger: Ledger, now: Date) async throws -> [InHand] {
    var inHand: [InHand] = []
    // Of many that are due, those that nobody has begun wait for their turn.
    for review in try await ledger.reviewsInProgress(now: now) where review.isBegun || review.due > now {
      if let scan = try await ledger.scan(review.scan) { inHand.append(InHand(scan, review, now: now)) }
    }
    return try await ledger.scans(states: [.running], newestFirst: false).map { InHand($0, now: now) }
      + inHand
  }

  private static func waiting(
    _ ledger: Ledger, _ conditions: [Condition], behind disk: Condition?, now: Date
  ) async throws -> [Held] {
    try await ledger.scans(limit: 20, states: [.waiting], newestFirst: false).map { scan in
      let closed = conditions.first { $0.service != nil && $0.code == scan.heldBy }?.until
      let due = max(scan.notBefore, closed ?? scan.notBefore)
      let behind = scan.heldReason == nil ? disk : nil
      return Held(
        id: scan.id, photo: scan.name, part: Nullable(scan.part), heldBy: Nullable(scan.heldBy ?? behind?.code),
        until: Nullable(due > now && due < .distantFuture ? due : nil),
        code: Nullable(scan.faultCode ?? behind.map { _ in FaultCode.disk.rawValue }),
        reason: Nullable(scan.heldReason ?? behind?.reason))
    }
  }
}

extension StatusReport.InHand {
  /// Scans in progress, a line each; those of several sleeves in a photo are below its name.
  static func lines(of scans: [Self], on output: CommandOutput) -> [String] {
    scans.flatMap { scan -> [String] in
      guard let count = scan.part?.of else { return [scan.words(on: output)] }
      let beside = scans.filter { $0.photo == scan.photo && $0.part?.of == count }
      guard beside.first?.id == scan.id else { return [] }
      return [output.fitted("  \(scan.photo)")] + beside.map { $0.words(on: output) }
    }
  }

  /// A scan in progress on one line: how far it has come, and what is being done.
  private func words(on output: CommandOutput) -> String {
    let since = seconds < 1 ? "" : output.style(.faint, "  \(Int(seconds)) s")
    let name = part?.words ?? output.shortened(photo)
    return output.fitted("  \(id)  \(bar(on: output))\(name)  \(moving(on: output))\(since)")
  }

  /// The line with its three animated dots, one every half second. Its width stays the same.
  private func moving(on output: CommandOutput) -> String {
    guard output.moves, line.hasSuffix("...") else { return line }
    let dots = Int(Date().timeIntervalSinceReferenceDate * 2) % 4
    return line.dropLast(3) + output.style(.brand, String(repeating: ".", count: dots))
      + String(repeating: " ", count: 3 - dots)
  }

  /// Decoration: omitted outside a terminal, and if there is no room beside the text.
  private func bar(on output: CommandOutput) -> String {
    guard let width = output.width, width >= 60 else { return "" }
    let steps = Step.allCases
    let done = step.flatMap(steps.firstIndex) ?? 0
    return output.style(.brand, String(repeating: "━", count: done + 1))
      + output.style(.faint, String(repeating: "─", count: steps.count - done - 1)) + "  "
  }
}
