import Albums
import Foundation
import Records
import Testing

@Suite struct LedgerQueueTests {
  let ledger: Ledger

  init() throws { ledger = try Ledger() }

  @Test func `a claimed scan is not claimed twice`() async throws {
    let id = try await ledger.waiting()
    #expect(try await ledger.claim(now: Sample.now)?.id == id)
    #expect(try await ledger.claim(now: Sample.now) == nil)
  }

  @Test func `many claims at once each get a scan of their own`() async throws {
    for seed in 1...20 { _ = try await ledger.waiting(seed) }
    let ids = try await withThrowingTaskGroup(of: ScanID?.self) { group in
      for _ in 1...40 { group.addTask { [ledger] in try await ledger.claim(now: Sample.now)?.id } }
      return try await group.reduce(into: [ScanID]()) { ids, id in if let id { ids.append(id) } }
    }
    #expect(ids.count == 20)
    #expect(Set(ids).count == 20)
  }

  @Test func `a held scan comes back when its time has come, and not before`() async throws {
    let id = try await ledger.waiting()
    _ = try await ledger.claim(now: Sample.now)
    try await ledger.hold(id, until: Sample.now + 60, fault: .retry(.unknown, "timeout"), now: Sample.now)
    #expect(try await ledger.claim(now: Sample.now + 59) == nil)
    #expect(try await ledger.nextDue() == Sample.now + 60)
    #expect(try await ledger.claim(now: Sample.now + 60)?.attempts == 2)
  }

  @Test func `being offline uses up no attempt`() async throws {
    let id = try await ledger.waiting()
    _ = try await ledger.claim(now: Sample.now)
    try await ledger.hold(
      id, until: Sample.now, fault: .retry(.unknown, "no route", isCounted: false), now: Sample.now)
    #expect(try await ledger.claim(now: Sample.now)?.attempts == 1)
  }

  @Test func `after a crash what was in hand waits again, with the attempt counted`() async throws {
    _ = try await ledger.waiting()
    _ = try await ledger.claim(now: Sample.now)
    #expect(try await ledger.recover() == 1)
    #expect(try await ledger.claim(now: Sample.now)?.attempts == 2)
  }

  @Test func `a scan that was asked for by name goes first`() async throws {
    _ = try await ledger.waiting(1)
    guard
      case .accepted(let asked) = try await ledger.enqueue(
        Sample.file("/x.jpg", inode: 2), name: "x.jpg", digest: Sample.digest(2), origin: .command, now: Sample.now)
    else {
      Issue.record("not accepted")
      return
    }
    #expect(try await ledger.claim(now: Sample.now)?.id == asked)
    // Also where it waits in the inbox already.
    let last = try await ledger.waiting(3)
    let again = try await ledger.enqueue(
      Sample.file("/y.jpg", inode: 3), name: "y.jpg", digest: Sample.digest(3), origin: .command, now: Sample.now)
    #expect(again == .known(last))
    #expect(try await ledger.claim(now: Sample.now)?.id == last)
  }

  @Test func `a paused line gives nothing away, and goes on when resumed`() async throws {
    _ = try await ledger.waiting()
    try await ledger.pause("lunch", now: Sample.now)
    #expect(try await ledger.claim(now: Sample.now) == nil)
    #expect(try await ledger.nextDue() == nil)
    #expect(try await ledger.resume())
    #expect(try await ledger.claim(now: Sample.now) != nil)
  }

  @Test func `what a closed service held goes on when it opens`() async throws {
    let id = try await ledger.waiting()
    _ = try await ledger.claim(now: Sample.now)
    let fault = Fault.needsPerson(.unknown, "quota", service: .anthropic, cure: .advice("pay"))
    try await ledger.pauseService(.anthropic, until: Sample.now + 900, for: fault, now: Sample.now)
    try await ledger.hold(id, until: Sample.now + 900, fault: fault, now: Sample.now)
    #expect(try await ledger.servicePause(of: .anthropic)?.cure == .advice("pay"))
    #expect(try await ledger.resumeService(.anthropic))
    #expect(try await ledger.claim(now: Sample.now)?.id == id)
  }

