internal import Albums
internal import Disk
internal import Foundation
internal import Pipeline
internal import Records
internal import Services
internal import Setup
internal import SystemPackage

/// All that `status` says, as a document.
struct StatusReport: Encodable {
  struct InHand: Encodable {
    let id: ScanID
    let photo: String
    @Nullable var step: Step?
    /// In this step.
    let seconds: Double
    /// For people.
    let line: String
  }

  struct Held: Encodable {
    let id: ScanID
    let photo: String
    @Nullable var heldBy: String?
    @Nullable var until: Date?
    @Nullable var reason: String?
  }

  struct Health: Encodable {
    let code: String
    let since: Date
    let reason: String
    @Nullable var cure: String?
    @Nullable var until: Date?
    /// It passes by itself: a service that is left alone for a while.
    let passes: Bool

    private enum CodingKeys: CodingKey { case code, since, reason, cure, until }

    /// What keeps everybody from writing to the ledger can't stand in it.
    static func ofLedger(in folder: FilePath, now: Date) -> [Health] {
      let trouble = DiskTrouble.met(at: folder, needing: DiskTrouble.roomForLedger, flushing: false)
      return trouble.map {
        [
          Health(
            code: "ledger", since: now, reason: $0.reason, cure: Nullable($0.cureInPassing), until: Nullable(nil),
            passes: false)
        ]
      } ?? []
    }
  }

  struct Spend: Encodable {
    let todayUSD: Double
    let monthUSD: Double
    let perDayUSD: Double
    let perMonthUSD: Double
  }

  struct Plan: Encodable {
    let name: String
    /// Scans that it gives; null for any number.
    @Nullable var allowance: Int?
    /// `ever` or `month`; null without an allowance.
    @Nullable var period: String?
    /// Counted in that period; in all without an allowance.
    let used: Int
    @Nullable var left: Int?
    /// When there are more; null where there never are.
    @Nullable var renewsAt: Date?
  }

  struct Prices: Codable, Equatable {
    let asOf: String
    let warnings: [PriceList.Warning]
  }

  /// What goes the cheap way.
  struct Bulk: Encodable {
    struct Batch: Encodable {
      let service: String
      let since: Date
      /// By when the provider promises to be through.
      let latest: Date
      let readings: Int
      let reviews: Int
    }

    /// Photos and reviews that wait to be handed in.
    let gatheredReadings: Int
    let gatheredReviews: Int
    let batches: [Batch]
  }

  let schema = "albumscan/status/1"
  let running: Bool
  @Nullable var pid: Int?
  @Nullable var paused: String?
  let counts: [String: Int]
  let inHand: [InHand]
  /// The first twenty.
  let waiting: [Held]
  let health: [Health]
  let spend: Spend
  let plan: Plan
  @Nullable var prices: Prices?
  let bulk: Bulk
  let inbox: [String]
  /// What is as it must be, and good to know.
  let notes: [String]

  /// Something waits for a person, other than albums to choose from.
  var needsAttention: Bool { !health.allSatisfy(\.passes) }

