import Albums
import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import Records

/// A photo of several sleeves, of which each is a scan.
@Suite struct LedgerPartsTests {
  private static let square: [SIMD2<Double>] = [[0, 0], [0.4, 0], [0.4, 0.4], [0, 0.4]]
  private static let corners = [square, square.map { $0 + SIMD2(0.5, 0) }, square.map { $0 + SIMD2(0.5, 0.5) }]
  private static let path = "/inbox/1.jpg"

  private let ledger: Ledger

  init() throws { ledger = try Ledger() }

  /// Takes a photo in progress that shows three sleeves.
  private func split(of seed: Int = 1) async throws -> [ScanID] {
    let id = try await ledger.waiting(seed)
    _ = try #require(try await ledger.claim(only: [id], now: Sample.now))
    let first = try await ledger.divide(id, into: Self.corners)
    #expect(first.id == id && first.state == .running)
    return try await ledger.parts(beside: first).map(\.id)
  }

  private func drop(
    _ path: String = path, seed: Int = 1, origin: Scan.Origin = .inbox, inode: Int64 = 1, at now: Date = Sample.now,
    there: Set<String> = []
  ) async throws -> IntakeResult {
    try await ledger.enqueue(
      Sample.file(path, inode: inode), name: String(path.split(separator: "/").last ?? ""),
      digest: Sample.digest(seed), origin: origin, now: now,
      stillThere: { there.contains(String(decoding: $0, as: UTF8.self)) })
  }

  private func finish(_ id: ScanID) async throws {
    _ = try await ledger.claim(only: [id], now: Sample.now)
    try await ledger.finish(
      id, as: Sample.document(id), album: "key", bundle: "done/\(id)", now: Sample.now)
  }

