import DrawnCovers
import Foundation
import Glibc
import Simulator
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// The kernel gives no watches, or too few events: photos are found all the same, and `status` says how it stands.
@Suite struct WatchLimitTorture {
  /// What a user namespace has a number of for itself; user_namespaces(7), /proc/sys/user.
  enum Limit: String, CaseIterable, Sendable {
    case watches, instances

    var code: String { self == .watches ? "watch-limit" : "watch-instances" }

    /// Becomes a program that may have this many.
    func wrapper(_ number: Int) -> [String] {
      [
        "/usr/bin/unshare", "--user", "--map-root-user", "sh", "-c",
        "echo \(number) > /proc/sys/user/max_inotify_\(rawValue); exec \"$@\"", "sh",
      ]
    }

    func lift(for daemon: Daemon) async throws {
      let result = try await Subprocess.run(
        .name("nsenter"),
        arguments: [
          "--user", "--preserve-credentials", "--target", "\(daemon.pid)", "sh", "-c",
          "echo 1000000 > /proc/sys/user/max_inotify_\(rawValue)",
        ], output: .discarded, error: .string(limit: 4096))
      #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
    }
  }

  static let hasNamespaces =
    ProcessInfo.processInfo.environment["CI"] == "true"
    || (try? String(contentsOfFile: "/proc/sys/user/max_user_namespaces", encoding: .utf8))
      .flatMap { Int($0.trimmingCharacters(in: .newlines)) }.map { $0 > 0 && geteuid() == 0 } ?? false

  @Test(
    .enabled(if: hasNamespaces, "needs root and user namespaces"),
    arguments: [(Limit.watches, 0), (.watches, 3), (.instances, 0)])
  func `without watches folders are listed, commands are heard, and watching comes back by itself`(
    limit: Limit, number: Int
  ) async throws {
    try await withTestHome { home, simulator in
      for folder in ["a/b", "c"] { try home.folder.makeFolder("AlbumScan/inbox/\(folder)") }
      try await home.withDaemon(under: limit.wrapper(number)) { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg", into: "AlbumScan/inbox/a/b")
        // Where some are to be had, the last folder uses them up.
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg", into: "AlbumScan/inbox/d/e")
        try await until("status to say so") {
          try await home.status().health.contains { $0.code.hasPrefix(limit.code) }
        }
        for name in ["one.jpg", "two.jpg"] { try await home.scan(ofPhoto: name, in: "done") }

        // Nobody can report to the daemon what a command has written; it looks.
        _ = try await home.ctl("pause")
        try home.copy(try Photos.tiny(1), as: "three.jpg")
        try await until("it to wait") { try await home.status().count("waiting") == 1 }
        _ = try await home.ctl("resume")
        try await home.scan(ofPhoto: "three.jpg", in: "done")

        guard Torture.isFull else { return }
        try await limit.lift(for: daemon)
        try await until("watching to be back") { try await home.status().health.isEmpty }
        let name = "four.jpg"
        try home.move(try Photos.front(DrawnCollection.wharf), as: name)
        let moved = ContinuousClock.now
        try await until("it to arrive", every: .milliseconds(10)) { home.log.contains("\(name) arrived") }
        #expect(moved.duration(to: .now) < .seconds(2), "listing takes longer")
      }
      #expect(try await home.scans("name").count == (Torture.isFull ? 4 : 3))
    }
  }

  @Test func `more events than the kernel keeps lose nothing, and status says so until it keeps up again`() async throws
  {
    let limit =
      try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let kept = try #require(Int(limit))
    try await withTestHome { home, _ in
      let paths = ["0.tmp", "1.tmp"].map { Array(home.inbox.appending($0).string.utf8CString) }
      try home.copy(try Photos.tiny(1), as: "old.jpg")
      try home.copy(try Photos.tiny(2), as: "moving.jpg", into: "AlbumScan/inbox/before")
      try await home.withDaemon { daemon in
        _ = try await home.ctl("pause")
        try await until("the first two") { try await home.scans().count == 2 }
        for round in 1...Torture.rounds(1, full: 5) {
          kill(daemon.pid, SIGSTOP)
          try await until("it to stand still", every: .milliseconds(10)) { daemon.isStopped }
          // In turns, since the kernel folds two like events in a row into one.
          for number in 0..<(kept + 100) { close(open(paths[number % 2], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)) }
          try home.copy(try Photos.tiny(10 * round), as: "\(round).jpg")
          try home.move(try Photos.tiny(10 * round + 1), as: "\(round).jpg", into: "AlbumScan/inbox/new\(round)/deep")
          // Nobody hears of this folder's new name, and of what was put in the place of a photo.
          try await home.sh("mv \"$INBOX\"/before* \"$INBOX/before\(round)\"")
          try home.copy(try Photos.tiny(10 * round + 2), as: "old.jpg")
          kill(daemon.pid, SIGCONT)
          // For a minute.
          try await until("status to say so") { try await home.status().health.contains { $0.code == "overflow" } }
          try await until("all to be found") {
            let digests = try await home.asked(
              "SELECT count(DISTINCT digest) FROM arrival WHERE CAST(path AS TEXT) GLOB '*/\(round).jpg' "
                + "OR CAST(path AS TEXT) GLOB '*/old.jpg'")
            return digests == "3"
          }
        }
        // Watched again, all of them: the folder that was renamed too.
        try home.move(try Photos.tiny(5), as: "last.jpg", into: "AlbumScan/inbox/new1/deep")
        try await until("the last one") { try await home.scans("name").contains("last.jpg") }
        if Torture.isFull {
          try await until("status to be content") { try await home.status().health.isEmpty }
        }
      }
      Torture.report("arrivals: \(Torture.rounds(1, full: 5)) overflows of \(kept) events, nothing lost")
    }
  }
}
