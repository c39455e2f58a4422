internal import CSystemd
internal import Glibc

/// A connection to the user's session bus. It never blocks: `next()` sends what couldn't be sent at once.
struct SessionBus: ~Copyable {
  private let raw: OpaquePointer

  private static let notifications = "org.freedesktop.Notifications"
  private static let notificationsPath = "/org/freedesktop/Notifications"

  /// Whether there seems to be a session bus, without connecting.
  static var isThere: Bool {
    if getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
    guard let folder = getenv("XDG_RUNTIME_DIR") else { return false }
    return access(String(cString: folder) + "/bus", F_OK) == 0
  }

  /// Starts to connect, and subscribes to the notification server's signals.
  /// - Parameter address: nil for the session bus.
  static func open(address: String? = nil) throws(BusError) -> SessionBus {
    let bus: SessionBus
    if let address {
      bus = SessionBus(raw: try connection(to: address))
    } else {
      bus = SessionBus(raw: try sessionConnection())
    }
    try bus.subscribe()
    return bus
  }

  private init(raw: OpaquePointer) { self.raw = raw }

  private func subscribe() throws(BusError) {
    for rule in [
      "type='signal',sender='\(Self.notifications)',interface='\(Self.notifications)'",
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.notifications)'",
    ] {
      let message = try call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch")
      try message.append(rule)
      _ = try send(message)
    }
  }

  deinit { sd_bus_close_unref(raw) }

  private static func sessionConnection() throws(BusError) -> OpaquePointer {
    var raw: OpaquePointer?
    try BusError.check(sd_bus_open_user(&raw))
    guard let raw else { throw BusError(code: ENOTCONN) }
    return raw
  }

  private static func connection(to address: String) throws(BusError) -> OpaquePointer {
    var raw: OpaquePointer?
    try BusError.check(sd_bus_new(&raw))
    guard let raw else { throw BusError(code: ENOTCONN) }
    do {
      try BusError.check(sd_bus_set_address(raw, address))
      try BusError.check(sd_bus_set_bus_client(raw, 1))
      try BusError.check(sd_bus_start(raw))
    } catch {
      sd_bus_unref(raw)
      throw error
    }
    return raw
  }

  // MARK: Waiting

  var descriptor: CInt { sd_bus_get_fd(raw) }
  var events: Int16 { Int16(truncatingIfNeeded: max(0, sd_bus_get_events(raw))) }

  /// When sd-bus wants to be called again, in seconds of the monotonic clock.
  var deadline: Double? {
    var time = UInt64.max
    guard sd_bus_get_timeout(raw, &time) >= 0, time != .max else { return nil }
    return Double(time) / 1e6
  }

  /// The next message; nil if there is none.
  /// - Throws: if the connection is lost.
  func next() throws(BusError) -> BusMessage? {
    while true {
      var message: OpaquePointer?
      let result = try BusError.check(sd_bus_process(raw, &message))
      if let message { return BusMessage(message) }
      if result == 0 {
        guard sd_bus_is_open(raw) > 0 else { throw BusError(code: ENOTCONN) }
        return nil
      }
    }
  }

  // MARK: Calls

  /// - Returns: the cookie of the answer.
  func make(_ call: NotificationStateMachine.Call) throws(BusError) -> UInt64 {
    switch call {
    case .capabilities: try send(try notificationsCall("GetCapabilities"))
    case .notify(let notification, let id, let body, let actions):
      try send(try notify(notification, replacing: id, body: body, actions: actions))
    case .close(let id):
      try send(try closing(id))
    case .open(let address): try send(try opening(address))
    }
  }

  private func notify(
    _ notification: DesktopNotification, replacing id: UInt32, body: String, actions: [DesktopNotification.Action]
  ) throws(BusError) -> BusMessage {
    let message = try notificationsCall("Notify")
    try message.append("AlbumScan")
    try message.append(id, as: "u")
    // An icon that every theme has (Icon Naming Specification).
    try message.append("media-optical")
    try message.append(notification.summary)
    try message.append(body)
    try message.list(actions.flatMap { [$0.key, $0.label] })
    try message.container("a", "{sv}") { () throws(BusError) in
      try message.named("urgency", "y", in: "e") { () throws(BusError) in try message.append(UInt8(1), as: "y") }
      if !notification.outlives {
        try message.named("desktop-entry", "s", in: "e") { () throws(BusError) in try message.append("albumscan") }
      }
      if let picture = notification.picture {
        try message.named("image-path", "s", in: "e") { () throws(BusError) in try message.append(picture) }
      }
    }
    try message.append(notification.lasts ?? -1, as: "i")
    return message
  }

  private func closing(_ id: UInt32) throws(BusError) -> BusMessage {
    let message = try notificationsCall("CloseNotification")
    try message.append(id, as: "u")
    return message
  }

  /// Asks the user's service manager to run xdg-open. A program started by the daemon would run in the daemon's
  /// sandbox, where a browser can't work, and many desktops lack the portal for opening addresses.
  private func opening(_ address: String) throws(BusError) -> BusMessage {
    let message = try call(
      "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
      "StartTransientUnit")
    try message.append("albumscan-open-\(UInt64.random(in: 0 ... .max)).service")
    try message.append("fail")
    try message.container("a", "(sv)") { () throws(BusError) in
      try message.named("Description", "s", in: "r") { () throws(BusError) in
        try message.append("A page of AlbumScan, opened from a notification")
      }
      try message.named("Type", "s", in: "r") { () throws(BusError) in try message.append("exec") }
      // xdg-open exits at once; the program that it started keeps running.
      try message.named("KillMode", "s", in: "r") { () throws(BusError) in try message.append("process") }
      try message.named("CollectMode", "s", in: "r") { () throws(BusError) in
        try message.append("inactive-or-failed")
      }
      try message.named("ExecStart", "a(sasb)", in: "r") { () throws(BusError) in
        try message.container("a", "(sasb)") { () throws(BusError) in
          try message.container("r", "sasb") { () throws(BusError) in
            try message.append("/usr/bin/env")
            try message.list(["env", "xdg-open", address])
            try message.append(false)
          }
        }
      }
    }
    try message.container("a", "(sa(sv))") { () throws(BusError) in }
    return message
  }

  private func notificationsCall(_ member: String) throws(BusError) -> BusMessage {
    try call(Self.notifications, Self.notificationsPath, Self.notifications, member)
  }

  private func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String
  ) throws(BusError) -> BusMessage {
    var message: OpaquePointer?
    try BusError.check(sd_bus_message_new_method_call(raw, &message, destination, path, interface, member))
    guard let message else { throw BusError(code: ENOMEM) }
    return BusMessage(message)
  }

  private func send(_ message: borrowing BusMessage) throws(BusError) -> UInt64 {
    var cookie: UInt64 = 0
    try BusError.check(sd_bus_send(raw, message.raw, &cookie))
    return cookie
  }
}
