import Albums
import DrawnCovers
import Foundation
import Glibc
import Simulator
import TestSupport
import Testing

/// The process that looks at pictures is killed, as a machine does whose memory runs out.
@Suite struct ImagingCrashTorture {
  @Test func `killed once it costs a photo nothing; killed twice with it the photo is put aside`() async throws {
    try await withTestHome { home, _ in
      let photo = try Photos.front(DrawnCollection.undertow)
      try await home.withDaemon { daemon in
        try home.move(photo, as: "once.jpg")
        try await daemon.killImaging { $0 == 1 }
        try await home.bundle(ofPhoto: "once.jpg").expectWhole()
        // Its cover is looked at last.
        try await until("nothing to be looked at") {
          try await home.ctl("known").output.contains(" scan ") && daemon.imaging().isEmpty
        }

        try home.move(Photos.copy(1, of: photo), as: "twice.jpg")
        // Which of them looks at the photo, and which at the pictures of a page, can't be seen from outside.
        try await daemon.killImaging { _ in !home.names(in: "failed").isEmpty }
        let failed = try await home.scan(ofPhoto: "twice.jpg", in: "failed")
        #expect(failed.reason?.contains("the image decoder crash") == true, "\(failed)")
        #expect(try await home.ctl("retry", "\(failed.id)").code == 0)
        try await home.bundle(ofPhoto: "twice.jpg").expectWhole()
      }
      #expect(home.originals() == ["once.jpg": photo, "twice.jpg": Photos.copy(1, of: photo)])
      #expect(home.leftovers() == [])
    }
  }

  @Test func `killed at random, daemon and imaging, each of many photos comes to an end that is clear`() async throws {
    try await withTestHome { home, simulator in
      var chance = SeededRandom(Torture.seed)
      let albums = Torture.isFull ? Array(DrawnCollection.albums.prefix(12)) : Array(DrawnCollection.albums.prefix(3))
      var photos: [String: Data] = [:]
      for (number, album) in albums.enumerated() { photos["\(number).jpg"] = try Photos.front(album) }
      for (name, photo) in photos { try home.move(photo, as: name) }
      for service in [ServiceID.anthropic, .musicbrainz, .coverart] { simulator.slow(service, by: .milliseconds(100)) }
      let rounds = Torture.rounds(3, full: 60)
      for _ in 0..<rounds {
        let (pause, kills) = (Int.random(in: 20...900, using: &chance), Int.random(in: 0...2, using: &chance))
        try await home.withDaemon { daemon in
          for _ in 0..<kills { daemon.imaging().randomElement().map { _ = kill($0, SIGKILL) } }
          // Moments that nothing marks: the time itself is what is tried out.
          try await Task.sleep(for: .milliseconds(pause))
          daemon.imaging().first.map { _ = kill($0, SIGKILL) }
          daemon.killAtOnce()
        }
      }
      for service in [ServiceID.anthropic, .musicbrainz, .coverart] { simulator.slow(service, by: .zero) }
      try await home.withDaemon { _ in
        try await until("all to come to an end") {
          let status = try await home.status()
          return status.count("waiting") + status.count("running") == 0
        }
        if try await home.status().count("failed") > 0 {
          #expect(try await home.ctl("retry", "--failed").code == 0)
        }
        try await until("all to be done") { try await home.status().count("done") == albums.count }
      }
      let bundles = try home.bundles()
      for bundle in bundles { try bundle.expectWhole() }
      #expect(Set(bundles.map(\.document.photo.name)) == Set(photos.keys))
      #expect(bundles.count == albums.count)
      #expect(home.originals() == photos)
      #expect(home.leftovers() == [])
      try await home.expectSoundLedger()
      #expect(simulator.paidCalls.count <= 2 * albums.count + albums.count * rounds)
      Torture.report("crash: \(rounds) crashes at random with \(albums.count) photos, nothing lost")
    }
  }
}

extension Daemon {
  /// The imaging processes that it has started and that live.
  func imaging() -> [pid_t] {
    let children = (try? String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)) ?? ""
    let all = children.isEmpty ? Self.children(of: pid) : children.split(separator: " ").compactMap { pid_t($0) }
    return all.filter { process in
      // "12 (albumscan-imagi) R …": one that has ended stays as a zombie until it is collected.
      let words = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.split(separator: " ") ?? []
      return words.count > 2 && words[1].hasPrefix("(albumscan-imagi") && words[2] != "Z"
    }
  }

  /// Whatever thread started them.
  private static func children(of pid: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    return threads.flatMap { thread in
      ((try? String(contentsOfFile: "/proc/\(pid)/task/\(thread)/children", encoding: .utf8)) ?? "")
        .split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Kills the next imaging processes as soon as there are any, until it is enough for somebody who knows their number: on
  /// a thread of its own, since one that is looked for late has ended.
  func killImaging(until isEnough: @escaping @Sendable (Int) -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    let wasEnough = await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var killed: Set<pid_t> = []
        while !isEnough(killed.count), ContinuousClock.now < deadline {
          if let process = imaging().first(where: { killed.insert($0).inserted }) { kill(process, SIGKILL) }
          usleep(500)
        }
        continuation.resume(returning: isEnough(killed.count))
      }
    }
    #expect(wasEnough)
  }
}
