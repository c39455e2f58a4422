internal import Albums
internal import Console
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
  @Nullable var cure: String?
  @Nullable var until: Date?
  /// Whether it resolves itself, such as a service that is paused for a while.
  let passes: Bool

  private enum CodingKeys: CodingKey { case code, since, reason, cure, until }

  private init(
    _ code: String, since: Date, _ reason: String, cure: String?, until: Date? = nil, passes: Bool = false
  ) {
    self.code = code
    self.since = since
    self.reason = reason
    _cure = Nullable(cure)
    _until = Nullable(until)
    self.passes = passes
  }

  /// All problems, in the order in which a user should read them.
  /// - Parameters:
  ///   - written: those recorded in the ledger.
  ///   - closures: services that are paused.
  static func all(of written: [HealthItem], _ closures: [Closure], at context: CommandContext, now: Date)
    -> [HealthReport]
  {
    let ofLedger = written.filter { !$0.isOnlyToKnow && !$0.isRemovedObstacle }.map {
      HealthReport($0.code, since: $0.since, $0.reason, cure: $0.cure, until: $0.until)
    }
    let ofDisk = written.contains { HealthCode(printed: $0.code) == .disk } ? nil : disk(at: context, now: now)
    let ofServices = closures.map {
      HealthReport(
        $0.service.rawValue, since: $0.since, $0.reason, cure: context.cure($0.cure, of: $0.service), until: $0.until,
        passes: $0.kind == .transient)
    }
    return offline(closures) + ofLedger + [ofDisk].compactMap(\.self) + ofServices
      + [lock(at: context, now: now)].compactMap(\.self)
  }

  /// Reported once, before the services that it makes unreachable.
  private static func offline(_ closures: [Closure]) -> [HealthReport] {
    let unreached = closures.filter { $0.kind == .transient && $0.reason.contains(ServiceFault.unreachable) }
    guard let first = unreached.map(\.since).min(), unreached.count > 1 || !DefaultRoute.isThere else { return [] }
    return [
      HealthReport(
        HealthCode.offline.rawValue, since: first, "No internet connection", cure: nil,
        until: unreached.map(\.until).min(), passes: true)
    ]
  }

  private static func disk(at context: CommandContext, now: Date) -> HealthReport? {
    DiskTrouble.met(at: context.loaded.places.state, needing: DiskTrouble.roomForLedger, flushing: false).map {
      HealthReport(HealthCode.ledger.rawValue, since: now, $0.reason, cure: $0.cureInPassing)
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
      cure: "End it if you no longer need it: kill \(holder.pid)")
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

extension HealthItem {
  /// Whether it tells of a symbolic link or file that is gone, which the daemon notices only at its next scan.
  fileprivate var isRemovedObstacle: Bool {
    let code = HealthCode.folderBlocked
    return HealthCode(printed: self.code) == code
      && DiskTrouble(obstacleAt: FilePath(String(self.code.dropFirst(code.printed(at: "").count)))) == nil
  }
}

/// The default route, as the kernel lists it (proc_net(5)).
enum DefaultRoute {
  static var isThere: Bool {
    // The second field is the destination, in hexadecimal; `RTF_UP` is the lowest bit of the flags in the fourth.
    let four = lines(of: "/proc/net/route").dropFirst().contains { fields in
      fields.count > 3 && fields[1] == "00000000" && (Int(fields[3], radix: 16) ?? 0) & 1 == 1
    }
    // The first two fields are the destination and its length; the last is the device.
    let six = lines(of: "/proc/net/ipv6_route").contains { fields in
      fields.count > 9 && fields[0].allSatisfy { $0 == "0" } && fields[1] == "00" && fields[9] != "lo"
    }
    return four || six
  }

  private static func lines(of file: String) -> [[Substring]] {
    // If the file can't be read, the routes are unknown.
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.split { $0 == " " || $0 == "\t" } }
  }
}
