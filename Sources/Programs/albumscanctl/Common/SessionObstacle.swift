internal import Albums
internal import Foundation
internal import Glibc

/// Why `systemctl --user` can't reach the user's services from here, and what helps.
struct SessionObstacle: Equatable, Sendable {
  let reason: String
  let cure: Cure

  /// What is known of this login.
  struct Facts: Sendable {
    var userID: UInt32
    var userName: String
    /// `XDG_RUNTIME_DIR`, by which systemctl finds the user's instance of systemd (systemd, "File Descriptors and
    /// Environment": `sd_bus_open_user`).
    var runtimeFolder: String?
    /// `DBUS_SESSION_BUS_ADDRESS`, by which it finds it as well.
    var busAddress: String?
    /// Whether systemd runs this system (sd_booted(3)).
    var isBooted: Bool
    /// Whether a folder is this user's, and their instance of systemd listens there.
    var isServed: @Sendable (_ runtimeFolder: String) -> Bool
  }

  /// Nil if nothing is in the way.
  init?(_ facts: Facts) {
    if let folder = facts.runtimeFolder, !folder.isEmpty, facts.isServed(folder) { return nil }
    let own = "/run/user/\(facts.userID)"
    if facts.busAddress?.contains("=\(own)/bus") == true, facts.isServed(own) { return nil }
    let export = "export XDG_RUNTIME_DIR=\(own)"
    if facts.isServed(own) {
      let now = facts.runtimeFolder.map { $0.isEmpty ? "is empty" : "is \($0)" } ?? "isn't set"
      reason =
        "this shell isn't part of a login session of \(facts.userName), as after sudo -u or su: XDG_RUNTIME_DIR \(now)"
      cure = .command(export)
    } else if facts.isBooted {
      reason =
        "\(facts.userName) has no login session, as after sudo -u or su, so systemd doesn't run services for this user"
      // Lingering begins a moment later; starting the instance of systemd waits until it listens.
      cure = .command(
        "sudo loginctl enable-linger \(facts.userName.shellWord) && sudo systemctl start user@\(facts.userID)"
          + " && \(export)")
    } else {
      reason = "systemd doesn't run this system, as in most containers, so nothing starts services for a login session"
      cure = .advice("Start albumscand yourself, for instance as the container's command")
    }
  }

  /// The one here; nil if there is none.
  static var met: SessionObstacle? {
    SessionObstacle(
      Facts(
        userID: geteuid(), userName: ProcessInfo.processInfo.userName,
        runtimeFolder: ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"],
        busAddress: ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"],
        isBooted: access("/run/systemd/system", F_OK) == 0,
        isServed: { folder in
          var status = stat()
          return stat(folder, &status) == 0 && status.st_uid == geteuid()
            && access("\(folder)/systemd/private", W_OK) == 0
        }))
  }
}
