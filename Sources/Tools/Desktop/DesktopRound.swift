internal import Glibc
internal import Threads

/// The conversation with the notification server over one connection: the state machine decides, the bus sends.
struct DesktopRound {
  private var machine = NotificationStateMachine()
  /// In seconds.
  private let patience: Double
  /// When the first missing answer is due, on the monotonic clock.
  private var deadline: Double?
  /// The server's unique name: anyone on the bus can send signals that look like its own.
  private var server: String?

  private static let notifications = "org.freedesktop.Notifications"

  init(patience: Double) { self.patience = patience }

  var isIdle: Bool { machine.isIdle }

  mutating func take(_ order: NotificationStateMachine.Order, on bus: borrowing SessionBus) throws(BusError) {
    try make(machine.take(order), on: bus)
  }

  /// Processes all messages that have arrived.
  mutating func listen(to bus: borrowing SessionBus) throws(BusError) -> [DesktopEvent] {
    var events: [DesktopEvent] = []
    while let message = try bus.next() {
      if let cookie = message.replyCookie {
        let (calls, event) = answer(cookie, message)
        try make(calls, on: bus)
        if let event { events.append(event) }
      } else if message.isSignal(Self.notifications, "ActionInvoked"), message.sender == server,
        let id = message.number(), let action = message.text()
      {
        if let event = machine.invoked(id, action) { events.append(event) }
      } else if message.isSignal(Self.notifications, "NotificationClosed"), message.sender == server,
        let id = message.number()
      {
        machine.closed(id)
      } else if message.isSignal("org.freedesktop.DBus", "NameOwnerChanged"), let name = message.text(),
        name == Self.notifications, let old = message.text(), !old.isEmpty
      {
        // The first owner of the name is the server that our request started.
        machine.serverChanged()
      }
    }
    if !machine.expectsAnswer { deadline = nil }
    if let deadline, MonotonicClock.now >= deadline { throw BusError(code: ETIMEDOUT) }
    return events
  }

  private mutating func answer(
    _ cookie: UInt64, _ message: borrowing BusMessage
  ) -> (calls: [NotificationStateMachine.Call], event: DesktopEvent?) {
    if let error = message.error { return machine.failed(cookie, because: error) }
    if let capabilities = message.texts() {
      server = message.sender
      return (machine.answered(cookie, capabilities: Set(capabilities)), nil)
    }
    if let id = message.number() { return machine.answered(cookie, id: id) }
    machine.answered(cookie)
    return ([], nil)
  }

  private mutating func make(_ calls: [NotificationStateMachine.Call], on bus: borrowing SessionBus) throws(BusError) {
    for call in calls {
      machine.sent(call, as: try bus.make(call))
      if deadline == nil { deadline = MonotonicClock.now + patience }
    }
  }

  /// Closes all notifications, because their buttons would no longer work.
  func takeDown(on bus: borrowing SessionBus) throws(BusError) {
    for id in machine.ids { _ = try bus.make(.close(id)) }
  }

  /// Sleeps until a message arrives, or an answer is overdue.
  func wait(for bus: borrowing SessionBus, or wake: PollableFlag) throws(BusError) {
    var requests = [
      wake.request,
      pollfd(fd: bus.descriptor, events: bus.events, revents: 0),
    ]
    let until = [deadline, bus.deadline].compactMap { $0 }.min()
    guard poll(&requests, nfds_t(requests.count), MonotonicClock.milliseconds(until: until)) >= 0 || errno == EINTR
    else {
      throw BusError(code: errno)
    }
    if requests[0].revents != 0 { wake.clear() }
  }
}
