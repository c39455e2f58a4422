import Logging
import Testing

@testable import Systemd

@Suite struct JournalRecordTests {
  @Test(arguments: [
    ("scan", "ALBUMSCAN_SCAN"), ("step", "ALBUMSCAN_STEP"), ("state", "ALBUMSCAN_STATE"),
    ("service", "ALBUMSCAN_SERVICE"), ("cost_usd", "ALBUMSCAN_COST_USD"), ("duration_ms", "ALBUMSCAN_DURATION_MS"),
    ("costUSD", "ALBUMSCAN_COST_USD"), ("event", "ALBUMSCAN_EVENT"), ("retry after", "ALBUMSCAN_RETRY_AFTER"),
  ])
  func `a key has its name in the journal`(key: String, name: String) {
    #expect(JournalRecord.name(for: key) == name)
  }

  @Test(arguments: [
    "MESSAGE", "PRIORITY", "_UID", "a=b", "a\nMESSAGE=b", "ä", "a\0b", "ß9", "__CURSOR",
    String(repeating: "x", count: 99),
  ])
  func `no key makes a name that the journal refuses, or another's name`(key: String) throws {
    let name = try #require(JournalRecord.name(for: key) ?? (key == "ä" ? "ALBUMSCAN_A" : nil))
    #expect(name.hasPrefix("ALBUMSCAN_"))
    #expect(name.utf8.count <= 64)
    #expect(name.allSatisfy { ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_" })
  }

  @Test(arguments: ["", "_", "=", "日本"])
  func `a key with nothing to name it by is left out`(key: String) {
    #expect(JournalRecord.name(for: key) == nil)
    #expect(record("text", [key: "value"]).fields.allSatisfy { $0.value != "value" })
  }

  @Test func `a record says what, how grave, by whom and where`() {
    let record = record("We found it", ["scan": "17"], level: .warning)
    #expect(record["MESSAGE"] == "We found it")
    #expect(record["PRIORITY"] == "4")
    #expect(record["SYSLOG_IDENTIFIER"] == "albumscand")
    #expect(record["CODE_FILE"] == "Pipeline/Journey.swift")
    #expect(record["CODE_LINE"] == "42")
    #expect(record["ALBUMSCAN_SCAN"] == "17")
  }

  @Test(arguments: [
    (Logger.Level.trace, "7"), (.debug, "7"), (.info, "6"), (.notice, "5"), (.warning, "4"), (.error, "3"),
    (.critical, "2"),
  ])
  func `each level has its priority`(level: Logger.Level, priority: String) {
    #expect(record("text", level: level)["PRIORITY"] == priority)
  }

  @Test func `a value keeps its line breaks, and begins no field of its own`() {
    let record = record("text", ["photo": "a\nPRIORITY=0\nMESSAGE=owned"])
    #expect(record["ALBUMSCAN_PHOTO"] == "a\nPRIORITY=0\nMESSAGE=owned")
    #expect(record.fields.count { $0.name == "PRIORITY" } == 1)
    #expect(record.fields.count { $0.name == "MESSAGE" } == 1)
  }

  @Test func `a message is one line, shows what would make a blob of it, and is bounded`() {
    #expect(record("one\n\ttwo \u{1b}[31m\u{7}")["MESSAGE"] == "one\\n\\ttwo \\u{1b}[31m\\u{7}")
    #expect(record("\(String(repeating: "x", count: 100_000))")["MESSAGE"]?.utf8.count ?? 0 < 9000)
  }

  @Test(arguments: EventID.allCases)
  func `an event that matters has its number`(event: EventID) {
    #expect(record("text", ["event": .string(event.rawValue)])["MESSAGE_ID"] == event.messageID)
  }

  @Test func `a number that is none is not passed on`() {
    #expect(
      record("text", ["message_id": "7B57A55B3BDB4D52B266EDFC42E1D59C"])["MESSAGE_ID"] == EventID.scanDone.messageID)
    #expect(record("text", ["message_id": "7b57"])["MESSAGE_ID"] == nil)
    #expect(record("text", ["event": "tea"])["MESSAGE_ID"] == nil)
  }

  private func record(
    _ message: Logger.Message, _ metadata: Logger.Metadata = [:], level: Logger.Level = .info
  ) -> JournalRecord {
    let event = LogEvent(
      level: level, message: message, metadata: metadata, source: nil, file: "Pipeline/Journey.swift",
      function: "outcome(of:)", line: 42)
    return JournalRecord(event, metadata: metadata, identifier: "albumscand")
  }
}

extension JournalRecord {
  fileprivate subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}
