import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What hangs below the daemon: each is noticed, named and survived.
@Suite struct HangTorture {
  /// Signs of life are due every second.
  private static let watched = ["WATCHDOG_USEC": "2000000"]

  @Test(arguments: Torture.isFull ? ["IMMEDIATE", "EXCLUSIVE"] : ["IMMEDIATE"])
  func `a ledger that another process keeps locked is waited for, and everybody says for whom`(
    kind: String
  ) async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon(variables: Self.watched) { daemon in
        let hog = try await LedgerLocker(home, kind)
        defer { hog.letGo() }
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await until("the daemon to say what it waits for") { home.log.contains("event=ledgerLocked") }
        #expect(home.log.contains("sqlite3 (process \(hog.pid)) keeps the ledger"))
        #expect(daemon.notifications.contains { $0.hasPrefix("STATUS=Waiting: sqlite3") })
        // It waits for a lock that it goes on asking for; a new start would be no better off.
        let signs = daemon.signsOfLife
        try await until("signs of life") { daemon.signsOfLife >= signs + 2 }

        let status = try await home.ctl("status", "--json")
        #expect(status.code == 5)
        let item = try #require(
          try status.decoded(as: StatusDocument.self).health.first { $0.code == "ledger-locked" })
        #expect(item.reason.contains("sqlite3"))
        #expect(item.cure?.contains("kill \(hog.pid)") == true)
        let refused = try await home.ctl("pause", "for a test")
        #expect(refused.code == 75)
        #expect(refused.errors.contains("sqlite3 (process \(hog.pid))") && refused.errors.contains("Try again"))
        #expect(!refused.errors.contains("SQLITE"))

