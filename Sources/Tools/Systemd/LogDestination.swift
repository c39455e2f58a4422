internal import Glibc
package import Logging

/// Where this process logs to: the journal, or standard error.
package enum LogDestination: Equatable, Sendable {
  case journal
  /// With priorities if standard error leads to the journal.
  case standardError(withPriorities: Bool)

  /// Sends every `Logger` of this process to the right destination. Call it once, before anything else.
  ///
  /// - Parameter identifier: the name of the records in the journal.
  @discardableResult
  package static func bootstrap(identifier: String, level: Logger.Level = .info) -> LogDestination {
    let destination = current
    LoggingSystem.bootstrap(
      { _, provider in
        switch destination {
        case .journal:
          JournalLogHandler(identifier: identifier, level: level, metadataProvider: provider)
        case .standardError(let withPriorities):
          StderrLogHandler(withPriorities: withPriorities, level: level, metadataProvider: provider)
        }
      }, metadataProvider: nil)
    return destination
  }

  /// The journal only if the service manager has connected standard error to it *and* its own socket exists: without
  /// the socket, sd_journal_sendv drops the record but reports success.
  static func choose(
    journalStream: String?, standardError: (device: UInt64, inode: UInt64)?, isJournalListening: Bool
  ) -> LogDestination {
    let parts = (journalStream ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let device = UInt64(parts[0]), let inode = UInt64(parts[1]),
      let standardError, standardError == (device, inode)
    else { return .standardError(withPriorities: false) }
    return isJournalListening ? .journal : .standardError(withPriorities: true)
  }

  private static var current: LogDestination {
    var status = stat()
    let standardError: (UInt64, UInt64)? =
      fstat(STDERR_FILENO, &status) == 0
      ? (UInt64(status.st_dev), UInt64(status.st_ino)) : nil
    let isJournalListening =
      stat("/run/systemd/journal/socket", &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    return choose(
      journalStream: getenv("JOURNAL_STREAM").map { String(cString: $0) },
      standardError: standardError, isJournalListening: isJournalListening)
  }
}

extension LogHandler {
  /// All metadata of an event: the handler's, the task's, and the event's own, which takes precedence.
  func allMetadata(of event: LogEvent) -> Logger.Metadata {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
    if let own = event.metadata { all.merge(own) { $1 } }
    if let error = event.error, all["error"] == nil { all["error"] = "\(error)" }
    return all
  }
}

extension Logger.Level {
  /// The syslog priority (RFC 5424, 6.2.1).
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
