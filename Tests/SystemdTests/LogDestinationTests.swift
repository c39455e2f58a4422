import Testing

@testable import Systemd

@Suite struct LogDestinationTests {
  private let journal = (device: UInt64(9), inode: UInt64(31_337))

  @Test func `standard error that leads to the journal means the journal`() {
    #expect(choose("9:31337", isJournalListening: true) == .journal)
  }

  @Test func `a journal whose socket is gone would drop every record, so standard error is used`() {
    #expect(choose("9:31337", isJournalListening: false) == .standardError(withPriorities: true))
  }

  @Test(arguments: [nil, "", "9", "9:31338", "10:31337", "9:31337:1", "a:b", "-9:31337"])
  func `standard error that leads elsewhere is what the user wants to read`(stream: String?) {
    #expect(choose(stream, isJournalListening: true) == .standardError(withPriorities: false))
  }

  @Test func `a closed standard error is not the journal`() {
    #expect(
      LogDestination.choose(journalStream: "9:31337", standardError: nil, isJournalListening: true)
        == .standardError(withPriorities: false))
  }

  private func choose(_ stream: String?, isJournalListening: Bool) -> LogDestination {
    LogDestination.choose(journalStream: stream, standardError: journal, isJournalListening: isJournalListening)
  }
}
