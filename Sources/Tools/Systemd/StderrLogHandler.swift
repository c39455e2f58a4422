internal import Glibc
package import Logging

/// Logs to standard error, one line per record: level, message, and metadata.
package struct StderrLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?

  private let withPriorities: Bool
  private let descriptor: CInt

  /// - Parameters:
  ///   - withPriorities: start each line with `<N>`, which systemd strips and uses as the priority (sd-daemon(3)).
  ///   - descriptor: instead of standard error, for tests.
  package init(
    withPriorities: Bool = false, descriptor: CInt = STDERR_FILENO, level: Logger.Level = .info,
    metadataProvider: Logger.MetadataProvider? = nil
  ) {
    self.withPriorities = withPriorities
    self.descriptor = descriptor
    self.metadataProvider = metadataProvider
    logLevel = level
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) { write(event, allMetadata(of: event)) }

  func write(_ event: LogEvent, _ metadata: Logger.Metadata) {
    // In one write, so that lines of several threads don't mix.
    var rest = Array((line(event, metadata) + "\n").utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        return
      }
    }
  }

  func line(_ event: LogEvent, _ metadata: Logger.Metadata) -> String {
    var line = withPriorities ? "<\(event.level.syslogPriority)>" : "\(event.level): "
    line += event.message.description.escapingControls
    let fields =
      metadata
      .filter { $0.key != "message_id" }
      .sorted { $0.key < $1.key }
      .map { "\($0.key.escapingControls)=\(Self.quoted($0.value.description))" }
    if !fields.isEmpty { line += " [\(fields.joined(separator: " "))]" }
    return line
  }

  /// Unchanged if it is unambiguous, otherwise in quotation marks.
  private static func quoted(_ value: String) -> String {
    let escaped = value.escapingControls
    let isPlain = !escaped.isEmpty && !escaped.contains { $0.isWhitespace || "\"=[]\\".contains($0) }
    if isPlain { return escaped }
    var result = "\""
    for character in escaped {
      if character == "\"" { result += "\\" }
      result.append(character)
    }
    return result + "\""
  }
}
