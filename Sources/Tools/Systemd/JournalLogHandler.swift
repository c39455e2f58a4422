internal import CSystemd
internal import Glibc
package import Logging

/// Writes to the systemd journal, with the metadata as fields that `journalctl` filters by.
package struct JournalLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?

  private let identifier: String
  private let fallback: StderrLogHandler

  /// - Parameter identifier: SYSLOG_IDENTIFIER, for `journalctl -t`.
  package init(identifier: String, level: Logger.Level = .info, metadataProvider: Logger.MetadataProvider? = nil) {
    self.identifier = identifier
    self.metadataProvider = metadataProvider
    logLevel = level
    fallback = StderrLogHandler(withPriorities: true, level: level)
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let metadata = allMetadata(of: event)
    let record = JournalRecord(event, metadata: metadata, identifier: identifier)
    // A record that the journal rejects is written to the fallback. (Without a journal, a record is silently dropped
    // with result 0; `LogDestination` makes sure that this handler isn't used then.)
    if !send(record) { fallback.write(event, metadata) }
  }

  private func send(_ record: JournalRecord) -> Bool {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for field in record.fields {
      bytes += "\(field.name)=\(field.value)".utf8
      ends.append(bytes.count)
    }
    return bytes.withUnsafeMutableBytes { buffer in
      var start = 0
      let vectors = ends.map { end in
        defer { start = end }
        return iovec(iov_base: buffer.baseAddress?.advanced(by: start), iov_len: end - start)
      }
      return sd_journal_sendv(vectors, Int32(vectors.count)) >= 0
    }
  }
}

/// A log event in the journal's format: names and values, with any untrusted text.
///
/// Metadata can't set the fields that this program uses (MESSAGE, PRIORITY, MESSAGE_ID …), because its keys always get
/// the prefix `ALBUMSCAN_`. Values are sent with their length, so no value can start another field.
struct JournalRecord: Equatable {
  struct Field: Equatable {
    let name: String
    let value: String
  }

  private(set) var fields: [Field]

  init(_ event: LogEvent, metadata: Logger.Metadata, identifier: String) {
    fields = [
      Field(name: "MESSAGE", value: Self.message(event.message.description)),
      Field(name: "PRIORITY", value: String(event.level.syslogPriority)),
      Field(name: "SYSLOG_IDENTIFIER", value: identifier),
      Field(name: "CODE_FILE", value: event.file),
      Field(name: "CODE_LINE", value: String(event.line)),
      Field(name: "CODE_FUNC", value: event.function),
    ]
    if let id = Self.messageID(in: metadata) { fields.append(Field(name: "MESSAGE_ID", value: id)) }
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) where key != "message_id" {
      guard let name = Self.name(for: key) else { continue }
      fields.append(Field(name: name, value: value.description))
    }
  }

  /// One line, so that no file name can look like another record; very long messages are cut.
  private static func message(_ text: String) -> String {
    text.utf8.count <= 8192 ? text.escapingControls : String(text.prefix(2048)).escapingControls + "…"
  }

  /// The journal's name for a metadata key: `cost_usd` and `costUSD` both become `ALBUMSCAN_COST_USD`.
  ///
  /// At most 64 capital letters, digits, and underscores (systemd.journal-fields(7), journal_field_valid); nil if none
  /// of the key's characters can be used.
  static func name(for key: String) -> String? {
    var name = ""
    var previous: Unicode.Scalar = "_"
    for scalar in key.unicodeScalars {
      switch scalar {
      case "a"..."z": name += String(scalar).uppercased()
      case "A"..."Z":
        if ("a"..."z").contains(previous) { name += "_" }
        name.unicodeScalars.append(scalar)
      case "0"..."9": name.unicodeScalars.append(scalar)
      default: name += "_"
      }
      previous = scalar
    }
    guard name.contains(where: { $0 != "_" }) else { return nil }
    return String("ALBUMSCAN_\(name)".prefix(64))
  }

  /// From `event` if it is a known one, otherwise from `message_id` if it is a 128-bit number.
  private static func messageID(in metadata: Logger.Metadata) -> String? {
    if let event = metadata["event"].flatMap({ EventID(rawValue: $0.description) }) { return event.messageID }
    guard let given = metadata["message_id"]?.description.lowercased() else { return nil }
    let isNumber = given.utf8.count == 32 && given.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    return isNumber ? given : nil
  }
}
