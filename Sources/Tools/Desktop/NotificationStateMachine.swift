/// Decides what to send to the notification server, and tracks what it shows (Desktop Notifications Specification 1.2,
/// D-Bus Protocol).
struct NotificationStateMachine {
  enum Order: Equatable, Sendable {
    case show(DesktopNotification)
    case update(DesktopNotification)
    case withdraw(tag: String)
    case open(address: String)
  }

  enum Call: Equatable {
    case capabilities
    case notify(DesktopNotification, replacing: UInt32, body: String, actions: [DesktopNotification.Action])
    case close(UInt32)
    case open(address: String)
  }

  private enum Pending {
    case capabilities
    case notify(tag: String, isWithdrawn: Bool)
    case close
    case open
  }

  /// The most notifications that wait to be shown; then the newest are kept.
  private static let mostWaiting = 16
  /// The most notifications whose buttons are listened to at the same time.
  private static let mostShown = 64

  private var capabilities: Set<String>?
  private var waiting: [DesktopNotification] = []
  private var shown: [(tag: String, id: UInt32)] = []
  private var pending: [UInt64: Pending] = [:]

  /// Whether nothing is shown and nothing is expected.
  var isIdle: Bool { waiting.isEmpty && shown.isEmpty && pending.isEmpty }
  var expectsAnswer: Bool { !pending.isEmpty }
  /// The notifications shown, to be closed when nobody listens any longer.
  var ids: [UInt32] { shown.map(\.id) }

  mutating func take(_ order: Order) -> [Call] {
    switch order {
    case .open(let address): return [.open(address: address)]
    case .show(let notification):
      waiting.removeAll { $0.tag == notification.tag }
      waiting.append(notification)
      if waiting.count > Self.mostWaiting { waiting.removeFirst() }
      return next()
    case .update(let notification):
      let tag = notification.tag
      let isUnderWay = pending.values.contains {
        if case .notify(tag, isWithdrawn: false) = $0 { true } else { false }
      }
      guard isUnderWay || waiting.contains(where: { $0.tag == tag }) || shown.contains(where: { $0.tag == tag }) else {
        return []
      }
      return take(.show(notification))
    case .withdraw(let tag):
      waiting.removeAll { $0.tag == tag }
      for (cookie, call) in pending {
        if case .notify(tag, _) = call { pending[cookie] = .notify(tag: tag, isWithdrawn: true) }
      }
      return shown.filter { $0.tag == tag }.map { .close($0.id) }
    }
  }

  /// A call was sent, and will be answered with this cookie.
  mutating func sent(_ call: Call, as cookie: UInt64) {
    switch call {
    case .capabilities: pending[cookie] = .capabilities
    case .notify(let notification, _, _, _): pending[cookie] = .notify(tag: notification.tag, isWithdrawn: false)
    case .close: pending[cookie] = .close
    case .open: pending[cookie] = .open
    }
  }

  mutating func answered(_ cookie: UInt64, capabilities: Set<String>) -> [Call] {
    guard case .capabilities? = pending.removeValue(forKey: cookie) else { return [] }
    self.capabilities = capabilities
    return next()
  }

  mutating func answered(_ cookie: UInt64, id: UInt32) -> (calls: [Call], event: DesktopEvent?) {
    guard case .notify(let tag, let isWithdrawn)? = pending.removeValue(forKey: cookie) else { return ([], nil) }
    shown.removeAll { $0.tag == tag || $0.id == id }
    shown.append((tag, id))
    if shown.count > Self.mostShown { shown.removeFirst() }
    return ((isWithdrawn ? [.close(id)] : []) + next(), .shown(tag: tag))
  }

  /// An answer without contents.
  mutating func answered(_ cookie: UInt64) { pending[cookie] = nil }

  mutating func failed(_ cookie: UInt64, because reason: String) -> (calls: [Call], event: DesktopEvent?) {
    switch pending.removeValue(forKey: cookie) {
    case .capabilities?:
      waiting = []
      return ([], .unavailable(reason))
    case .notify?: return (next(), .unavailable(reason))
    case .open?: return ([], .notOpened(reason))
    case .close?, nil: return ([], nil)
    }
  }

  func invoked(_ id: UInt32, _ action: String) -> DesktopEvent? {
    shown.first { $0.id == id }.map { .invoked(tag: $0.tag, action: action) }
  }

  mutating func closed(_ id: UInt32) { shown.removeAll { $0.id == id } }

  /// The server is gone or was replaced, so nothing is shown any longer.
  mutating func serverChanged() {
    shown = []
    capabilities = nil
  }

  /// The notifications that can be shown now; never two with the same tag.
  private mutating func next() -> [Call] {
    guard let capabilities else {
      let isAsked = pending.values.contains { if case .capabilities = $0 { true } else { false } }
      return waiting.isEmpty || isAsked ? [] : [.capabilities]
    }
    let underWay = Set(pending.values.compactMap { if case .notify(let tag, _) = $0 { tag } else { nil } })
    let ready = waiting.filter { !underWay.contains($0.tag) }
    waiting.removeAll { !underWay.contains($0.tag) }
    return ready.map { notification in
      .notify(
        notification, replacing: shown.first { $0.tag == notification.tag }?.id ?? 0,
        body: capabilities.contains("body-markup") ? Self.escaped(notification.body) : notification.body,
        actions: capabilities.contains("actions") ? notification.actions : [])
    }
  }
}

extension NotificationStateMachine {
  /// Escapes plain text for a body with markup, a small subset of XML (Desktop Notifications Specification 1.2, Markup).
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
