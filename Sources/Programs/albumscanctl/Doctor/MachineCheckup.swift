internal import Albums
internal import Console
internal import Covers
internal import Disk
internal import Foundation
internal import Glibc
internal import ImagingClient
internal import ImagingProtocol
internal import Setup
internal import SystemPackage

/// Checks the computer: programs, the service and lingering, watches, and the files beside the ledger.
struct MachineCheckup {
  let context: CommandContext

  private let obstacle = SessionObstacle.met

  func findings() -> [CheckResult] {
    [watches, programs, reading, daemon] + [linger, exposed, covers].compactMap(\.self)
  }

  private var watches: CheckResult {
    let limit =
      // Without the file there is no inotify, so the limit is 0.
      (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_user_watches", encoding: .utf8))
      .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0
    return limit < 1024
      ? .doubtful(
        .watches, "Watches", "all programs together can watch only \(limit) folders; AlbumScan polls the rest",
        .command(
          "echo fs.inotify.max_user_watches=65536 | sudo tee /etc/sysctl.d/90-inotify.conf && sudo sysctl --system"))
      : .good(.watches, "Watches", "up to \(Phrases.grouped(limit)) folders")
  }

  private var programs: CheckResult {
    let folder = Places.programs
    let programs = ["albumscand", "albumscan-imaging"].map(folder.appending)
    guard let missing = programs.first(where: { access($0.string, X_OK) != 0 }) else {
      return .good(.programs, "Programs", "all in \(folder)")
    }
    return FileManager.default.fileExists(atPath: missing.string)
      ? .bad(
        .programs, "Programs", "\(missing) isn't executable",
        .command("\(missing.isOurs ? "" : "sudo ")chmod a+rx \(missing.string.shellWord)"))
      : .bad(.programs, "Programs", "\(missing) is missing", .advice("Reinstall AlbumScan"))
  }

  private var reading: CheckResult {
    let program = Places.programs.appending("albumscan-imaging")
    if let models = TextModels(for: program) {
      return .good(
        .readingModels, "Reading", "text on sleeves is read on this computer, with the models in \(models.folder)")
    }
    let folder = TextModels.expectedFolder(for: program)
    let said = "text on sleeves isn't read, because \(folder) doesn't contain the models for it"
    if folder.removingLastComponent().lastComponent?.string == ".build" {
      let setup = folder.removingLastComponent().removingLastComponent().appending("scripts/setup")
      return .doubtful(.readingModels, "Reading", said, .command("\(setup.string.shellWord) --models"))
    }
    return folder.starts(with: "/usr/share")
      ? .doubtful(.readingModels, "Reading", said, .command("sudo apt reinstall albumscan"))
      : .doubtful(.readingModels, "Reading", said, .advice("Run in AlbumScan's source folder: make install"))
  }

  private var daemon: CheckResult {
    guard let holder = context.daemon else {
      if let obstacle {
        return .bad(
          .daemon, "Daemon", "albumscand isn't running, and systemctl --user can't start it: \(obstacle.reason)",
          obstacle.cure)
      }
      return .bad(.daemon, "Daemon", "albumscand isn't running", .command("systemctl --user start albumscand"))
    }
    return .good(.daemon, "Daemon", "running\(holder.pid.map { ", pid \($0)" } ?? "")")
  }

  /// Nil where nothing ends with a session, because systemd doesn't run this system.
  private var linger: CheckResult? {
    if case .advice? = obstacle?.cure { return nil }
    return FileManager.default.fileExists(atPath: "/var/lib/systemd/linger/\(ProcessInfo.processInfo.userName)")
      ? .good(.linger, "Linger", "the daemon keeps running when you log out")
      : .doubtful(
        .linger, "Linger", "the daemon stops when you log out",
        // With the user name, because the command may not run in a session.
        // Without a session of their own, users may not.
        .command(
          (obstacle == nil ? "" : "sudo ") + "loginctl enable-linger \(ProcessInfo.processInfo.userName.shellWord)"))
  }

  private var exposed: CheckResult? {
    let state = context.loaded.places.state
    guard state.isExposed else { return nil }
    return .doubtful(
      .stateExposed, "Ledger", "other users can read \(state)",
      .command("chmod 700 \(state.string.shellWord)"))
  }

  private var covers: CheckResult? {
    let file = context.loaded.places.coverIndex
    do throws(CoverIndexError) {
      return try CoverIndex(at: file).map {
        .good(.covers, "Covers", "\(Phrases.grouped($0.covers.count)) in the index")
      }
    } catch {
      return .bad(
        .covers, "Covers", "\(error). The daemon builds it again when it starts",
        .command("rm \(file.string.shellWord)"))
    }
  }
}
