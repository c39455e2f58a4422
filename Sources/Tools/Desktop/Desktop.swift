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

  /// Replaces what is shown under this tag; does nothing where it isn't shown any more.
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