  private func paths(_ ids: [ScanID]) async throws -> Set<String> {
    var paths: Set<String> = []
    for id in ids { paths.insert(String(decoding: try #require(try await ledger.scan(id)).path, as: UTF8.self)) }
    return paths
  }

  @Test func `its scan becomes that of the first sleeve, and the others wait beside it`() async throws {
    let other = try await ledger.waiting(2)
    let ids = try await split()
    #expect(ids.count == 3 && !ids.contains(other))
    for (index, id) in ids.enumerated() {
      let scan = try #require(try await ledger.scan(id))
      #expect(scan.state == (index == 0 ? .running : .waiting))
      #expect(scan.part == PhotoPart(number: index + 1, of: 3, corners: Self.corners[index]))
      #expect(scan.photoDigest == Sample.digest(1))
      #expect(scan.digest == Digest(ofPart: index + 1, of: 3, in: Sample.digest(1)))
      #expect(scan.photoTitle == "1.jpg (sleeve \(index + 1) of 3)")
      #expect(scan.origin == .inbox && scan.arrived == Sample.now && scan.attempts == (index == 0 ? 1 : 0))
    }
    let whole = try #require(try await ledger.scan(other))
    #expect(whole.part == nil && whole.photoDigest == whole.digest && whole.photoTitle == "2.jpg")
    #expect(try await ledger.parts(beside: whole).isEmpty)
    #expect(try await ledger.counts() == [.running: 1, .waiting: 3])
    #expect(try await ledger.scans(search: "1.jpg").count == 3)
    // They come before the photo that was there first.
    #expect(try await ledger.claim(now: Sample.now)?.id == ids[1])
    #expect(try await ledger.claim(now: Sample.now)?.id == ids[2])
    #expect(try await ledger.claim(now: Sample.now)?.id == other)
  }

  @Test func `a scan that was withdrawn meanwhile isn't divided`() async throws {
    let id = try await ledger.waiting()
    _ = try await ledger.claim(now: Sample.now)
    #expect(try await ledger.reject(id, now: Sample.now) == .carriedOut)
    await #expect(throws: ScanWithdrawn.self) { try await ledger.divide(id, into: Self.corners) }
    #expect(try await ledger.scan(id)?.part == nil)
    #expect(try await ledger.counts() == [.rejected: 1])
  }

  @Test func `a photo of which the user says that it is one album isn't divided, whenever that was said`() async throws
  {
    let id = try await ledger.waiting()
    _ = try await ledger.accept(id, statement: "A - B", now: Sample.now)
    _ = try await ledger.claim(now: Sample.now)
    #expect(try await ledger.divide(id, into: Self.corners).part == nil)
    #expect(try await ledger.counts() == [.running: 1])
  }

  @Test func `a file that names one album isn't used for a photo of several`() async throws {
    let id = try await ledger.waiting()
    let note = { try await ledger.note(statement: "A - B", besidePhoto: "1", in: Data("/inbox".utf8), now: Sample.now) }
    #expect(try await note()?.id == id)
    _ = try await ledger.claim(now: Sample.now)
    let first = try await ledger.divide(id, into: Self.corners)
    #expect(first.part != nil && first.statement == nil)
    // It is said once of which scan it was to be.
    let told = try #require(try await note())
    #expect(told.part != nil)
    #expect(try await note() == nil)
    for part in try await ledger.parts(beside: first) { #expect(part.statement == nil) }
  }

  @Test func `who asks for the first scan only gets those of the other sleeves, too`() async throws {
    let other = try await ledger.waiting(2)
    let ids = try await split()
    #expect(try await ledger.progress(of: [ids[0]], now: Sample.now).scans.map(\.id) == ids)
    #expect(try await ledger.nextDue(only: [ids[0]]) != nil)
    #expect(try await ledger.hasTrouble(since: Sample.now, only: [ids[0]]))
    #expect(try await ledger.claim(only: [ids[0]], now: Sample.now)?.id == ids[1])
    #expect(try await ledger.claim(only: [ids[0]], now: Sample.now)?.id == ids[2])
    #expect(try await ledger.claim(only: [ids[0]], now: Sample.now) == nil)
    #expect(try await ledger.claim(now: Sample.now)?.id == other)
  }

  @Test func `the same photo is known as long as one of its sleeves isn't finished`() async throws {
    let ids = try await split()
    #expect(try await drop() == .known(ids[0]))
    try await finish(ids[0])
    try await finish(ids[1])
    #expect(try await drop("/inbox/copy.jpg", inode: 9, there: [Self.path]) == .same(ids[2]))
    try await ledger.release(ids[2])
    #expect(try await drop(origin: .command) == .known(ids[2]))
    #expect(try await ledger.scan(ids[2])?.origin == .command)
    #expect(try await ledger.hasScan(of: Sample.digest(1)))
  }

  @Test func `a photo that is renamed is read from its new place for all of its sleeves`() async throws {
    let ids = try await split()
    #expect(try await drop("/inbox/new.jpg") == .known(ids[0]))
    #expect(try await paths(ids) == ["/inbox/new.jpg"])
  }

  @Test func `other bytes under its name are another photo`() async throws {
    let ids = try await split()
    _ = try await ledger.release(ids[0])
    guard case .accepted(let id) = try await drop(seed: 7) else {
      Issue.record("not accepted")
      return
    }
    #expect(!ids.contains(id))
    #expect(try await ledger.scan(id)?.part == nil)
    #expect(try await ledger.hasLaterScan(named: "1.jpg", than: ids[0]))
  }

  @Test func `the other sleeves aren't later photos of its name`() async throws {
    let ids = try await split()
    #expect(try await !ledger.hasLaterScan(named: "1.jpg", than: ids[0]))
  }

  @Test func `a finished photo that stayed is known, and one that was moved is scanned again`() async throws {
    let ids = try await split()
    for id in ids { try await finish(id) }
    #expect(try await drop() == .known(ids[0]))
    try await ledger.moved(
      ids[1], from: Data(Self.path.utf8), to: Data("/originals/1.jpg".utf8), label: "originals/1.jpg")
    #expect(try await paths(ids) == ["/originals/1.jpg"])
    #expect(try await ledger.scan(ids[2])?.photoNow == "originals/1.jpg")
    #expect(try await !ledger.isPlaceOfPhoto(Data("/originals/1.jpg".utf8), otherThanOf: ids[0]))
    guard case .accepted(let again) = try await drop(at: Sample.now + 60) else {
      Issue.record("not accepted")
      return
    }
    #expect(try await ledger.isPlaceOfPhoto(Data("/originals/1.jpg".utf8), otherThanOf: again))
    // Its sleeves wait while the photo does.
    #expect(
      try await ledger.redo(ids[1], from: .reading, strategy: nil, now: Sample.now) == .notNow(Ledger.alreadyInLine))
  }

  @Test func `a sleeve that is seen again begins with the answers to its own first scan`() async throws {
    let ids = try await split()
    for (index, id) in ids.enumerated() {
      if index > 0 { _ = try await ledger.claim(only: [id], now: Sample.now) }
      try await ledger.keep("read \(index)", of: .reading, in: id, now: Sample.now)
      try await ledger.finish(id, as: Sample.document(id), album: "key", bundle: "done/\(id)", now: Sample.now)
    }
    try await ledger.forget(path: Data(Self.path.utf8))
    guard case .accepted(let again) = try await drop(at: Sample.now + 60) else {
      Issue.record("not accepted")
      return
    }
    _ = try await ledger.claim(now: Sample.now + 60)
    let first = try await ledger.divide(again, into: Self.corners)
    let parts = try await ledger.parts(beside: first)
    #expect(parts.count == 3 && Set(parts.map(\.id)).isDisjoint(with: ids))
    for (index, part) in parts.enumerated() {
      #expect(try await ledger.output(of: .reading, in: part.id, as: String.self) == "read \(index)")
      #expect(try await ledger.earlierResult(of: part.digest, before: part.id) == ids[index])
    }
  }

  @Test func `what a person says of one sleeve isn't said of the others`() async throws {
    let ids = try await split()
    for id in ids { try await finish(id) }
    #expect(try await ledger.reject(ids[1], now: Sample.now) == .carriedOut)
    for (index, id) in ids.enumerated() {
      let scan = try #require(try await ledger.scan(id))
      #expect(try await ledger.rejectedAlbums(of: scan.digest).count == (index == 1 ? 1 : 0))
      #expect(scan.state == (index == 1 ? .rejected : .done))
    }
  }

  @Test func `the photo is needed until each sleeve is through with it`() async throws {
    let ids = try await split()
    let scans = try await ledger.parts(beside: try #require(try await ledger.scan(ids[0])))
    #expect(try await ledger.isPhotoNeeded(besides: scans[0]))
    try await finish(ids[1])
    #expect(try await ledger.isPhotoNeeded(besides: scans[0]))
    _ = try await ledger.claim(only: [ids[2]], now: Sample.now)
    try await ledger.keep("filed", of: .filing, in: ids[2], now: Sample.now)
    #expect(try await !ledger.isPhotoNeeded(besides: scans[0]))
  }

  @Test func `each sleeve counts as a photo of the plan`() async throws {
    let ids = try await split()
    let limit = ScanLimit(scans: 2, since: .distantPast)
    for (index, id) in ids.enumerated() {
      let refusal = try await ledger.write { [ledger] db in
        try ledger.count(id, within: limit, now: Sample.now, in: db)
      }
      #expect((refusal == nil) == (index < 2))
    }
    #expect(try await ledger.scansCounted() == 2)
  }

  @Test func `a ledger from before has scans of whole photos, of which one can be divided`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    try await Sample.writeLedger(to: file, upTo: "28: standing and durations") { db in
      for (id, state, finished) in [(1, "failed", 2.0), (2, "waiting", nil)] as [(Int, String, Double?)] {
        try db.execute(
          sql: """
            INSERT INTO scan (id, name, path, origin, digest, state, arrived, finished)
            VALUES (?, 'a.jpg', x'61', 'inbox', ?, ?, ?, ?)
            """, arguments: [id, Sample.digest(id).hex, state, id, finished])
        try db.execute(
          sql: "INSERT INTO step (scan, name, recipe, made, output) VALUES (?, 'reading', '', 1, '\"old\"')",
          arguments: [id])
      }
    }
    let ledger = try Ledger(file: file)
    let failed = try #require(try await ledger.scan(ScanID(1)))
    #expect(failed.part == nil && failed.photoDigest == Sample.digest(1) && failed.state == .failed)
    _ = try await ledger.claim(now: Sample.now)
    let first = try await ledger.divide(ScanID(2), into: Self.corners)
    #expect(try await ledger.parts(beside: first).map(\.id) == [ScanID(2), ScanID(3), ScanID(4)])
    // What was read was on all of them.
    #expect(try await ledger.output(of: .reading, in: ScanID(2), as: String.self) == nil)
    #expect(try await ledger.output(of: .reading, in: ScanID(1), as: String.self) == "old")
  }
}
