import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Killed at any moment and started again: one page, one bill, the photo as it was.
@Suite struct CrashTests {
  /// What the daemon is waiting for when it is killed.
  enum Moment: String, CaseIterable, Sendable {
    case reading, catalogue, artwork, review

    var service: ServiceID {
      switch self {
      case .reading, .review: .anthropic
      case .catalogue: .musicbrainz
      case .artwork: .coverart
      }
    }

    /// The question that is asked of a model at this moment.
    var question: String? { [.reading, .review].contains(self) ? rawValue : nil }
  }

  @Test(arguments: Moment.allCases)
  func `killed while an answer is awaited, it ends with one page and one bill`(moment: Moment) async throws {
    try await withTestHome { home, simulator in
      let photo = try Photos.front(DrawnCollection.paperLanterns)
      try await home.withDaemon { daemon in
        // The reading comes quickly where the review is to be the one that hangs.
        if moment == .review {
          simulator.slow(.musicbrainz, by: .seconds(1))
        } else {
          simulator.slow(moment.service, by: .seconds(20))
        }
        try home.copy(photo, as: "IMG.jpg")
        if moment == .review {
          try await until("the catalogue to be asked", every: .milliseconds(20)) {
            !simulator.requests(to: .musicbrainz).isEmpty
          }
          simulator.slow(.anthropic, by: .seconds(20))
          try await until("the review to be asked for") { simulator.requests(to: .anthropic).count == 2 }
        } else {
          try await until("\(moment) to be asked for") { !simulator.requests(to: moment.service).isEmpty }
        }
        daemon.killAtOnce()
      }
      for service in [ServiceID.anthropic, .musicbrainz, .coverart] { simulator.slow(service, by: .zero) }
      // The page comes before its review.
      #expect(try home.bundles().count == (moment == .review ? 1 : 0))
      try await expectOneResult(of: photo, in: home, simulator)
      // What was answered before the crash isn't asked again; what was on its way may be.
      let most = moment == .catalogue ? 2 : 3
      #expect(simulator.paidCalls.count <= most)
      if moment != .reading {
        #expect(simulator.paidCalls.count { $0.question == "reading" } == 1)
      }
    }
  }

  @Test func `killed again and again at whatever moment, it still comes to one page for each photo`() async throws {
    try await withTestHome { home, simulator in
      let photos = [
        "one.jpg": try Photos.front(DrawnCollection.undertow), "two.jpg": try Photos.front(DrawnCollection.nightShift),
      ]
      for (name, photo) in photos { try home.copy(photo, as: name) }
      for service in [ServiceID.anthropic, .musicbrainz, .coverart] { simulator.slow(service, by: .milliseconds(120)) }
      let kills = 7
      for round in 0..<kills {
        try await home.withDaemon { daemon in
          // Moments that no request marks: the time itself is what is tried out.
          try await Task.sleep(for: .milliseconds(60 + 170 * round))
          daemon.killAtOnce()
        }
      }
      try await home.withDaemon { _ in
        try await until("both to be done") {
          let status = try await home.status()
          // Killed during three calls: a person asks once more.
          for held in status.waiting where held.heldBy == "unanswered" {
            #expect(try await home.ctl("retry", "\(held.id)").code == 0)
          }
          return status.count("done") == 2
        }
        for name in photos.keys { try await home.bundle(ofPhoto: name).expectWhole() }
      }
      #expect(try home.bundles().count == 2)
      #expect(home.originals() == photos)
      #expect(home.leftovers() == [])
      #expect(try await home.history().map(\.state) == ["done", "done"])
      // At most the one in flight at each crash, for each photo.
      #expect(simulator.paidCalls.count <= 4 + 2 * kills)
    }
  }

  @Test func `photos that came while nobody was there are found at the start`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.front(DrawnCollection.wharf), as: "wharf.jpg", into: "AlbumScan/inbox/a/b/c")
      try await home.withDaemon { _ in _ = try await home.bundle(ofPhoto: "wharf.jpg") }
    }
  }

  private func expectOneResult(of photo: Data, in home: TestHome, _ simulator: Simulator) async throws {
    try await home.withDaemon { _ in
      let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
      try bundle.expectWhole()
      #expect(bundle.document.album.albumTitle == "Paper Lanterns")
      #expect(bundle.document.review.status == .written)
      try await home.scan(ofPhoto: "IMG.jpg", in: "done")
      let status = try await home.status()
      #expect(status.counts.values.reduce(0, +) == 1)
    }
    #expect(try home.bundles().count == 1)
    #expect(try await home.history().count == 1)
    #expect(home.originals() == ["IMG.jpg": photo])
    #expect(home.files(below: home.inbox).isEmpty)
    #expect(home.leftovers() == [])
    #expect(simulator.violations.map(\.description) == [])
  }
}