        hog.letGo()
        try await home.bundle(ofPhoto: "a.jpg").expectWhole()
        try await home.scan(ofPhoto: "a.jpg", in: "done")
        #expect(home.log.contains("the ledger is no longer locked"))
        #expect(try await home.ctl("status").code == 0)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      Torture.report("hang: ledger locked (\(kind)), lost 0")
    }
  }

  @Test func `who is told to stop while the ledger is locked ends in time, and goes on later`() async throws {
    try await withTestHome { home, simulator in
      let before = try await home.withDaemon { _ in
        let hog = try await LedgerLocker(home, "IMMEDIATE")
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        return hog
      }
      // A start waits as well, rather than to fail.
      async let done: Void = home.withDaemon { _ in
        try await home.scan(ofPhoto: "a.jpg", in: "done")
      }
      try await until("the next start to wait") { home.log.contains("event=ledgerLocked") }
      before.letGo()
      try await done
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      Torture.report("hang: stopped and started while the ledger is locked, lost 0")
    }
  }

  @Test func `a start that waits for the ledger ends in order when it is told to`() async throws {
    try await withTestHome { home, _ in
      try await home.withDaemon { _ in }
      let hog = try await LedgerLocker(home, "IMMEDIATE")
      defer { hog.letGo() }
      async let start = home.albumscand()
      let pid = try await awaited("the start to wait") {
        try await home.ctl("status", "--json").decoded(as: StatusDocument.self).pid
      }
      kill(pid_t(pid), SIGTERM)
      let ended = try await start
      #expect(ended.code == 0, "\(ended.errors)")
    }
  }

  /// The pool has a thread per core: a share that hangs would stop all else.
  @Test func `no thread of the concurrency pool waits for an inbox, a result, or a picture`() async throws {
    try await withTestHome(.anthropic, ["identification.require": "corroborated"]) { home, _ in
      let pool = home.folder.path.appending("pool")
      let variables = DiskFaults.variables(below: home.home, pool: pool)
      for isCrash in [true, false] {
        try await home.withDaemon(variables: variables) { daemon in
          let photos: [DrawnPhoto.Subject] = [
            .front(DrawnCollection.undertow), .front(DrawnCollection.nightShift), .front(DrawnCollection.slowWeather),
            .wall,
          ]
          for (number, photo) in photos.enumerated() {
            let copy = Photos.copy(number + (isCrash ? 10 : 20), of: try Photos.photo(photo))
            try home.copy(copy, as: "\(isCrash)-\(number).jpg", into: "AlbumScan/inbox/wanted")
          }
          try await until("all to be done") {
            try await home.asked("SELECT count(*) FROM scan WHERE name GLOB '\(isCrash)-*' AND finished NOT NULL")
              == "4"
          }
          for words in ["redo 1 --from review", "reject 2", "delete 1", "delete --undo", "retry 4"] {
            _ = try await home.ctl(words.split(separator: " ").map(String.init))
          }
          try await daemon.reload()
          try await until("nothing to be under way") {
            try await home.asked("SELECT count(*) FROM scan WHERE finished IS NULL") == "0"
          }
          if isCrash { daemon.killAtOnce() }
        }
      }
      let calls = String(decoding: home.contents(of: pool) ?? Data(), as: UTF8.self).split(separator: "\n")
      let folders = [home.root, home.state.appending("pictures"), home.state.appending("wallet")].map { "\($0)/" }
      let waiting = calls.filter { call in folders.contains { call.contains(" \($0)") } }
      #expect(Set(waiting) == [])
      // The settings are read there, which shows that such threads are recognized.
      #expect(calls.contains { $0.hasSuffix("/albumscan.yaml") })
    }
  }

  @Test func `an imaging process that stands still is ended, and its photo goes on`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon(variables: Self.watched) { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let process = try await awaited("an imaging process", every: .milliseconds(1)) {
          daemon.children(named: "albumscan-imagi").first { kill($0, SIGSTOP) == 0 }
        }
        let hand = try await awaited("it to be shown") { try await home.status().inHand.first }
        #expect(hand.step == "picture")
        try await home.scan(ofPhoto: "a.jpg", in: "done")
        #expect(kill(process, 0) != 0)
        let faults = try await home.ctl("show", "1", "--json").document()["faults"] as? [[String: Any]]
        #expect(faults?.first?["step"] as? String == "picture")
        #expect((faults?.first?["reason"] as? String)?.contains("took too long") == true)
        #expect(daemon.signsOfLife > 5)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      Torture.report("hang: imaging process stopped, lost 0")
    }
  }

  @Test(
    .enabled("needs strace, and root", { Torture.isFull && geteuid() == 0 && access("/usr/bin/strace", X_OK) == 0 }))
  func `a disk that hangs keeps the daemon from giving signs of life`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon(variables: Self.watched) { daemon in
        try await until("signs of life") { daemon.signsOfLife > 1 }
        let strace = Process()
        strace.executableURL = URL(filePath: "/usr/bin/strace")
        strace.arguments = [
          "-f", "-qq", "-o", "/dev/null", "-p", "\(daemon.pid)", "-e", "trace=fsync,fdatasync",
          "-e", "inject=fsync,fdatasync:delay_enter=6000000",
        ]
        try strace.run()
        try await until("strace to hold it") { daemon.isTraced }
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        // Four signs would have come in this time.
        var (signs, since) = (daemon.signsOfLife, ContinuousClock.now)
        try await until("signs of life to stop for four seconds") {
          if daemon.signsOfLife != signs { (signs, since) = (daemon.signsOfLife, .now) }
          return since.duration(to: .now) > .seconds(4)
        }
        strace.interrupt()
        try await until("strace to let it go") { !daemon.isTraced }
        try await home.scan(ofPhoto: "a.jpg", in: "done")
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      Torture.report("hang: disk stood still, lost 0")
    }
  }
}

/// sqlite3 with an open transaction that somebody forgot.
final class LedgerLocker: Sendable {
  let pid: pid_t
  private let input: FileHandle

  init(_ home: TestHome, _ kind: String) async throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    // The tests' own threads take no signals, and what they start inherits that; a forgotten program does take them.
    let script =
      "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execv(sys.argv[1], sys.argv[1:])"
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-c", script, "/usr/bin/sqlite3", home.state.appending("albumscan.db").string]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    pid = process.processIdentifier
    self.input = input.fileHandleForWriting
    try self.input.write(contentsOf: Data(".timeout 60000\nBEGIN \(kind);\nSELECT 'has it';\n".utf8))
    let said = output.fileHandleForReading.availableData
    #expect(String(decoding: said, as: UTF8.self).contains("has it"))
  }

  deinit { letGo() }

  /// It ends with its input.
  func letGo() { try? input.close() }
}

extension Daemon {
  fileprivate var signsOfLife: Int { notifications.count { $0 == "WATCHDOG=1" } }

  fileprivate var isTraced: Bool {
    let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    return status.contains("TracerPid:") && !status.contains("TracerPid:\t0\n")
  }

  /// By the first fifteen letters of their program's name.
  fileprivate func children(named name: String) -> [pid_t] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap { pid_t($0) }.filter { process in
      // 1234 (name) S 1 …
      guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        stat.contains("(\(name))")
      else { return false }
      return stat.split(separator: ") ").last?.split(separator: " ").dropFirst().first == "\(pid)"
    }
  }
}
