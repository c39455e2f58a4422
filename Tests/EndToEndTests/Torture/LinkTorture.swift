import Albums
import DrawnCovers
import Foundation
import Glibc
import RunningMPD
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Symbolic links where AlbumScan's own folders should be: each is said and left alone, the rest goes on, and what is
/// behind it stays as it is.
@Suite struct LinkTorture {
  // MARK: The wallet

  @Test(
    arguments: [
      ("done/wallet/art", "AlbumScan/originals"), ("done/wallet/art", ".local/state/albumscan"),
      ("done/wallet/art", "Private/art"), ("done/wallet", "Private"),
    ])
  func `nothing is removed or written through a link in the wallet's folder`(
    place: String, target: String
  ) async throws {
    try await withTestHome { home, simulator in
      let (sentinels, link) = (try SentinelTree(in: home), home.root.appending(place))
      // A wallet without pictures has nothing to do there but to tidy up.
      await simulator.fail(.coverart, with: .status(404))
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
      try await home.once(endingWith: 0)
      _ = try await home.ctl("wallet", "refresh")
      #expect(home.exists(home.root.appending("done/wallet.html")))
      try await home.sh("mkdir -p '\(link.removingLastComponent())'; ln -s ~/'\(target)' '\(link)'")
      try await simulator.heal(.coverart)
      let before = try sentinels.state()
      let refreshed = try await home.ctl("wallet", "refresh")
      #expect((refreshed.output + refreshed.errors).contains(link.string), "\(refreshed)")
      try sentinels.expectUntouched(since: before)
      #expect(home.originals().keys.sorted() == ["one.jpg"])
      #expect(try await home.scans() == ["one.jpg|done"])
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        try await home.scan(ofPhoto: "two.jpg", in: "done")
        try await home.expectBlocked(by: link)
      }
      unlink(link.string)
      try await home.withDaemon { _ in
        try await until("status to be content") { try await home.status().health.isEmpty }
      }
      try sentinels.expectUntouched(since: before)
      try sentinels.expectUnseen(simulator)
      #expect(home.originals().keys.sorted() == ["one.jpg", "two.jpg"])
    }
  }

  // MARK: Bundles

  /// What comes after a result, and is published in its place.
  enum Late: String, CaseIterable, Sendable {
    case review, artwork, catalogue

    var fault: (ServiceID, SimulatedFault) {
      switch self {
      case .review: (.anthropic, .nothingButMoney)
      case .artwork: (.coverart, .status(503))
      case .catalogue: (.musicbrainz, .status(403))
      }
    }

    func isThere(_ scan: ScanEntry) -> Bool {
      switch self {
      case .review: scan.review == "written"
      case .artwork: scan.artwork == "present"
      case .catalogue: scan.confidence == "verified"
      }
    }
  }

  @Test(arguments: Late.allCases)
  func `what comes late isn't published through a link in a bundle's place, but beside it`(late: Late) async throws {
    try await withTestHome { home, simulator in
      let sentinels = try SentinelTree(in: home)
      await simulator.fail(late.fault.0, with: late.fault.1)
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
      _ = try await home.albumscand("--once")
      let old = try #require(try await home.history().first?.bundle)
      let link = home.root.appending(old)
      // Its owner has moved it away, and keeps private photos with it.
      let (moved, elsewhere) = (link.string, sentinels.path.appending("moved"))
      try await home.sh("mv '\(moved)' '\(elsewhere)'; cp ../Private/photo.jpg ../Private/letter.txt '\(elsewhere)'")
      try home.link(link, to: elsewhere)
      let before = try sentinels.state()
      try await simulator.heal(late.fault.0)
      _ = late == .review ? try await home.ctl("retry", "--reviews") : try await home.ctl("resume")
      _ = try await home.albumscand("--once")
      let scan = try #require(try await home.history().first)
      #expect(late.isThere(scan), "\(scan)")
      try sentinels.expectUntouched(since: before)
      try sentinels.expectUnseen(simulator)
      #expect(home.isLink(link))
      #expect(scan.bundle != old)
      try Bundle(home.root.appending(try #require(scan.bundle))).expectWhole()
    }
  }

  @Test(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are missing; run scripts/setup"))
  func `that an album is in the library isn't written through a link in a bundle's place`() async throws {
    let mpd = try await RunningMPD.withDiscs()
    try await withTestHome { home, _ in
      let (sentinels, photo) = (try SentinelTree(in: home), try Photos.front(DrawnCollection.undertow))
      try home.copy(photo, as: "one.jpg")
      try home.copy(Photos.copy(2, of: photo), as: "two.jpg")
      try await home.once(endingWith: 0)
      let bundles = try home.bundles()
      #expect(bundles.count == 2)
      let (one, two) = (try #require(bundles.first), try #require(bundles.last))
      try await home.sh("mv '\(one.path)' ../Private/moved; ln -s ../../Private/moved '\(one.path)'")
      let before = try sentinels.state()
      try home.configure(["mpd.address": mpd.socket.string])
      try await home.withDaemon { _ in
        try await until("the other's page to say it") {
          try Bundle(two.path).page().contains("In your library")
        }
      }
      try sentinels.expectUntouched(since: before)
    }
  }

  @Test func `the sweep after a crash doesn't empty what a link in unsure or failed leads to`() async throws {
    try await withTestHome { home, simulator in
      let sentinels = try SentinelTree(in: home)
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        try home.copy(try Photos.photo(.wall), as: "wall.jpg")
        try await home.scan(ofPhoto: "wall.jpg", in: "failed")
        // With all that it gets.
        try await home.bundle(ofPhoto: "IMG.jpg")
        try await until("its follow-ups to be over") { try await home.asked("SELECT count(*) FROM followUp") == "0" }
        daemon.killAtOnce()
      }
      let done = try #require(try home.bundles().first)
      let failed = try #require(home.names(in: "failed").first)
      try await home.sh(
        """
        cp -a '\(done.path)' ../Private/copy; cp ../Private/photo.jpg ../Private/copy
        cp -a '../AlbumScan/failed/\(failed)' ../Private/failed
        cd ../AlbumScan
        ln -s '../done/\(done.name)' unsure/Y; ln -s ../../Private/copy unsure/Z
        ln -s '\(failed)' failed/Y; ln -s ../../Private/failed failed/Z
        """)
      let before = try sentinels.state()
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        try await home.scan(ofPhoto: "two.jpg", in: "done")
      }
      try sentinels.expectUntouched(since: before)
      try sentinels.expectUnseen(simulator)
      #expect(try Bundle(done.path).files == done.files)
      #expect(home.folder.names(in: "AlbumScan/failed/\(failed)") == ["failure.json", "index.html"])
      for link in ["unsure/Y", "unsure/Z", "failed/Y", "failed/Z"] { #expect(home.isLink(home.root.appending(link))) }
    }
  }

  @Test func `the sweep after a crash follows no link that has a name of our own, nor one inside`() async throws {
    try await withTestHome { home, simulator in
      let sentinels = try SentinelTree(in: home)
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        daemon.killAtOnce()
      }
      try await home.sh(
        """
        cd ../AlbumScan; rm -rf done/wallet; out=$PWD/../Private
        # A folder that is swept for leftovers, behind a link.
        ln -s $out done/wallet; ln -s $out unsure/month; ln -s $out originals/2026-01
        for place in done unsure failed originals; do
          ln -s $out $place/.albumscan-1.tmp; ln -s $out/bundle $place/.albumscan-old-IMG
          mkdir -p $place/.albumscan-2.tmp/theirs; echo kept > $place/.albumscan-2.tmp/theirs/kept-$place.txt
          ln -s $out $place/.albumscan-2.tmp/link; ln -s $out/deep $place/.albumscan-2.tmp/theirs/link
          ln $out/letter.txt $place/.albumscan-2.tmp/index.html; mkfifo $place/.albumscan-3.tmp
        done
        """)
      let before = try sentinels.state()
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        try await home.scan(ofPhoto: "two.jpg", in: "done")
      }
      try sentinels.expectUntouched(since: before)
      try sentinels.expectUnseen(simulator)
      for place in ["done", "unsure", "failed", "originals"] {
        let kept = home.files(below: home.root).filter { $0.lastComponent?.string == "kept-\(place).txt" }
        #expect(kept.count == 1, "\(place)")
      }
    }
  }

  // MARK: The inbox

  /// When the folder that a photo lies in becomes a link.
  enum Swap: String, CaseIterable, Sendable {
    case whileItArrives, whileItIsListed, whileItWaits, forAnotherPhoto, beforeTheStart

    /// Whether the folder in the link's place is another one, with a photo of the same name.
    var bringsAnother: Bool { self == .forAnotherPhoto || self == .whileItIsListed }
  }

  @Test(arguments: Swap.allCases.filter { $0 != .whileItIsListed || WatchLimitTorture.hasNamespaces })
  func `a photo behind a link in the inbox is neither scanned nor moved`(swap: Swap) async throws {
    try await withTestHome { home, simulator in
      let sentinels = try SentinelTree(in: home)
      let (folder, photo) = (home.inbox.appending("sub/deep"), try Photos.front(SentinelTree.album))
      // Else the folder itself goes outside, with the photo in it.
      let script =
        swap.bringsAnother
        ? "mv '\(folder)' .; ln -s ../../../Private/2026-01 '\(folder)'"
        : "mv '\(folder)' ../Private/swapped; ln -s ../../../Private/swapped '\(folder)'"
      if swap == .beforeTheStart {
        try home.copy(photo, as: "IMG.jpg", into: "AlbumScan/inbox/sub/deep")
        try await home.sh(script)
      }
      let wrapper = swap == .whileItIsListed ? WatchLimitTorture.Limit.watches.wrapper(0) : []
      let before = try await home.withDaemon(under: wrapper) { _ in
        if swap == .whileItIsListed {
          // Nothing tells of the swap, and a listing has half of the photo.
          try home.copy(photo.prefix(30_000), as: "IMG.jpg", into: "AlbumScan/inbox/sub/deep")
          try home.copy(try Photos.front(DrawnCollection.nightShift), as: "first.jpg")
          try await home.scan(ofPhoto: "first.jpg", in: "done")
          try await home.sh(script)
        }
        if [.whileItWaits, .forAnotherPhoto].contains(swap) {
          _ = try await home.ctl("pause")
          try home.copy(photo, as: "IMG.jpg", into: "AlbumScan/inbox/sub/deep")
          try await until("it to be taken in") { try await home.scans("name") == ["IMG.jpg"] }
          try await home.sh(script)
        }
        if swap == .whileItArrives {
          // The folder isn't there for a moment, in which the writer mustn't open the photo.
          let half = photo.count / 2
          for part in [photo.prefix(half), photo.dropFirst(half)] {
            try await home.writeSlowly(Data(part), as: "IMG.jpg", into: "AlbumScan/inbox/sub/deep", pieces: 3)
            if part.startIndex == 0 { try await home.sh(script) }
          }
        }
        let before = try sentinels.state()
        _ = try await home.ctl("resume")
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "last.jpg")
        try await home.scan(ofPhoto: "last.jpg", in: "done")
        return before
      }
      _ = try await home.albumscand("--once")
      try sentinels.expectUntouched(since: before)
      try sentinels.expectUnseen(simulator)
      #expect(!home.originals().keys.contains("IMG.jpg") && home.originals().keys.contains("last.jpg"))
    }
  }
}
