import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Links, pipes, folders and files of others where AlbumScan writes, reads back or deletes: each is said where it is in
/// the way, and survives; nothing hangs.
@Suite struct BlockedPathTorture {
  // MARK: Folders

  @Test(arguments: ["done", "unsure", "failed"])
  func `a link in the place of a folder of results is said, and scans wait until it is gone`(place: String) async throws
  {
    try await withTestHome(.anthropic, ["identification.require": "corroborated"]) { home, simulator in
      let (sentinels, link) = (try SentinelTree(in: home), home.root.appending(place))
      let photo =
        switch place {
        case "unsure": try Photos.front(DrawnCollection.slowWeather)
        case "failed": try Photos.photo(.wall)
        default: try Photos.front(DrawnCollection.undertow)
        }
      let before = try sentinels.state()
      @Sendable func isBlocked(for name: String, _ number: Int) async throws {
        try home.copy(Photos.copy(number, of: photo), as: name)
        try await home.expectBlocked(by: link, as: "disk")
        try sentinels.expectUntouched(since: before, name)
        unlink(link.string)
        // By itself it looks every half minute.
        if !Torture.isFull { _ = try await home.ctl("resume") }
        try await home.scan(ofPhoto: name, in: place)
      }
      try home.link(link, to: sentinels.path)
      try await home.withDaemon { _ in
        try await isBlocked(for: "at the start.jpg", 1)
        try home.link(link, to: sentinels.path)
        try await isBlocked(for: "later.jpg", 2)
        try await until("status to be content") { try await home.status().health.isEmpty }
      }
      try sentinels.expectUntouched(since: before)
      try sentinels.expectUnseen(simulator)
      #expect(home.names(in: "inbox") == [])
    }
  }

