import Albums
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Records

@Suite struct LedgerDecisionTests {
  private let ledger: Ledger

  init() throws { ledger = try Ledger() }

  private let first = Identification(
    artistName: "Halden", albumTitle: "Halden", releaseYear: "1979", releaseGroup: MBID("g1"), means: .call1,
    confidence: .claimed, evidence: [.model("m")])
  private let second = Identification(
    artistName: "Halden", albumTitle: "Halden", releaseYear: "1984", releaseGroup: MBID("g2"), means: .call1,
    confidence: .claimed, evidence: [.model("m")])

  private func unsure(_ seed: Int = 1) async throws -> ScanID {
    let id = try await ledger.waiting(seed)
    _ = try await ledger.claim(only: [id], now: Sample.now)
    try await ledger.keep("what was read", of: .reading, in: id, now: Sample.now)
    try await ledger.keep(
      Verdict.unsure([first, second], reason: "a tie"), of: .verdict, in: id, now: Sample.now)
    var document = Sample.document(id)
    document.state = .unsure
    try await ledger.finish(id, as: document, album: "key", bundle: "unsure/1", now: Sample.now)
    return id
  }

  private func finish(_ id: ScanID) async throws {
    _ = try await ledger.claim(only: [id], now: Sample.now)
    try await ledger.finish(id, as: Sample.document(id), album: "key", bundle: "done/\(id)", now: Sample.now)
  }

  @Test func `a choice is kept with its photo, and the last word on an album holds`() async throws {
    let id = try await unsure()
    #expect(try await ledger.accept(id, 2, now: Sample.now) == .carriedOut)
    var said = try await ledger.decisions(on: Sample.digest(1))
    #expect(said.map(\.choice) == [.accepted] && said.first?.album == second.identity && said.first?.scan == id)
    #expect(try await ledger.rejectedAlbums(of: Sample.digest(1)) == [])
    try await finish(id)
    #expect(try await ledger.reject(id, now: Sample.now + 1) == .carriedOut)
    said = try await ledger.decisions(on: Sample.digest(1))
    #expect(said.map(\.choice) == [.rejected])
    #expect(try await ledger.rejectedAlbums(of: Sample.digest(1)) == [second.identity])
    #expect(try await ledger.rejectedAlbums(of: Sample.digest(2)) == [])
    // Whoever changed their mind says so.
    #expect(try await ledger.accept(id, 1, now: Sample.now + 2) == .carriedOut)
    #expect(try await ledger.rejectedAlbums(of: Sample.digest(1)) == [])
  }

  @Test func `none of these is said of all of them`() async throws {
    let id = try await unsure()
    #expect(try await ledger.reject(id, now: Sample.now) == .carriedOut)
    #expect(
      Set(try await ledger.rejectedAlbums(of: Sample.digest(1)).map(\.releaseGroup)) == [MBID("g1"), MBID("g2")])
  }

  @Test func `the same photo again takes a person's choice over, and a rejection takes it away`() async throws {
    let id = try await unsure()
    #expect(try await ledger.accept(id, 2, now: Sample.now) == .carriedOut)
    try await finish(id)
    _ = try await ledger.enqueue(
      Sample.file("/inbox/1.jpg", inode: 9), name: "1.jpg", digest: Sample.digest(1), now: Sample.now)
    guard
      case .accepted(let copy) = try await ledger.enqueue(
        Sample.file("/inbox/copy.jpg", inode: 2), name: "copy.jpg", digest: Sample.digest(1), now: Sample.now,
        stillThere: { _ in true })
    else {
      Issue.record("it is a new entry")
      return
    }
    #expect(try await ledger.isAdopted(.reading, in: copy))
    let known = try await ledger.output(of: .verdict, in: copy, as: Verdict.self)?.albums.first
    #expect(known?.means == .samePhoto && known?.releaseGroup == MBID("g2") && known?.evidence.first == .person)
    try await finish(copy)
    #expect(try await ledger.reject(copy, now: Sample.now) == .carriedOut)
    guard
      case .accepted(let third) = try await ledger.enqueue(
        Sample.file("/inbox/third.jpg", inode: 3), name: "third.jpg", digest: Sample.digest(1), now: Sample.now,
        stillThere: { _ in true })
    else {
      Issue.record("it is a new entry")
      return
    }
    #expect(try await ledger.isAdopted(.reading, in: third))
    #expect(try await ledger.output(of: .verdict, in: third, as: Verdict.self) == nil)
  }

  @Test func `what can't be settled says so, and what there is`() async throws {
    let id = try await unsure()
    guard case .notNow(let why) = try await ledger.accept(id, 7) else {
      Issue.record("there is no seventh")
      return
    }
    #expect(why == "Scan \(id) has 2 candidates, and no number 7. See: albumscanctl unsure")
    let done = try await ledger.done(2)
    guard case .notNow = try await ledger.accept(done, 1) else {
      Issue.record("it is done")
      return
    }
  }

  @Test func `each call is told with its prompt, its price and what became of it`() async throws {
    let id = try await ledger.waiting()
    func reserve(_ seed: Int) async throws -> ExpenseID? {
      let reservation = try await ledger.reserve(
        Money(dollars: 0.1), for: id, step: .reading, service: .anthropic, model: "m", recipe: Sample.digest(seed),
        caps: Sample.caps(), prompt: Sample.digest(99), now: Sample.now)
      if case .granted(let expense) = reservation { return expense }
      return nil
    }
    try await ledger.settle(try #require(try await reserve(1)), with: Sample.answer())
    try await ledger.settle(try #require(try await reserve(2)), billed: .nothing)
    try await ledger.settle(try #require(try await reserve(3)), billed: .unknown)
    let calls = try await ledger.bookedCalls(of: id)
    #expect(calls.map(\.standing) == [.settled, .released, .reserved])
    #expect(calls.map(\.cost.dollars) == [0.01, 0, 0.1])
    #expect(calls.map { $0.answer != nil } == [true, false, false])
    #expect(calls.allSatisfy { $0.prompt == Sample.digest(99) && $0.service == "anthropic" })
  }
}
