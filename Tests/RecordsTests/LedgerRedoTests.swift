import Albums
import Foundation
import Records
import Testing

@Suite struct LedgerRedoTests {
  private let ledger: Ledger

  init() throws { ledger = try Ledger() }

  @Test(arguments: [Step.picture, .reading, .search, .catalog, .verdict, .bundle])
  func `what came before the step is kept, the rest is made anew`(from step: Step) async throws {
    let id = try await ledger.waiting()
    _ = try await ledger.claim(now: Sample.now)
    for made in Step.allCases { try await ledger.keep([made.rawValue], of: made, in: id, now: Sample.now) }
    try await ledger.finish(id, as: Sample.document(id), album: "key", bundle: "done/1", now: Sample.now)
    #expect(try await ledger.redo(id, from: step, strategy: nil, now: Sample.now) == .carriedOut)
    for made in Step.allCases {
      let output = try await ledger.output(of: made, in: id, as: [String].self)
      #expect((output == nil) == (made >= step), "\(made)")
    }
    let scan = try #require(try await ledger.scan(id))
    #expect(scan.state == .waiting)

    _ = try await ledger.claim(now: Sample.now)
    try await ledger.finish(id, as: Sample.document(id), album: "key", bundle: "done/1", now: Sample.now)
    #expect(try await ledger.undoRedo(id) == .carriedOut)
    for made in Step.allCases where made != .bundle {
      #expect(try await ledger.output(of: made, in: id, as: [String].self) == [made.rawValue])
    }
  }

  @Test func `a redo that waits can be taken back, and its scan rejected or deleted`() async throws {
    for taken in ["undone", "rejected", "deleted"] {
      let ledger = try Ledger()
      let id = try await ledger.waiting()
      _ = try await ledger.claim(now: Sample.now)
      try await ledger.keep(["read"], of: .reading, in: id, now: Sample.now)
      try await ledger.finish(id, as: Sample.document(id), album: "key", bundle: "done/1", now: Sample.now)
      _ = try await ledger.redo(id, from: .reading, strategy: nil, now: Sample.now)
      switch taken {
      case "rejected": #expect(try await ledger.reject(id, now: Sample.now) == .carriedOut)
      case "deleted":
        #expect(try await ledger.delete(id, now: Sample.now) == .carriedOut)
        try await ledger.undelete(id, bundle: "done/1")
      default: break
      }
      #expect(try await ledger.undoRedo(id) == .carriedOut, "\(taken)")
      #expect(try await ledger.scan(id)?.state == .waiting)
      #expect(try await ledger.output(of: .reading, in: id, as: [String].self) == ["read"])
      #expect(try await ledger.earlierAnswers(of: id).isEmpty)
    }
  }

  @Test func `only a settled scan that is still there can be made anew`() async throws {
    let id = try await ledger.waiting()
    func isRefused(_ outcome: CommandOutcome) -> Bool { if case .notNow = outcome { true } else { false } }
    #expect(isRefused(try await ledger.redo(id, from: .reading, strategy: nil, now: Sample.now)))
    #expect(isRefused(try await ledger.undoRedo(id)))
    _ = try await ledger.claim(now: Sample.now)
    #expect(isRefused(try await ledger.redo(id, from: .reading, strategy: nil, now: Sample.now)))
    try await ledger.finish(id, as: Sample.document(id), album: "key", bundle: "done/1", now: Sample.now)
    #expect(isRefused(try await ledger.undoRedo(id)))
    _ = try await ledger.delete(id, now: Sample.now)
    #expect(isRefused(try await ledger.redo(id, from: .reading, strategy: nil, now: Sample.now)))
    #expect(try await ledger.redo(ScanID(99), from: .reading, strategy: nil, now: Sample.now) == .unknown)
    #expect(try await ledger.undoRedo(ScanID(99)) == .unknown)
  }

  @Test func `answers are asked for anew, and hold again after undo`() async throws {
    let id = try await ledger.waiting()
    _ = try await ledger.claim(now: Sample.now)
    let recipe = Sample.digest(7)
    func reserve() async throws -> Reservation {
      try await ledger.reserve(
        Money(dollars: 0.1), for: id, step: .reading, service: .anthropic, model: "m", recipe: recipe,
        caps: Sample.caps(), now: Sample.now)
    }
    guard case .granted(let expense) = try await reserve() else {
      Issue.record("not granted")
      return
    }
    try await ledger.settle(expense, with: Sample.answer("first"))
    #expect(try await ledger.usualCost(of: .reading, model: "m") == Money(dollars: 0.01))
    #expect(try await ledger.usualCost(of: .reading, model: "other") == nil)
    try await ledger.finish(id, as: Sample.document(id), album: "key", bundle: "done/1", now: Sample.now)
    _ = try await ledger.redo(id, from: .reading, strategy: .fourPhase, now: Sample.now)
    #expect(try await ledger.scan(id)?.strategy == .fourPhase)
    guard case .granted = try await reserve() else {
      Issue.record("the old answer was taken")
      return
    }
    _ = try await ledger.claim(now: Sample.now)
    try await ledger.finish(id, as: Sample.document(id), album: "key", bundle: "done/1", now: Sample.now)
    _ = try await ledger.undoRedo(id)
    #expect(try await reserve() == .answered(Sample.answer("first")))
    #expect(try await ledger.scan(id)?.strategy == nil)
  }
}