  static func make(_ desk: Desk, now: Date = Date()) async throws -> StatusReport {
    let ledger = desk.ledger
    let daemon = desk.daemon
    let counts = try await ledger.counts()
    let waiting = try await ledger.scans(HistoryQuery(limit: 20, states: [.waiting], newestFirst: false))
    let running = try await ledger.scans(HistoryQuery(states: [.running], newestFirst: false))
    var inHand: [InHand] = []
    for scan in running {
      let seconds = max(0, now.timeIntervalSince(scan.stepSince ?? now))
      let found = try await ledger.found(scan.id)
      inHand.append(
        InHand(
          id: scan.id, photo: scan.name, step: Nullable(scan.step), seconds: (seconds * 10).rounded() / 10,
          line: ProgressLine.line(
            at: scan.step ?? .picture, after: seconds,
            found: found.map { (title: $0.albumTitle, artist: $0.artistName) })))
    }
    let closures = try await ledger.closures().filter { $0.kind == .needsAttention || $0.until > now }
    let written = try await ledger.health(now: now)
    let health =
      written.filter { !$0.isOnlyToKnow }.map {
        Health(
          code: $0.code, since: $0.since, reason: $0.reason, cure: Nullable($0.cure), until: Nullable($0.until),
          passes: false)
      }
      + (written.contains { $0.code == "disk" } ? [] : Health.ofLedger(in: desk.loaded.places.state, now: now))
      + closures.map {
        Health(
          code: $0.service.rawValue, since: $0.since, reason: $0.reason, cure: Nullable($0.cure),
          until: Nullable($0.until), passes: $0.kind == .transient)
      } + lock(desk, now: now)
    let budget = desk.loaded.settings.budget
    let calendar = Calendar.current
    let month = calendar.dateInterval(of: .month, for: now)?.start ?? now
    return StatusReport(
      running: daemon != nil, pid: Nullable(daemon?.pid.map(Int.init)),
      paused: Nullable(try await ledger.pause()?.reason),
      counts: Dictionary(uniqueKeysWithValues: ScanState.allCases.map { ($0.rawValue, counts[$0] ?? 0) }),
      inHand: inHand,
      waiting: waiting.map { scan in
        let closed = closures.first { $0.service.rawValue == scan.heldBy }?.until
        let due = max(scan.notBefore, closed ?? scan.notBefore)
        return Held(
          id: scan.id, photo: scan.name, heldBy: Nullable(scan.heldBy),
          until: Nullable(due > now && due < .distantFuture ? due : nil), reason: Nullable(scan.heldReason))
      },
      health: health,
      spend: Spend(
        todayUSD: try await ledger.spent(since: calendar.startOfDay(for: now)).dollars,
        monthUSD: try await ledger.spent(since: month).dollars, perDayUSD: budget.perDay.dollars,
        perMonthUSD: budget.perMonth.dollars),
      plan: try await plan(desk, now: now),
      prices: Nullable((try? PriceList(desk)).map { Prices(asOf: $0.asOf, warnings: $0.warnings(now: now)) }),
      bulk: try await bulk(ledger, now: now), inbox: desk.loaded.settings.folders.inbox.map(\.string),
      notes: written.filter(\.isOnlyToKnow).map(\.reason))
  }

  /// Programs of ours that write are done in a moment.
  private static func lock(_ desk: Desk, now: Date) -> [Health] {
    guard let holder = LockHolder.of(desk.loaded.places.ledger.string), !holder.name.hasPrefix("albumscan") else {
      return []
    }
    return [
      Health(
        code: "ledger-locked", since: now,
        reason: "\(holder) keeps the ledger locked; everything waits until it is done",
        cure: Nullable("End it, if it was forgotten: kill \(holder.pid)"), until: Nullable(nil), passes: false)
    ]
  }

  private static func bulk(_ ledger: Ledger, now: Date) async throws -> Bulk {
    let queue = try await ledger.batchQueue(now: now)
    return Bulk(
      gatheredReadings: queue.readings, gatheredReviews: queue.reviews,
      batches: try await ledger.openBatches().map {
        Bulk.Batch(
          service: $0.service.rawValue, since: $0.began, latest: $0.expires, readings: $0.readings, reviews: $0.reviews)
      })
  }

  /// One sentence for all batches of a service.
  private var bulkLines: [String] {
    var lines: [String] = []
    for (service, batches) in Dictionary(grouping: bulk.batches, by: \.service).sorted(by: { $0.key < $1.key }) {
      let what = Self.load(
        photos: batches.reduce(0) { $0 + $1.readings }, reviews: batches.reduce(0) { $0 + $1.reviews })
      guard let what, let since = batches.map(\.since).min(), let latest = batches.map(\.latest).max() else { continue }
      let name = ServiceName(rawValue: service)?.spokenName ?? service
      lines.append(
        "\(what) with \(name)'s batch service since \(Phrases.moment(since)), at half price; answers usually come "
          + "within an hour, at the latest \(Phrases.moment(latest))")
    }
    if let what = Self.load(photos: bulk.gatheredReadings, reviews: bulk.gatheredReviews) {
      lines.append("\(what) gathered for a batch, at half price")
    }
    return lines.isEmpty ? [] : [""] + lines
  }

