internal import Albums
internal import Console
internal import Disk
internal import Foundation
internal import Pipeline
internal import Records
internal import Setup
internal import SystemPackage

/// A problem to report: from the ledger, from paused services, or one that keeps everybody from writing to the ledger,
/// which therefore can't record it.
struct HealthReport: Encodable {
  let code: String
  let since: Date
  let reason: String
  /// The code of the fault that paused the service; null for anything else.
  let fault: String?
  let cure: String?
  let until: Date?
  /// Whether it resolves itself, such as a service that is paused for a while.
  let passes: Bool

  func encode(to encoder: any Encoder) throws {
    let fields: JSONObject = [
      "code": code, "since": since, "reason": reason, "fault": fault, "cure": cure, "until": until,
    ]
    try fields.encode(to: encoder)
  }

  private init(
    _ code: String, since: Date, _ reason: String, fault: String? = nil, cure: Cure?, until: Date = .distantFuture,
    passes: Bool = false
  ) {
    self.code = code
    self.since = since
    self.reason = reason
    self.fault = fault
    self.cure = cure?.text
    self.until = until == .distantFuture ? nil : until
    self.passes = passes
  }

  /// All problems, in the order in which a user should read them.
  /// - Parameter conditions: those recorded in the ledger.
  static func all(of conditions: [Condition], at context: CommandContext, now: Date) -> [HealthReport] {
    let recorded = conditions.filter { !$0.isOnlyToKnow && !$0.isRemovedObstacle }.map { condition in
      HealthReport(
        condition.code, since: condition.since, condition.reason, fault: condition.fault,
        cure: condition.service.map { context.cure(condition.cure, for: condition.faultCode, of: $0) }
          ?? condition.cure,
        until: condition.until, passes: !condition.needsPerson)
    }
    let seen = [
      conditions.contains { $0.health == .disk } ? nil : disk(at: context, now: now), lock(at: context, now: now),
    ]
    return offline(conditions) + recorded + seen.compactMap(\.self)
  }

  /// Reported once, before the services that it makes unreachable.
  private static func offline(_ conditions: [Condition]) -> [HealthReport] {
    let unreached = conditions.filter { $0.faultCode == .unreachable }
    guard let first = unreached.map(\.since).min(), unreached.count > 1 || !hasDefaultRoute else { return [] }
    return [
      HealthReport(
        HealthCode.offline.rawValue, since: first, "No internet connection", cure: nil,
        until: unreached.map(\.until).min() ?? .distantFuture, passes: true)
    ]
  }

  private static func disk(at context: CommandContext, now: Date) -> HealthReport? {
    UnwritableFolder.met(at: context.loaded.places.state, needing: UnwritableFolder.roomForLedger, flushing: false).map
    {
      HealthReport(HealthCode.ledger.rawValue, since: now, $0.reason, cure: .advice($0.cureInPassing))
    }
  }

  /// AlbumScan's own programs hold the lock only for a moment.
  private static func lock(at context: CommandContext, now: Date) -> HealthReport? {
    guard let holder = LockHolder.of(context.loaded.places.ledger.string), !holder.name.hasPrefix("albumscan") else {
      return nil
    }
    return HealthReport(
      HealthCode.ledgerLocked.rawValue, since: now,
      "\(holder) keeps the ledger locked, so everything waits",
      cure: .advice("End it if you no longer need it: kill \(holder.pid)"))
  }

  /// For people: the problem, the reason, and what to do.
  func lines(on output: CommandOutput) -> [String] {
    let end = until.map {
      " (\(ServiceName(rawValue: code) == nil ? "until" : "asked again at") \(Phrases.moment($0)))"
    }
    let mark = passes ? output.style(.doubtful, "!") : output.style(.bad, "✗")
    let said = output.wrapped("\(code): \(reason)\(end ?? "")", indent: 4)
    return ["  \(mark) \(said[0].dropFirst(4))"] + said.dropFirst()
      + (cure.map { ["    \(output.style(.good, "→")) \($0)"] } ?? [])
  }
}

extension Condition {
  /// Whether it tells of a file that is gone.
  var isOfGoneFile: Bool { health == .samePhoto && place.map { !Folder.exists(FilePath($0)) } == true }

  /// Whether it tells of a symbolic link or file that is gone, which the daemon notices only at its next scan.
  fileprivate var isRemovedObstacle: Bool {
    health == .folderBlocked && UnwritableFolder(obstacleAt: FilePath(place ?? "")) == nil
  }
}

extension HealthReport {
  /// Whether there is a default route, as the kernel lists it (proc_net(5)).
  private static var hasDefaultRoute: Bool {
    // The second field is the destination, in hexadecimal; `RTF_UP` is the lowest bit of the flags in the fourth.
    let four = routes(in: "/proc/net/route").dropFirst().contains { fields in
      fields.count > 3 && fields[1] == "00000000" && (Int(fields[3], radix: 16) ?? 0) & 1 == 1
    }
    // The first two fields are the destination and its length; the last is the device.
    let six = routes(in: "/proc/net/ipv6_route").contains { fields in
      fields.count > 9 && fields[0].allSatisfy { $0 == "0" } && fields[1] == "00" && fields[9] != "lo"
    }
    return four || six
  }

  private static func routes(in file: String) -> [[Substring]] {
    // If the file can't be read, the routes are unknown.
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.split { $0 == " " || $0 == "\t" } }
  }
}
