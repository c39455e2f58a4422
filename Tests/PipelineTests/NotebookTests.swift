import Albums
import Foundation
import Records
import Testing

@testable import Pipeline

@Suite struct NotebookTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func notebook(isStopping: @escaping @Sendable () -> Bool = { false }) async throws -> Notebook {
    try await shop.drop()
    let scan = try #require(try await shop.ledger.claim(now: shop.time.now))
    return Notebook(scan: scan, ledger: shop.ledger, time: shop.time.source, isStopping: isStopping)
  }

  @Test func `a step is made once, and read after that`() async throws {
    let notes = try await notebook()
    #expect(try await notes.once(.reading) { ["first"] } == ["first"])
    let again = try await notes.once(.reading) { () -> [String] in
      Issue.record("made again")
      return []
    }
    #expect(again == ["first"])
    #expect(try await shop.ledger.scan(notes.scan.id)?.step == .reading)
  }

  @Test func `what a step that failed would have made is made the next time`() async throws {
    let notes = try await notebook()
    await #expect(throws: Setback.self) {
      try await notes.once(.reading) { () -> [String] in throw Setback.transient("no") }
    }
    #expect(try await notes.once(.reading) { ["then"] } == ["then"])
  }

  @Test func `no step is begun once the program is being stopped, but what is made is read`() async throws {
    let notes = try await notebook(isStopping: { true })
    await #expect(throws: CancellationError.self) { try await notes.once(.reading) { ["never"] } }
    #expect(try await shop.ledger.scan(notes.scan.id)?.step == nil)
    try await shop.ledger.keep(["before"], of: .reading, in: notes.scan.id, recipe: nil, now: shop.time.now)
    #expect(try await notes.once(.reading) { ["never"] } == ["before"])
  }

  @Test func `a scan that was taken out of hand keeps nothing`() async throws {
    let notes = try await notebook()
    await #expect(throws: Superseded.self) {
      try await notes.once(.reading) {
        try await shop.ledger.release(notes.scan.id)
        return ["late"]
      }
    }
    #expect(try await shop.ledger.output(of: .reading, in: notes.scan.id, as: [String].self) == nil)
  }
}