  @Test func `an answer that comes late doesn't hide that a service needs a person`() async throws {
    let now = Sample.now
    let quota = Fault.needsPerson(.unknown, "quota", service: .anthropic, cure: .advice("pay"))
    let busy = Fault.retry(.unknown, "busy", service: .anthropic, after: 3600)
    try await ledger.pauseService(.anthropic, until: now + 900, for: quota, now: now)
    try await ledger.pauseService(.anthropic, until: now + 3600, for: busy, now: now + 1)
    let pause = try #require(try await ledger.servicePause(of: .anthropic))
    #expect(pause.needsPerson && pause.cure == .advice("pay") && pause.until == now + 3600)
    // Asked again in time, it may suffer from something else.
    try await ledger.pauseService(.anthropic, until: now + 7200, for: busy, now: now + 3600)
    #expect(try await ledger.servicePause(of: .anthropic)?.needsPerson == false)
    try await ledger.pauseService(.anthropic, until: now + 900, for: quota, now: now + 3601)
    #expect(try await ledger.servicePause(of: .anthropic)?.cure == .advice("pay"))
  }

  @Test func `a step's output is kept once, and a scan that was taken away keeps nothing`() async throws {
    let id = try await ledger.waiting()
    await #expect(throws: ScanWithdrawn.self) {
      try await ledger.keep(["a"], of: Step.reading, in: id, now: Sample.now)
    }
    _ = try await ledger.claim(now: Sample.now)
    try await ledger.keep(["a"], of: .reading, in: id, now: Sample.now)
    #expect(try await ledger.output(of: .reading, in: id, as: [String].self) == ["a"])
    #expect(try await ledger.output(of: .search, in: id, as: [String].self) == nil)
  }

  @Test func `a condition is new once`() async throws {
    #expect(try await ledger.report(.disk, reason: "full", cure: nil, now: Sample.now))
    #expect(try await !ledger.report(.disk, reason: "still full", cure: nil, now: Sample.now + 1))
    #expect(try await ledger.conditions().map(\.reason) == ["still full"])
    #expect(try await ledger.clear(.disk))
    #expect(try await !ledger.clear(.disk))
  }

  @Test func `a condition with a place is another than the one elsewhere`() async throws {
    for path in ["/a", "/b c"] {
      #expect(try await ledger.report(.inboxMissing, at: path, reason: "gone", cure: nil, now: Sample.now))
    }
    #expect(try await ledger.conditions().map(\.code).sorted() == ["inbox-missing /a", "inbox-missing /b c"])
    #expect(try await ledger.clear(.inboxMissing, at: "/b c"))
    #expect(try await !ledger.clear(.inboxMissing))
    #expect(try await ledger.conditions().map(\.code) == ["inbox-missing /a"])
  }

  @Test func `over a start, what holds a scan stays told, and what holds none is over`() async throws {
    func hold(_ seed: Int, by holder: String) async throws {
      let id = try await ledger.waiting(seed)
      #expect(try await ledger.claim(now: Sample.now)?.id == id)
      let fault =
        ServiceName(rawValue: holder).map { Fault.retry(.unknown, "later", service: $0) }
        ?? Fault(.budget, .wait(until: Sample.now + 900), "later")
      try await ledger.hold(id, until: Sample.now + 900, fault: fault, now: Sample.now)
    }
    let fault = Fault.needsPerson(.unknown, "no", service: nil, cure: .advice("pay"))
    for code in [HealthCode.budget, .disk, .plan] {
      try await ledger.report(code, reason: "no more", cure: nil, now: Sample.now)
    }
    for service in [ServiceName.anthropic, .openai, .musicbrainz] {
      try await ledger.pauseService(service, until: Sample.now + 900, for: fault, now: Sample.now)
    }
    for (seed, holder) in ["budget", "anthropic", "openai"].enumerated() { try await hold(seed + 1, by: holder) }
    for code in ["budget", "anthropic"] { try await ledger.noteTold(code) }

    // Another provider was chosen, and nobody waits for the catalog, the disk or the plan.
    try await ledger.tryAgain(asking: [.anthropic, .musicbrainz], now: Sample.now + 60)
    let left = try await ledger.conditions()
    #expect(left.map(\.code) == ["budget", "anthropic"] && left.map(\.isTold) == [true, true])
    // It is asked now, and met again it is what it was.
    #expect(left.map(\.until) == [.distantFuture, Sample.now + 60])
    for _ in 0..<3 { #expect(try await ledger.claim(now: Sample.now + 60) != nil) }
    try await ledger.pauseService(.anthropic, until: Sample.now + 960, for: fault, now: Sample.now + 61)
    try await ledger.report(.budget, reason: "no more", cure: nil, now: Sample.now + 61)
    #expect(try await ledger.servicePause(of: .anthropic)?.isTold == true)
    #expect(try await ledger.conditions().map(\.since) == [Sample.now, Sample.now])

    // Once it is over, the next is news.
    try await ledger.resumeService(.anthropic)
    try await ledger.pauseService(.anthropic, until: Sample.now + 999, for: fault, now: Sample.now + 99)
    #expect(try await ledger.servicePause(of: .anthropic)?.isTold == false)
  }
}
