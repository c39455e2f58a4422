internal import Albums
internal import Console
internal import Foundation
internal import Records
internal import Setup
internal import SystemPackage

/// Checks the queue: pauses, conditions that the daemon recorded, paused services, prices.
struct QueueCheckup {
  let context: CommandContext

  /// - Parameter findings: earlier findings, so that nothing is reported twice.
  func findings(besides findings: [CheckResult]) async -> [CheckResult] {
    var line = await pause() + clock()
    let found = Set(findings.filter { $0.verdict != .good }.map(\.code))
    // A ledger that can't be read has its own finding (`CommandContext.checked`). The same applies to the `try?` below.
    for item in (try? await context.ledger.conditions(now: Date())) ?? [] {
      guard let code = item.health else { continue }
      if let service = item.service {
        guard item.needsPerson, !findings.contains(where: { $0.code == code && $0.fault == item.fault }) else {
          continue
        }
        let cure = context.cure(item.cure, for: item.faultCode, of: service)
        line.append(.bad(code, service.rawValue, item.reason, Self.usable(cure)))
        continue
      }
      if found.contains(code) || item.isOfGoneFile { continue }
      // The folder checkup finds what the watch found, and more.
      if [.inboxMissing: .folderMissing, .unreadable: .folderPermission][code].map(found.contains) == true { continue }
      line.append(Self.finding(code, item))
    }
    return line + prices()
  }

  private static func finding(_ code: HealthCode, _ item: Condition) -> CheckResult {
    if item.isOnlyToKnow { return .good(code, "Condition", item.reason) }
    let path = FilePath(item.place ?? "")
    let cure: Cure =
      switch code {
      // The settings themselves are valid; otherwise the doctor would have reported that and stopped.
      case .settings: .command("systemctl --user reload albumscand")
      // The program itself has its own finding.
      case .imaging: .command("albumscanctl resume")
      case .stuck: .command("systemctl --user restart albumscand")
      case .unreadable where path.isOurs: .command("chmod u+rX \(path.string.shellWord)")
      case .tooManyFolders: .advice("Move folders elsewhere, or name them in folders.ignore: albumscanctl config path")
      default: usable(item.cure)
      }
    return .bad(code, "Condition", item.reason, cure)
  }

  /// Don't tell users of the doctor to run the doctor.
  private static func usable(_ cure: Cure?) -> Cure {
    guard let cure, cure != .command("albumscanctl doctor") else { return .command("albumscanctl resume") }
    return cure
  }

  private func pause() async -> [CheckResult] {
    guard let pause = try? await context.ledger.pause() else { return [] }
    return [
      .doubtful(
        .paused, "Queue", "paused since \(Phrases.moment(pause.at)): \(pause.reason)", .command("albumscanctl resume"))
    ]
  }

  /// A scan is in the future: the clock was set back, or is reset at each boot.
  private func clock() async -> [CheckResult] {
    guard let newest = try? await context.ledger.scans(limit: 1).first,
      newest.arrived > Date().addingTimeInterval(3600)
    else { return [] }
    return [
      .bad(
        .clock, "Clock", "the clock is behind: scan \(newest.id) arrived at \(Phrases.moment(newest.arrived))",
        .advice("Set the clock: sudo timedatectl set-ntp true"))
    ]
  }

  private func prices() -> [CheckResult] {
    // A key or file that can't be used has its own finding.
    guard let list = try? PriceList(context), list.service != nil else { return [] }
    let warnings = list.warnings(now: Date())
    if warnings.isEmpty { return [.good(.prices, "Prices", list.note ?? "as of \(list.asOf)")] }
    return warnings.compactMap { warning in
      // Your own server has no default model.
      let unset =
        list.service == .compatible ? nil : warning.model.flatMap(context.loaded.settings.models.unsetting)
      return HealthCode(rawValue: warning.code).map {
        .doubtful($0, "Prices", warning.reason, unset.map(Cure.command) ?? .advice(warning.cure))
      }
    }
  }
}
