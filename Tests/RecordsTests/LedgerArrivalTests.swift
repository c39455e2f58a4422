import Albums
import Foundation
import Records
import Testing

@Suite struct LedgerArrivalTests {
  let ledger: Ledger

  init() throws { ledger = try Ledger() }

  private func receive(
    _ path: String, _ seed: Int, inode: Int64 = 1, modified: Int64 = 1, there: Set<String> = []
  ) async throws -> IntakeResult {
    try await ledger.enqueue(
      Sample.file(path, inode: inode, modified: modified), name: path, digest: Sample.digest(seed), now: Sample.now,
      stillThere: { there.contains(String(decoding: $0, as: UTF8.self)) })
  }

  @Test func `a photo that is seen twice is one scan`() async throws {
    let first = try await receive("/inbox/a.jpg", 1)
    guard case .accepted(let id) = first else {
      Issue.record("not accepted")
      return
    }
    #expect(try await receive("/inbox/a.jpg", 1) == .known(id))
    #expect(try await ledger.scan(of: Sample.file()) == id)
    #expect(try await ledger.scan(of: Sample.file(modified: 2)) == nil)
  }

  @Test func `a photo that is renamed while it waits is read from its new place`() async throws {
    guard case .accepted(let id) = try await receive("/inbox/a.jpg", 1) else {
      Issue.record("not accepted")
      return
    }
    #expect(try await receive("/inbox/b.jpg", 1) == .known(id))
    #expect(try await ledger.scan(id)?.path == Data("/inbox/b.jpg".utf8))
  }

  @Test func `whether a file is still there is found out while nobody waits for the ledger`() async throws {
    let ledger = ledger
    // Asks the ledger, which would never answer from within its own transaction.
    let isGone: @Sendable (Data) -> Bool = { _ in ledger.knows(Sample.file("/elsewhere.jpg")) }
    let waiting = try await ledger.waiting(1)
    let renamed = try await ledger.enqueue(
      Sample.file("/inbox/b.jpg"), name: "b.jpg", digest: Sample.digest(1), now: Sample.now, stillThere: isGone)
    #expect(renamed == .known(waiting))
    #expect(try await ledger.scan(waiting)?.path == Data("/inbox/b.jpg".utf8))

    let done = try await ledger.done(2)
    let kept = try await ledger.enqueue(
      Sample.file("/inbox/c.jpg", inode: 2), name: "c.jpg", digest: Sample.digest(2), now: Sample.now,
      stillThere: isGone)
    #expect(kept == .known(done))
  }

  @Test func `what changed in the ledger while a file was looked for counts`() async throws {
    let ledger = ledger
    let id = try await ledger.waiting(1)
    let result = try await ledger.enqueue(
      Sample.file("/inbox/b.jpg"), name: "b.jpg", digest: Sample.digest(1), now: Sample.now,
      stillThere: { _ in
        // It fails meanwhile: then the photo is scanned again.
        do {
          _ = try await ledger.claim(now: Sample.now)
          try await ledger.fail(
            id, reason: "no", hint: nil, folder: nil, photoNow: nil, fault: .fail(.unknown, "no"), now: Sample.now)
        } catch { Issue.record(error) }
        return false
      })
    guard case .accepted(let again) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(again != id)
  }

  @Test func `a photo that stayed is not scanned again when it is touched or renamed`() async throws {
    let id = try await ledger.done(1)
    #expect(try await receive("/inbox/1.jpg", 1, modified: 9) == .known(id))
    #expect(try await receive("/inbox/renamed.jpg", 1) == .known(id))
  }

