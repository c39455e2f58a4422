internal import Albums
internal import Disk
internal import Foundation
internal import Glibc
internal import Pipeline
internal import Records
internal import Setup
internal import SystemPackage
internal import Watching

/// Looks at this machine: settings, keys, folders, disk, watch limits, the service and its linger.
struct LocalCheckup {
  let desk: Desk

  private var settings: Settings { desk.loaded.settings }

  func findings() async -> [Finding] {
    var findings = [settingsFinding(), keyFinding(), contactFinding()]
    findings += folders() + conflicts()
    findings += [disk(), watches(), programs(), daemon(), linger()]
    findings += await conditions()
    findings.append(contentsOf: prices())
    return findings
  }

  private func settingsFinding() -> Finding {
    .good("settings", "Settings", desk.loaded.fileExists ? "\(desk.loaded.file)" : "none, the defaults hold")
  }

  private func keyFinding() -> Finding {
    do {
      let found = try Credential.allCases.compactMap { credential in
        try desk.credentials.find(credential).map { (credential, $0.provenance) }
      }
      let service = settings.models.provider.service { credential in found.contains { $0.0 == credential } }
      guard let service else {
        return .bad(
          "key", "Key", "there is no key of a model provider, so no cover can be read",
          cure: "albumscanctl key set anthropic")
      }
      let own = Credential(for: service)
      if let entry = found.first(where: { $0.0 == own }) {
        return .good("key", "Key", "\(service.rawValue), from \(entry.1)")
      }
      if service == .compatible { return .good("key", "Key", "compatible, without a key") }
      return .bad(
        "key", "Key", "models.provider is \(service.rawValue), and there is no key for it",
        cure: "albumscanctl key set \(service.rawValue)")
    } catch {
      return .bad("key", "Key", "\(error)", cure: "chmod 600 \(desk.loaded.places.credentials)/*")
    }
  }

  private func contactFinding() -> Finding {
    settings.musicBrainzNeedsContact
      ? .bad(
        "contact", "Contact", "MusicBrainz wants to know whom to write to, and musicbrainz.contact is not set",
        cure: "Add to \(desk.loaded.file): musicbrainz: {contact: you@example.org}")
      : .good("contact", "Contact", settings.musicbrainz.contact ?? "not needed by a server of your own")
  }

  private func folders() -> [Finding] {
    let root = desk.root
    let own = ["done", "unsure", "failed", "originals"].map { root.appending($0) }
    return (own + settings.folders.inbox).map { folder in
      let subject = "Folder \(folder.lastComponent?.string ?? folder.string)"
      guard FileManager.default.fileExists(atPath: folder.string) else {
        return settings.folders.inbox.contains(folder)
          ? .bad("folder-missing", subject, "\(folder) isn't there", cure: "mkdir -p '\(folder)'")
          : .good("folder", subject, "made when it is needed")
      }
      guard access(folder.string, R_OK | W_OK | X_OK) == 0 else {
        return .bad("folder-permission", subject, "\(folder) can't be written to", cure: "chmod u+rwx '\(folder)'")
      }
      return .good("folder", subject, folder.string)
    }
  }

  /// Second versions that a sync program made because two machines changed a photo: they aren't scanned, and without a
  /// word nobody would know why.
  private func conflicts() -> [Finding] {
    let rules = IgnoreRules(globs: settings.folders.ignore)
    return settings.folders.inbox.compactMap { inbox in
      let copies = rules.conflictCopies(below: inbox, atMost: Self.mostConflicts)
      guard !copies.isEmpty else { return nil }
      let all = copies.map(\.string).joined(separator: ", ")
      return .doubtful(
        "sync-conflict", "Conflicts", "a sync program's second versions aren't scanned: \(all)",
        cure: "Give a photo another name to have it scanned, or delete it: find '\(inbox)' -iname '*conflict*'")
    }
  }

  /// In one finding.
  private static let mostConflicts = 20

  private func disk() -> Finding {
    let state = desk.loaded.places.state
    for place in [state, desk.root] {
      if let trouble = DiskTrouble.met(at: place) { return .bad("disk", "Disk", trouble.reason, cure: trouble.cure) }
    }
    guard let free = try? DiskSpace.free(at: state) else {
      return .bad("disk", "Disk", "free space can't be read", cure: "df -h '\(state)'")
    }
    let megabytes = free >> 20
    return megabytes < 200
      ? .bad("disk-full", "Disk", "only \(megabytes) MB are free, 200 are needed", cure: "df -h '\(state)'")
      : .good("disk", "Disk", "\(megabytes) MB are free")
  }

  private func watches() -> Finding {
    let limit =
      (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_user_watches", encoding: .utf8))
      .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0
    return limit < 1024
      ? .doubtful(
        "watches", "Watches", "only \(limit) folders of all programs can be watched; the rest is polled",
        cure: "echo fs.inotify.max_user_watches=65536 | sudo tee /etc/sysctl.d/90-inotify.conf && sudo sysctl --system")
      : .good("watches", "Watches", "up to \(limit) folders")
  }

  private func programs() -> Finding {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folder = FilePath(own).removingLastComponent()
    let missing = ["albumscand", "albumscan-imaging"].filter {
      access(folder.appending($0).string, X_OK) != 0
    }
    return missing.isEmpty
      ? .good("programs", "Programs", "all in \(folder)")
      : .bad("programs", "Programs", "\(missing.joined(separator: " and ")) not in \(folder)", cure: "make install")
  }

  private func daemon() -> Finding {
    guard let holder = desk.daemon else {
      return .bad("daemon", "Daemon", "albumscand isn't running", cure: "systemctl --user start albumscand")
    }
    return .good("daemon", "Daemon", "running\(holder.pid.map { ", pid \($0)" } ?? "")")
  }

  private func linger() -> Finding {
    let user = ProcessInfo.processInfo.userName
    return FileManager.default.fileExists(atPath: "/var/lib/systemd/linger/\(user)")
      ? .good("linger", "Linger", "the daemon goes on when you log out")
      : .doubtful(
        "linger", "Linger", "the daemon stops when you log out, and starts only when you log in",
        cure: "loginctl enable-linger")
  }

  private func prices() -> [Finding] {
    // A key or a file that can't be used has a finding of its own.
    guard let list = try? PriceList(desk), list.service != nil else { return [] }
    let warnings = list.warnings(now: Date())
    if warnings.isEmpty { return [.good("prices", "Prices", "of \(list.asOf)")] }
    return warnings.map { .doubtful($0.code, "Prices", $0.reason, cure: $0.cure) }
  }

  private func conditions() async -> [Finding] {
    let items = (try? await desk.ledger.health(now: Date())) ?? []
    let closures = (try? await desk.ledger.closures().filter { $0.kind == .needsAttention }) ?? []
    return items.map { item in
      item.isOnlyToKnow
        ? Finding.good(item.code, "Condition", item.reason)
        : .bad(item.code, "Condition", item.reason, cure: item.cure ?? "albumscanctl status")
    }
      + closures.map {
        Finding.bad(
          "closed-\($0.service.rawValue)", $0.service.rawValue, $0.reason, cure: $0.cure ?? "albumscanctl resume")
      }
  }
}