  @Test(arguments: ["originals", "originals/MONTH", "done/months", ".deleted"])
  func `a link in the place of another folder is said, and the rest goes on`(place: String) async throws {
    try await withTestHome { home, simulator in
      let sentinels = try SentinelTree(in: home)
      let month = try await home.sh("date +%Y-%m")
      let link = home.root.appending(place.replacing("MONTH", with: month))
      try await home.sh("mkdir -p '\(link.removingLastComponent())' ../AlbumScan/done; ln -s ~/Private '\(link)'")
      let before = try sentinels.state()
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
        try home.copy(try Photos.photo(.wall), as: "wall.jpg")
        try await home.scan(ofPhoto: "one.jpg", in: "done")
        let failed = try await home.scan(ofPhoto: "wall.jpg", in: "failed")
        _ = try await home.ctl("delete", "\(failed.id)")
        try await home.expectBlocked(by: link)
        try sentinels.expectUntouched(since: before)
        unlink(link.string)
        _ = try await home.ctl("resume")
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        for name in ["one.jpg", "two.jpg"] { try await home.scan(ofPhoto: name, in: "done") }
      }
      try await home.withDaemon { _ in
        try await until("status to be content") { try await home.status().health.isEmpty }
      }
      try sentinels.expectUntouched(since: before)
      try sentinels.expectUnseen(simulator)
      // Where it can't be moved, a photo stays in the inbox.
      #expect(home.originals().keys.contains("two.jpg"))
      #expect(home.names(in: "inbox") == (place.hasPrefix("originals") ? ["one.jpg", "wall.jpg"] : []))
    }
  }

  // MARK: Files

  /// What lies in a file's place.
  enum Plant: String, CaseIterable, Sendable {
    case link, hardLink, pipe, folder

    var script: String {
      switch self {
      case .link: "ln -s \"$OUT/letter.txt\" \"$1\""
      case .hardLink: "ln \"$OUT/letter.txt\" \"$1\""
      case .pipe: "mkfifo \"$1\""
      case .folder: "mkdir \"$1\"; echo kept > \"$1/kept.txt\""
      }
    }
  }

  @Test(arguments: Plant.allCases)
  func `whatever lies in the place of a file that is written or read back, nothing hangs, and it is never followed`(
    plant: Plant
  ) async throws {
    try await withTestHome { home, simulator in
      let sentinels = try SentinelTree(in: home)
      // So that the wallet has a folder.
      try home.configure(["wallet.sources": "[playlist, scans]"])
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
      try await home.once(endingWith: 0)
      try home.copy(try Photos.photo(.wall), as: "wall.jpg")
      try await home.once(endingWith: 2)
      _ = try await home.ctl("wallet", "refresh")
      let count = try await home.sh(
        """
        OUT=$PWD/../Private; cd ../AlbumScan; touch done/wallet/now.js
        plant() { rm "$1"; \(plant.script); }
        find done unsure failed -type f > ../elsewhere/planted
        while read -r file; do plant "$file"; done < ../elsewhere/planted
        wc -l < ../elsewhere/planted
        """)
      #expect(try #require(Int(count)) > 12)
      let before = try sentinels.state()
      try await home.withDaemon { daemon in
        // Without MPD it is said that the wallet is that of the last time.
        _ = try await home.ctl("wallet", "refresh")
        for words in ["redo 1 --from review", "retry 2", "stats"] {
          let ended = try await home.ctl(words.split(separator: " ").map(String.init))
          #expect(ended.code == 0 || plant == .folder, "\(words): \(ended)")
        }
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        for name in ["one.jpg", "two.jpg"] { try await home.scan(ofPhoto: name, in: "done") }
        try await home.scan(ofPhoto: "wall.jpg", in: "failed")
        for words in [["delete", "1"], ["delete", "--undo"]] {
          let ended = try await home.ctl(words)
          #expect(ended.code == 0 || plant == .folder, "\(words): \(ended)")
        }
        #expect(daemon.isAlive)
      }
      try sentinels.expectUntouched(since: before)
      try sentinels.expectUnseen(simulator)
      if plant == .folder {
        let kept = home.files(below: home.root).count { $0.lastComponent?.string == "kept.txt" }
        #expect(kept == Int(count))
      } else {
        let page = home.gallery()
        #expect(
          page.contains("Undertow") && page.contains("Night Shift Radio")
            && !home.isLink(home.root.appending("done/index.html")))
      }
    }
  }

  @Test func `a result of 3 GB that is read back takes no memory`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
      try await home.withDaemon { daemon in
        try await home.scan(ofPhoto: "one.jpg", in: "done")
        daemon.killAtOnce()
      }
      let bundle = try #require(try await home.history().first?.bundle)
      try await home.sh(
        """
        cd ../AlbumScan; mkdir unsure/huge failed/huge
        truncate -s 3G '\(bundle)/album.json'; truncate -s 3G unsure/huge/album.json
        truncate -s 3G failed/huge/failure.json
        """)
      // The sweep, a result made again, and its undeleting look for the scan's own folder.
      let most = 1_000_000
      try await home.withDaemon { daemon in
        #expect(try await home.ctl("redo", "1", "--from", "review").code == 0)
        try await home.scan(ofPhoto: "one.jpg", in: "done")
        let status = String(
          decoding: home.contents(of: FilePath("/proc/\(daemon.pid)/status")) ?? Data(), as: UTF8.self)
        let peak = try #require(status.firstMatch(of: /VmHWM:\s+([0-9]+) kB/)).1
        #expect(try #require(Int(peak)) < most)
      }
      let after = try #require(try await home.history().first?.bundle)
      #expect(try await home.ctl("delete", "1").code == 0)
      try await home.sh("cd ../AlbumScan; rm -r .deleted/1; mkdir -p '\(after)'; truncate -s 3G '\(after)/album.json'")
      let peak = try await home.sh(
        """
        python3 -c 'import resource, subprocess, sys
        subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' '\(BuiltProgram.ctl)' delete --undo
        """)
      #expect(try #require(Int(peak)) < most)
    }
  }
}
