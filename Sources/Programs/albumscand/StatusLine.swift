internal import Albums
internal import Records
internal import Synchronization
internal import Systemd
internal import Threads

/// The status line in `systemctl status`, sent when it changes, and the watchdog's sign of life.
final class StatusLine: Sendable {
  let notifier: ServiceNotifier
  private let watched: Bool
  private let last = Mutex("")

  init(notifier: ServiceNotifier, watched: Bool) {
    self.notifier = notifier
    self.watched = watched
  }

  func update(_ queue: QueueSummary) {
    let text = Self.text(queue)
    if last.exchange(text) != text { notifier.status(text) }
  }

  /// Work is impossible until a condition is over.
  func hold(_ reason: String) {
    _ = last.exchange("")
    notifier.status("Waiting: \(reason)")
    stillHolding()
  }

  /// Another attempt failed. This may take arbitrarily long, even during the start.
  func stillHolding() {
    notifier.extendStart(by: .seconds(30))
    live()
  }

  /// The work loop is alive.
  func live() { if watched { notifier.watchdog() } }

  func release() { notifier.status("Continuing") }

  static func text(_ queue: QueueSummary) -> String {
    let count = { (state: ScanState) in queue.counts[state] ?? 0 }
    if let pause = queue.pause { return "Paused: \(pause) (\(count(.waiting)) waiting)" }
    var parts = ["\(count(.running)) in progress", "\(count(.waiting)) waiting", "\(count(.done)) done"]
    if count(.unsure) > 0 { parts.append("\(count(.unsure)) unsure") }
    if count(.failed) > 0 { parts.append("\(count(.failed)) failed") }
    parts += queue.held.map { "\($0.count) waiting for \($0.by)" }
    return parts.joined(separator: ", ")
  }
}