  /// "142 photos and 3 reviews are"; nil for nothing.
  private static func load(photos: Int, reviews: Int) -> String? {
    let parts = [
      photos > 0 ? Phrases.count(photos, "photo") : nil, reviews > 0 ? Phrases.count(reviews, "review") : nil,
    ]
    .compactMap { $0 }
    guard !parts.isEmpty else { return nil }
    return parts.joined(separator: " and ") + (photos + reviews == 1 ? " is" : " are")
  }

  func lines(on paper: Paper) -> [String] {
    let number = { (state: ScanState) in counts[state.rawValue] ?? 0 }
    var lines = [
      running
        ? paper.strong("albumscand is running") + (pid.map { " (pid \($0))" } ?? "")
        : paper.strong("albumscand is not running.") + " Start it: systemctl --user start albumscand"
    ]
    if let paused { lines.append("The line is paused: \(paused). Go on with: albumscanctl resume") }
    lines.append(
      "\(number(.waiting)) waiting, \(number(.running)) in hand, \(number(.done)) done, \(number(.unsure)) unsure, "
        + "\(number(.failed)) failed")
    if counts.values.allSatisfy({ $0 == 0 }) {
      lines += ["", "Scan your first album to begin: copy a photo of its cover into \(inbox.first ?? "the inbox")"]
    }
    if !inHand.isEmpty {
      lines += ["", paper.strong("In hand")]
      lines += inHand.map { paper.fitted("  \($0.id)  \($0.photo)  \($0.line)") }
    }
    lines += bulkLines
    let held = waiting.filter { ($0.until != nil || $0.heldBy != nil) && $0.heldBy != "batch" }
    if !held.isEmpty {
      lines += ["", paper.strong("Waiting")]
      lines += held.map { scan in
        let until = scan.until.map { " until \(Phrases.moment($0))" } ?? ""
        let holder = scan.heldBy.map { " for \($0)" } ?? ""
        return paper.fitted("  \(scan.id)  \(scan.photo)  waits\(holder)\(until): \(scan.reason ?? "its turn")")
      }
    }
    for (title, items) in [
      ("Needs attention", health.filter { !$0.passes }), ("Left alone for a while", health.filter(\.passes)),
    ] where !items.isEmpty {
      lines += ["", paper.strong(title)]
      for item in items {
        lines.append(
          "  \(item.code): \(item.reason)"
            + (item.until.map {
              " (\(ServiceName(rawValue: item.code) == nil ? "until" : "asked again at") \(Phrases.moment($0)))"
            } ?? ""))
        if let cure = item.cure { lines.append("    → \(cure)") }
      }
    }
    if !notes.isEmpty { lines += [""] + notes }
    if number(.unsure) + number(.failed) > 0 {
      lines += ["", "See them with: albumscanctl history --state unsure --state failed"]
    }
    lines += [
      "",
      String(
        format: "Spent: $%.2f of $%.2f today, $%.2f of $%.2f this month", spend.todayUSD, spend.perDayUSD,
        spend.monthUSD, spend.perMonthUSD), plan.line,
    ]
    for warning in prices?.warnings ?? [] { lines += ["\(warning.reason).", "    → \(warning.cure)"] }
    return lines
  }

  private static func plan(_ desk: Desk, now: Date) async throws -> Plan {
    let plan = desk.loaded.settings.plan
    let limit = Budget.scanLimit(of: plan.allowance, at: now)
    let used = try await desk.ledger.scansCounted(since: limit?.since ?? .distantPast)
    let isMonthly = if case .perMonth = plan.allowance { true } else { false }
    return Plan(
      name: plan.rawValue, allowance: Nullable(limit?.scans),
      period: Nullable(limit.map { _ in isMonthly ? "month" : "ever" }),
      used: used, left: Nullable(limit.map { max(0, $0.scans - used) }),
      renewsAt: Nullable(isMonthly ? Calendar.current.month(of: now).end : nil))
  }
}

extension StatusReport.Plan {
  fileprivate var line: String {
    guard let allowance, let left else { return "Plan: \(name), any number of scans" }
    let more = renewsAt.map { " this month; the next \(allowance) come at \(Phrases.moment($0))" } ?? " in all"
    return "Plan: \(name), \(left) of \(allowance) scans left\(more)"
  }
}
