internal import Albums
internal import Foundation
internal import Glibc

/// Why `systemctl --user` can't reach the user's services from here, and what helps.
struct SessionObstacle: Equatable, Sendable {
  let reason: String
  let cure: Cure

  /// The one here; nil if there is none.
  static var met: SessionObstacle? {
    let (user, environment) = (ProcessInfo.processInfo.userName, ProcessInfo.processInfo.environment)
    let own = "/run/user/\(geteuid())"
    // By either, systemctl finds the user's instance of systemd (systemd, "File Descriptors and Environment":
    // `sd_bus_open_user`).
    let folder = environment["XDG_RUNTIME_DIR"]
    if let folder, !folder.isEmpty, isServed(folder) { return nil }
    if environment["DBUS_SESSION_BUS_ADDRESS"]?.contains("=\(own)/bus") == true, isServed(own) { return nil }
    let export = "export XDG_RUNTIME_DIR=\(own)"
    if isServed(own) {
      let now = folder.map { $0.isEmpty ? "is empty" : "is \($0)" } ?? "isn't set"
      return SessionObstacle(
        reason: "this shell isn't part of a login session of \(user), as after sudo -u or su: XDG_RUNTIME_DIR \(now)",
        cure: .command(export))
    }
    // sd_booted(3)
    guard access("/run/systemd/system", F_OK) == 0 else {
      return SessionObstacle(
        reason:
          "systemd doesn't run this system, as in most containers, so nothing starts services for a login session",
        cure: .advice("Start albumscand yourself, for instance as the container's command"))
    }
    // Lingering begins a moment later; starting the instance of systemd waits until it listens.
    return SessionObstacle(
      reason: "\(user) has no login session, as after sudo -u or su, so systemd doesn't run services for this user",
      cure: .command(
        "sudo loginctl enable-linger \(user.shellWord) && sudo systemctl start user@\(geteuid()) && \(export)"))
  }

  /// Whether a folder is this user's, and their instance of systemd listens there.
  private static func isServed(_ folder: String) -> Bool {
    var status = stat()
    return stat(folder, &status) == 0 && status.st_uid == geteuid() && access("\(folder)/systemd/private", W_OK) == 0
  }
}
