import Albums
import DrawnCovers
import Foundation
import Glibc
import RunningMPD
import Simulator
import SystemPackage
import TestSupport
import Testing

/// A command that is printed as the cure puts right the state that printed it. What `doctor` prints is in `DoctorTests`.
@Suite struct CureTests {
  @Test func `each cure that is printed is carried out by a test, or listed with the reason why none does`() throws {
    let (found, listed) = (try CureTable.sources(), CureTable.rows)
    #expect(found.count > 80)
    #expect(found.subtracting(listed.keys) == [], "add them to CureTable.swift")
    #expect(Set(listed.keys).subtracting(found) == [], "they are gone; take them from CureTable.swift")
    let tests = try CureTable.tests()
    for (cure, proof) in listed {
      let test = proof.hasPrefix("tried: ") ? String(proof.dropFirst("tried: ".count)) : nil
      #expect(test.map(tests.contains) ?? proof.hasPrefix("not tried: "), "\(cure): \(proof)")
    }
  }

  @Test func `a photo that waits for a key goes on by what is printed`() async throws {
    try await withTestHome(.anthropic, ["models.provider": "auto"], keys: []) { home, _ in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let reason = try #require(try await home.held("a.jpg").reason)
        let command = try #require(reason.firstMatch(of: /albumscanctl key set [a-z]+/), "\(reason)")
        try await home.carryOut(String(command.0))
        try await home.scan(ofPhoto: "a.jpg", in: "done")
      }
    }
  }

  @Test func `a photo whose answers can't be used is read by what is printed`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        await simulator.fail(.anthropic, with: .offSchema)
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let failed = try await home.scan(ofPhoto: "a.jpg", in: "failed")
        try await simulator.heal(.anthropic)
        try await home.carryOut(try #require(failed.hint))
        try await home.scan(ofPhoto: "a.jpg", in: "done")
      }
    }
  }

  @Test func `a photo whose service failed for too many days is read by what is printed`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        await simulator.fail(.anthropic, with: .status(500))
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await home.held("a.jpg", by: "anthropic")
        try await home.sh("sqlite3 \(home.state)/albumscan.db 'UPDATE fault SET at = at - 8 * 86400'")
        try await home.carryOut("albumscanctl resume")
        let failed = try await home.scan(ofPhoto: "a.jpg", in: "failed")
        #expect(failed.reason?.contains("again and again") == true, "\(failed)")
        try await simulator.heal(.anthropic)
        try await home.carryOut(try #require(failed.hint))
        try await home.scan(ofPhoto: "a.jpg", in: "done")
      }
    }
  }

  @Test func `a photo that its limit holds up goes on by what is printed`() async throws {
    try await withTestHome(.anthropic, ["budget.perScanUSD": "0.01"]) { home, _ in
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await home.held("a.jpg", by: "budget")
        let cure = try #require(try await home.status().health.first { $0.code == "budget" }?.cure)
        let command = try #require(cure.firstMatch(of: /`([^`]+)`/), "\(cure)")
        try await home.carryOut(String(command.1), daemon: daemon)
        try await home.scan(ofPhoto: "a.jpg", in: "done")
        #expect(try await home.status().health.isEmpty)
      }
    }
  }

  @Test func `a scan whose photo is gone has its result again by what is printed`() async throws {
    try await withTestHome(.anthropic, ["photos.afterwards": "delete"]) { home, _ in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await home.scan(ofPhoto: "a.jpg", in: "done")
        let before = try await home.bundle(ofPhoto: "a.jpg").document.album
        try await home.carryOut("albumscanctl redo 1 --from reading")
        let failed = try await home.scan(ofPhoto: "a.jpg", in: "failed")
        try await home.carryOut(try #require(failed.hint))
        try await home.scan(ofPhoto: "a.jpg", in: "done")
        #expect(try await home.bundle(ofPhoto: "a.jpg").document.album == before)
      }
    }
  }

  @Test(arguments: ["status", "doctor"])
  func `settings that were refused are in force by what is printed`(program: String) async throws {
    try await withTestHome { home, _ in
      try await home.withDaemon { daemon in
        try home.write(settings: "nonsense: 1\n")
        try await daemon.reload()
        try home.configure(["review.enabled": "false"])
        let cure =
          program == "status"
          ? try await home.status().health.first { $0.code == "settings" }?.cure
          : try await home.doctor().findings.first { $0.code == "settings" && $0.verdict != "good" }?.cure
        try await home.carryOut(try #require(cure), daemon: daemon)
        try await until("all to be well") { try await home.status().health.isEmpty }
      }
    }
  }

  @Test func `a root that has changed is in use by what is printed`() async throws {
    try await withTestHome { home, _ in
      try await home.withDaemon { daemon in
        try home.configure(["folders.root": home.home.appending("Elsewhere").string])
        try await daemon.reload()
        let cure = try await home.status().health.first { $0.code == "settings" }?.cure
        try await home.restart(by: try #require(cure), instead: daemon) {
          try await home.status().health.isEmpty && home.exists(home.home.appending("Elsewhere/inbox"))
        }
      }
    }
  }

  @Test func `a hang is over by what is printed`() async throws {
    try await withTestHome { home, _ in
      try await home.withDaemon { daemon in
        // It takes a step that can't be canceled, and many minutes.
        try await home.sh(
          "sqlite3 \(home.state)/albumscan.db \"INSERT INTO condition (code, since, reason, until, isTold) "
            + "VALUES ('stuck', unixepoch(), 'a step hangs', unixepoch() + 999999, 0)\"")
        let cure = try await home.doctor().findings.first { $0.code == "stuck" }?.cure
        try await home.restart(by: try #require(cure), instead: daemon) { try await home.status().health.isEmpty }
      }
    }
  }

  @Test func `a daemon that isn't running is by what is printed`() async throws {
    try await withTestHome { home, _ in
      // What tells of a session in which systemctl can work.
      try home.folder.makeFolder("runtime/systemd")
      try home.folder.write("".utf8, to: "runtime/systemd/private")
      let variables = ["XDG_RUNTIME_DIR": home.home.appending("runtime").string]
      @Sendable func finding() async throws -> DoctorDocument.CheckResult? {
        let document: DoctorDocument = try await home.ctl(["doctor", "--json", "--offline"], variables: variables)
          .decoded()
        return document.findings.first { $0.code == "daemon" }
      }
      let found = try #require(try await finding())
      #expect(found.verdict == "bad" && found.cureBy == "command", "\(found)")
      try await home.restart(by: try #require(found.cure)) { try await finding()?.verdict == "good" }
    }
  }

  @Test func `an inbox that is gone is watched again by what is printed`() async throws {
    try await withTestHome { home, _ in
      try await home.withDaemon { _ in
        try FileManager.default.removeItem(atPath: home.inbox.string)
        try await until("it to be said") {
          try await home.status().health.contains {
            $0.code.hasPrefix("inbox-missing") && $0.cure == "albumscanctl doctor"
          }
        }
        let cure = try await home.doctor().findings.first { $0.code == "folder-missing" }?.cure
        try await home.carryOut(try #require(cure))
        try await until("all to be well") { try await home.status().health.isEmpty }
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await home.scan(ofPhoto: "a.jpg", in: "done")
      }
    }
  }

  @Test func `what a refused command prints makes way for it`() async throws {
    try await withTestHome(.anthropic, ["review.enabled": "false"]) { home, _ in
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg")
        for name in ["a.jpg", "b.jpg"] { try await home.bundle(ofPhoto: name) }
        try await home.makeWay("retry 1", daemon: daemon)
        try await until("the reviews") { try home.bundles().allSatisfy { $0.document.review.status == .written } }

        let again = try #require(try await home.refused("retry 1"))
        try await home.carryOut("\(again) --dry-run")
        for id in ["1", "2"] { #expect(try await home.ctl("delete", id).code == 0) }
        for command in ["retry 1", "redo 1 --from review", "show 1"] {
          #expect(try await home.refused(command) == nil, "it would restore the other")
        }
        for command in ["show 2", "show 1"] { try await home.makeWay(command) }

        #expect(try await home.ctl("backup", "backup.db").code == 0)
        try await home.makeWay("restore backup.db", daemon: daemon)
        #expect(try await home.ctl("restore", "backup.db").code == 0)
      }
    }
  }

  @Test func `what MPD's refusals print makes way for the command`() async throws {
    let mpd = try await RunningMPD.withDiscs { options in
      options.permissions = ""
      options.password = "\(TestHome.key)@read,add,player,control,admin"
    }
    try await withTestHome { home, _ in
      try home.configure(["mpd.address": mpd.socket.string])
      try await home.makeWay("wallet refresh")
      #expect(try await home.ctl(["key", "set", "mpd"], input: "another\n").code == 0)
      try await home.makeWay("wallet refresh")
      let listed = try await home.ctl("wallet", "list").output
      let disc = try #require(listed.firstMatch(of: /[0-9a-f]{6,}/), "\(listed)")
      try await mpd.mpc("add", "/")
      try await home.makeWay("wallet play \(disc.0)")
    }
  }

  @Test func `a plan that is used up goes on by what is printed`() async throws {
    try await withTestHome(.anthropic, ["plan": "free"]) { home, _ in
      try await home.withDaemon { daemon in
        for (number, album) in DrawnCollection.albums.prefix(6).enumerated() {
          try home.copy(try Photos.front(album), as: "\(number).jpg")
        }
        try await until("a photo to be held") { try await home.status().waiting.contains { $0.heldBy == "plan" } }
        let cure = try #require(try await home.status().health.first { $0.code == "plan" }?.cure)
        let command = try #require(cure.firstMatch(of: /`([^`]+)`/), "\(cure)")
        try await home.carryOut(String(command.1), daemon: daemon)
        try await until("all to be read") { try await home.status().count("waiting") == 0 }
        #expect(try await home.status().health.isEmpty)
      }
    }
  }

  @Test func `pictures are decoded again by what is printed when their program may run`() async throws {
    try await withTestHome { home, _ in
      let programs = home.home.appending("bin")
      try home.folder.makeFolder("bin")
      for program in [BuiltProgram.daemon, BuiltProgram.ctl, BuiltProgram.imaging] {
        let name = program.lastComponent?.string ?? ""
        try FileManager.default.copyItem(atPath: program.string, toPath: programs.appending(name).string)
      }
      chmod(programs.appending("albumscan-imaging").string, 0o644)
      @Sendable func findings(_ code: String) async throws -> [DoctorDocument.CheckResult] {
        let document: DoctorDocument = try await home.run(
          programs.appending("albumscanctl"), ["doctor", "--json", "--offline"], input: "", variables: [:]
        ).decoded()
        return document.findings.filter { $0.code == code && $0.verdict != "good" }
      }
      let prompts = ["ALBUMSCAN_PROMPTS": TestHome.checkout.appending("Prompts").string]
      try await home.withDaemon(variables: prompts, under: ["/bin/sh", "-c", "exec \(programs)/albumscand"]) { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await home.held("a.jpg", by: "imaging")
        try await home.carryOut(try #require(try await findings("programs").first?.cure))
        #expect(try await findings("programs").isEmpty)
        try await home.carryOut(try #require(try await findings("imaging").first?.cure))
        try await home.scan(ofPhoto: "a.jpg", in: "done")
        #expect(try await findings("imaging").isEmpty)
      }
    }
  }
}

extension TestHome {
  /// - Returns: the command at the end of what a refused one prints; nil if it prints none.
  fileprivate func refused(_ command: String) async throws -> String? {
    let result = try await ctl(command.split(separator: " ").map(String.init))
    #expect(result.code != 0, "\(command) isn't refused")
    return result.errors.firstMatch(of: /: ((?:albumscanctl|systemctl) .*)/).map { String($0.1) }
  }

  /// Carries out what a refused command prints.
  fileprivate func makeWay(_ command: String, daemon: Daemon? = nil) async throws {
    let printed = try #require(try await refused(command), "\(command) prints no command")
    try await carryOut(printed, daemon: daemon)
    if daemon == nil { #expect(try await ctl(command.split(separator: " ").map(String.init)).code == 0, "\(printed)") }
  }

  /// Carries out a command that starts the daemon anew, waits for what comes of it, and ends the new one.
  fileprivate func restart(
    by command: String, instead daemon: Daemon? = nil, until isBetter: @escaping @Sendable () async throws -> Bool
  ) async throws {
    try await carryOut(command, daemon: daemon)
    let failure: (any Error)?
    do {
      try await until("another daemon") { try await status().pid.map { $0 != daemon.map { Int($0.pid) } } ?? false }
      try await until("all to be well", isBetter)
      failure = nil
    } catch { failure = error }
    try await carryOut("systemctl --user stop albumscand")
    if let failure { throw failure }
  }
}
