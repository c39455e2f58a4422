internal import Logging

extension LogHandler {
  /// All that is said beside an event's message: the handler's, the task's, and the event's own, which wins.
  func allMetadata(of event: LogEvent) -> Logger.Metadata {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
    if let own = event.metadata { all.merge(own) { $1 } }
    if let error = event.error, all["error"] == nil { all["error"] = "\(error)" }
    return all
  }
}

extension Logger.Level {
  /// The number syslog has for it (RFC 5424, 6.2.1).
  var syslogPriority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
