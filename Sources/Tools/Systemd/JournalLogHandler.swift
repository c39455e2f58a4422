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

  /// - Parameter identifier: what `journalctl -t` takes, SYSLOG_IDENTIFIER.
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
    // A record that the journal refuses is still said somewhere. (One sent to no journal at all is not refused but
    // dropped, with 0 as the answer: `LogDestination` sees to it that we don't get here then.)
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
