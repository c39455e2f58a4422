import Glibc
import Logging
import Testing

@testable import Systemd

@Suite struct StderrLogHandlerTests {
  private struct Unreachable: Error {}

  @Test func `a line says the level, the message and the fields in order`() {
    #expect(line("OK Computer", ["step": "review", "scan": "17"]) == "notice: OK Computer [scan=17 step=review]")
    #expect(line("Ready") == "notice: Ready")
  }

  @Test func `under the journal a line begins with its priority instead`() {
    #expect(line("Ready", withPriorities: true) == "<5>Ready")
  }

  @Test func `whatever a file is called, it stays one line`() {
    let line = line("found a\nb\r\u{1b}[2J\u{202e}", ["photo": "x\n<0>y"])
    #expect(line == "notice: found a\\nb\\r\\u{1b}[2J\\u{202e} [photo=\"x\\n<0>y\"]")
  }

  @Test(arguments: [
    ("plain", "plain"), ("two words", "\"two words\""), ("", "\"\""), ("a\"b", "\"a\\\"b\""), ("a]b", "\"a]b\""),
    ("日本", "日本"),
  ])
  func `a value is quoted where it could be misread`(value: String, written: String) {
    #expect(line("m", ["k": .string(value)]) == "notice: m [k=\(written)]")
  }

  @Test func `the event's own metadata wins over the task's, and that over the logger's`() throws {
    var handler = StderrLogHandler(metadataProvider: .init { ["scan": "2", "step": "search"] })
    handler[metadataKey: "scan"] = "1"
    handler[metadataKey: "service"] = "openai"
    let event = event("m", ["step": "review"], error: Unreachable())
    let all = handler.allMetadata(of: event)
    #expect(all == ["scan": "2", "service": "openai", "step": "review", "error": "Unreachable()"])
  }

  @Test func `the metadata of a copy is its own`() {
    var one = Logger(label: "one") { _ in StderrLogHandler() }
    one[metadataKey: "scan"] = "1"
    var other = one
    other[metadataKey: "scan"] = "2"
    other.logLevel = .debug
    #expect(one[metadataKey: "scan"] == "1")
    #expect(one.logLevel == .info)
  }

  @Test func `a logger's line arrives whole`() throws {
    var ends: [CInt] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let logger = Logger(label: "test") { _ in StderrLogHandler(descriptor: ends[1]) }
    logger.warning("The inbox is gone", metadata: ["event": "inboxLost"])
    logger.debug("not at this level")
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(ends[0], &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    #expect(text == "warning: The inbox is gone [event=inboxLost]\n")
  }

  private func line(
    _ message: Logger.Message, _ metadata: Logger.Metadata = [:], withPriorities: Bool = false
  ) -> String {
    StderrLogHandler(withPriorities: withPriorities).line(event(message, metadata), metadata)
  }

  private func event(
    _ message: Logger.Message, _ metadata: Logger.Metadata = [:], error: (any Error)? = nil
  ) -> LogEvent {
    LogEvent(
      level: .notice, message: message, error: error, metadata: metadata, source: nil, file: "F", function: "f",
      line: 1)
  }
}
