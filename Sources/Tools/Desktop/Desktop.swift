internal import Threads

/// The logged-in user's desktop: shows notifications, reports pressed buttons, and opens pages (Desktop Notifications
/// Specification 1.2, through the session bus).
///
/// Nothing waits and nothing fails: without a desktop, orders are dropped, and the next one tries again.
package final class Desktop: Sendable {
  private let worker: WorkerThread<NotificationStateMachine.Order>

  /// - Parameters:
  ///   - address: of the bus; nil for the session bus.
  ///   - patience: how many seconds to wait for an answer from the bus.
  ///   - tell: called on the desktop's own thread.
  package init(address: String? = nil, patience: Double = 10, tell: @escaping @Sendable (DesktopEvent) -> Void) {
    worker = DesktopRound.worker(on: address, patience: patience, tell: tell)
  }

  /// Whether there seems to be a session bus.
  package static var isThere: Bool { SessionBus.isThere }

  package func show(_ notification: DesktopNotification) { worker.submit(.show(notification)) }

  /// Shows a notification that remains when this process ends. Returns when it is shown, or can't be.
  package static func leave(_ notification: DesktopNotification) async {
    guard isThere else { return }
    let (events, tell) = AsyncStream.makeStream(of: DesktopEvent.self)
    let desktop = Desktop(patience: 3) { tell.yield($0) }
    desktop.show(notification)
    _ = await events.first { _ in true }
  }

  /// Replaces the notification with the same tag; does nothing if it isn't shown any longer.
  package func update(_ notification: DesktopNotification) {
    if isAwake { worker.submit(.update(notification)) }
  }

  /// Closes the notification with this tag.
  package func withdraw(_ tag: String) { if isAwake { worker.submit(.withdraw(tag: tag)) } }

  /// Opens an address, such as `file:///…`, on the desktop.
  package func open(_ address: String) { worker.submit(.open(address: address)) }

  /// Whether its thread is running.
  package var isAwake: Bool { worker.isRunning }

  /// Closes all notifications, and returns when the requests have been sent.
  package func shutDown() async { await worker.shutDown() }
}

/// A desktop notification. All texts are plain; characters with a meaning in markup are escaped.
package struct DesktopNotification: Equatable, Sendable {
  /// A button.
  package struct Action: Equatable, Sendable {
    /// Returned when the button is pressed. "default" is a click on the notification itself.
    package let key: String
    package let label: String

    package init(_ key: String, _ label: String) {
      self.key = key
      self.label = label
    }
  }

  /// There is at most one notification per tag: a later one replaces it.
  package let tag: String
  package let summary: String
  package let body: String
  package let actions: [Action]
  /// The path of a picture to show beside the text.
  package let picture: String?
  /// In milliseconds, until it disappears, if the desktop supports that; nil for the desktop's default.
  package let lasts: Int32?
  /// Whether the program that shows it ends at once. GNOME Shell takes down the notifications of programs that it knows by
  /// their desktop entry when they leave the bus.
  package let outlives: Bool

  package init(
    tag: String, summary: String, body: String, actions: [Action] = [], picture: String? = nil, lasts: Int32? = nil,
    outlives: Bool = false
  ) {
    self.tag = tag
    self.summary = summary
    self.body = body
    self.actions = actions
    self.picture = picture
    self.lasts = lasts
    self.outlives = outlives
  }
}

/// An event from the desktop.
package enum DesktopEvent: Equatable, Sendable {
  /// The user pressed a button.
  case invoked(tag: String, action: String)
  /// A notification is being shown.
  case shown(tag: String)
  /// Notifications can't be shown now; those that were waiting are dropped.
  case unavailable(String)
  /// An address couldn't be opened.
  case notOpened(String)
}
