/// The logged-in user's desktop: shows notifications, reports pressed buttons, and opens pages (Desktop Notifications
/// Specification 1.2, through the session bus).
///
/// Nothing waits and nothing fails: without a desktop, orders are dropped, and the next one tries again.
package final class Desktop: Sendable {
  private let loop: DesktopLoop

  /// - Parameters:
  ///   - address: of the bus; nil for the session's.
  ///   - patience: seconds after which a bus that doesn't answer is given up.
  ///   - tell: called on a thread of the desktop's own.
  package init(address: String? = nil, patience: Double = 10, tell: @escaping @Sendable (DesktopEvent) -> Void) {
    loop = DesktopLoop(address: address, patience: patience, tell: tell)
  }

  /// Whether there seems to be a session with a bus.
  package static var isThere: Bool { SessionBus.isThere }

  package func show(_ notification: DesktopNotification) { loop.submit(.show(notification)) }

  /// Replaces what is shown under this tag; does nothing where it isn't shown anymore.
  package func update(_ notification: DesktopNotification) {
    if loop.isAwake { loop.submit(.update(notification)) }
  }

  /// Takes away what is shown under this tag.
  package func withdraw(_ tag: String) { if loop.isAwake { loop.submit(.withdraw(tag: tag)) } }

  /// Has the desktop open an address, such as `file:///…`.
  package func open(_ address: String) { loop.submit(.open(address: address)) }

  /// True while there is a thread for it.
  package var isAwake: Bool { loop.isAwake }

  /// Takes away all that is shown, and returns when that is said.
  package func shutDown() async { await loop.shutDown() }
}

/// A desktop notification. All texts are plain; anything that a server would take for markup is escaped.
package struct DesktopNotification: Equatable, Sendable {
  /// A button.
  package struct Action: Equatable, Sendable {
    /// Comes back when it is pressed. "default" is a click on the notification itself.
    package let key: String
    package let label: String

    package init(_ key: String, _ label: String) {
      self.key = key
      self.label = label
    }
  }

  /// One notification a tag: a later one replaces it while it is shown.
  package let tag: String
  package let summary: String
  package let body: String
  package let actions: [Action]
  /// The path of a picture that is shown beside the text.
  package let picture: String?
  /// In milliseconds, after which it goes by itself where the desktop allows that; nil for as long as the desktop finds
  /// right.
  package let lasts: Int32?

  package init(
    tag: String, summary: String, body: String, actions: [Action] = [], picture: String? = nil, lasts: Int32? = nil
  ) {
    self.tag = tag
    self.summary = summary
    self.body = body
    self.actions = actions
    self.picture = picture
    self.lasts = lasts
  }
}

/// An event from the desktop.
package enum DesktopEvent: Equatable, Sendable {
  /// A person pressed a button.
  case invoked(tag: String, action: String)
  /// A notification is being shown.
  case shown(tag: String)
  /// Nothing can be shown now; what was to be shown is dropped.
  case unavailable(String)
  /// An address couldn't be opened.
  case notOpened(String)
}