  @Test func `a photo that is put there again is told from one that was only touched, renamed, or mounted again`()
    async throws
  {
    let id = try await ledger.done(1)
    let justNow = Int64(Sample.now.timeIntervalSince1970 * 1e9) - 1_000_000_000
    #expect(try await receive("/inbox/1.jpg", 1, inode: 7) == .same(id))
    #expect(try await receive("/inbox/1.jpg", 1, inode: 7, modified: 9) == .known(id))
    #expect(try await receive("/inbox/1.jpg", 1, inode: 7, modified: justNow) == .same(id))
    // Said once: from now on, this is the file that stayed.
    #expect(try await receive("/inbox/1.jpg", 1, inode: 7, modified: justNow) == .known(id))
    var mounted = Sample.file("/inbox/1.jpg", inode: 99, modified: justNow)
    mounted.device = 5
    #expect(
      try await ledger.enqueue(mounted, name: "1.jpg", digest: Sample.digest(1), now: Sample.now) == .known(id))
  }

  @Test func `a copy beside a photo that waits is told from the photo`() async throws {
    let id = try await ledger.waiting(1)
    #expect(try await receive("/inbox/copy.jpg", 1, inode: 5, there: ["/inbox/1.jpg"]) == .same(id))
    #expect(try await ledger.scan(id)?.name == "1.jpg")
    #expect(try await receive("/inbox/copy.jpg", 1, inode: 5) == .known(id))
    #expect(try await ledger.scan(id)?.name == "/inbox/copy.jpg")
  }

  @Test func `photos that were recorded through a link are found where it leads`() async throws {
    let name = Data("/home/ann/Caf\u{65}\u{301}".utf8) + [0xff]
    let path = name + Data("/sub/a.jpg".utf8)
    let file = ArrivedFile(path: path, device: 1, inode: 1, size: 1, modified: 1)
    guard case .accepted(let id) = try await ledger.enqueue(file, name: "a", digest: Sample.digest(1), now: Sample.now)
    else {
      Issue.record("not accepted")
      return
    }
    guard case .accepted(let other) = try await receive("/home/ann/Other/b.jpg", 2) else { return }
    try await ledger.rename(folder: name, to: Data("/disk/photos".utf8))
    try await ledger.rename(folder: Data("/home/ann/Oth".utf8), to: Data("/wrong".utf8))
    #expect(try await ledger.scan(id)?.path == Data("/disk/photos/sub/a.jpg".utf8))
    var moved = file
    moved.path = Data("/disk/photos/sub/a.jpg".utf8)
    #expect(try await ledger.scan(of: moved) == id)
    #expect(try await ledger.scan(other)?.path == Data("/home/ann/Other/b.jpg".utf8))
  }

  @Test func `the same bytes under another name are a new entry that reuses what was made`() async throws {
    let id = try await ledger.waiting(1)
    _ = try await ledger.claim(now: Sample.now)
    try await ledger.keep(["read"], of: .reading, in: id, now: Sample.now)
    try await ledger.finish(id, as: Sample.document(id), album: "k", bundle: "done/x", now: Sample.now)
    guard case .accepted(let copy) = try await receive("/inbox/copy.jpg", 1, inode: 5, there: ["/inbox/1.jpg"]) else {
      Issue.record("not accepted")
      return
    }
    #expect(copy != id)
    #expect(try await ledger.output(of: .reading, in: copy, as: [String].self) == ["read"])
    #expect(try await ledger.earlierResult(of: Sample.digest(1), before: copy) == id)
  }

  @Test func `a photo whose scan failed is scanned again when it is dropped again`() async throws {
    let id = try await ledger.waiting(1)
    _ = try await ledger.claim(now: Sample.now)
    try await ledger.fail(
      id, reason: "no", hint: nil, folder: "failed/1", photoNow: nil, fault: .fail(.unknown, "no"), now: Sample.now)
    guard case .accepted(let again) = try await receive("/inbox/1.jpg", 1, modified: 2) else {
      Issue.record("not accepted")
      return
    }
    #expect(again != id)
  }

  @Test func `a photo that is replaced while it waits is scanned once, in its last form`() async throws {
    guard case .accepted(let id) = try await receive("/inbox/a.jpg", 1) else {
      Issue.record("not accepted")
      return
    }
    for seed in 2...20 {
      #expect(try await receive("/inbox/a.jpg", seed, modified: Int64(seed)) == .accepted(id))
    }
    #expect(try await ledger.scan(id)?.digest == Sample.digest(20))
    #expect(try await ledger.counts() == [.waiting: 1])
  }

  @Test func `a path that is not UTF-8 is kept byte for byte`() async throws {
    let path = Data([0x2F, 0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67])
    let file = ArrivedFile(path: path, device: 1, inode: 1, size: 1, modified: 1)
    guard
      case .accepted(let id) = try await ledger.enqueue(
        file, name: "\u{FFFD}.jpg", digest: Sample.digest(1), now: Sample.now)
    else {
      Issue.record("not accepted")
      return
    }
    #expect(try await ledger.scan(id)?.path == path)
  }
}
