import Albums
import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// `albumscanctl redo`: another answer to the same photo, with its price first, and a way back.
@Suite struct RedoTests {
  @Test(arguments: [ServiceID.anthropic, .openai])
  func `another strategy is tried on the same photo, and taken back`(_ provider: ServiceID) async throws {
    try await withTestHome(provider) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.paperLanterns), as: "IMG.jpg")
        let first = try await home.bundle(ofPhoto: "IMG.jpg")
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")

        let estimate = try await home.ctl("redo", "1", "--from", "reading", "--strategy", "four-phase", "--dry-run")
        #expect(estimate.code == 0)
        #expect(estimate.output.contains("Estimated cost: at most $"))
        #expect(estimate.output.contains("USUALLY"))
        #expect(simulator.paidCalls.count == 2)

        let redo = try await home.ctl("redo", "1", "--from", "reading", "--strategy", "four-phase")
        #expect(redo.code == 0)
        #expect(redo.output.contains("Estimated cost: at most $"))
        #expect(redo.output.contains("albumscanctl redo 1 --undo"))
        try await until("the new answer") { try home.bundles().first?.document.identification.strategy == "four-phase" }
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        let second = try await home.bundle(ofPhoto: "IMG.jpg")
        try second.expectWhole()
        #expect(second.name == first.name)
        #expect(second.document.review.cached == true)
        #expect(simulator.paidCalls.compactMap(\.question) == ["reading", "review", "extraction"])
        #expect(try await home.ctl("show", "1").output.contains("albumscanctl redo 1 --undo"))

        let undo = try await home.ctl("redo", "1", "--undo")
        #expect(undo.code == 0)
        try await until("the old answer") { try home.bundles().first?.document.identification.strategy == "two-tier" }
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        let third = try await home.bundle(ofPhoto: "IMG.jpg")
        #expect(third.document.album == first.document.album)
        #expect(simulator.paidCalls.count == 3)
        #expect(try home.bundles().count == 1)
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a redo that fails leaves no page that leads to nothing`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        try await home.bundle(ofPhoto: "IMG.jpg")
        try await until("the gallery to show it") { home.gallery().contains("Undertow") }
        await simulator.fail(.anthropic, with: .status(400), times: 1)
        #expect(try await home.ctl("redo", "1", "--from", "reading").code == 0)
        try await home.scan(ofPhoto: "IMG.jpg", in: "failed")
        try await until("the gallery to forget it") { !home.gallery().contains("Undertow") }
      }
    }
  }

  @Test func `a redo that was asked for while the daemon was stopped is made when it starts`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.paperLanterns), as: "IMG.jpg")
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
      }
      let asked = try await home.ctl("redo", "1", "--from", "review")
      #expect(asked.code == 0)
      #expect(asked.output.contains("albumscand isn't running"))
      try await home.withDaemon { _ in
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        // The cache has a review of it; a person wanted another.
        #expect(simulator.paidCalls.compactMap(\.question) == ["reading", "review", "review"])
      }
    }
  }

  @Test func `what can't be done is said, with the right code`() async throws {
    try await withTestHome { home, _ in
      #expect(try await home.ctl("redo", "9", "--from", "reading").code == 4)
      #expect(try await home.ctl("redo", "9", "--undo").code == 4)
      #expect(try await home.ctl("redo", "9").code == 64)
      #expect(try await home.ctl("redo", "9", "--from", "nowhere").code == 64)
      #expect(try await home.ctl("redo", "9", "--from", "review", "--strategy", "four-phase").code == 64)
      let json = try await home.ctl("redo", "9", "--from", "reading", "--json")
      #expect(json.code == 4)
      #expect(try json.document()["schema"] as? String == "albumscan/redo/1")
    }
  }

  @Test func `the estimate is there for programs`() async throws {
    try await withTestHome { home, _ in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.paperLanterns), as: "IMG.jpg")
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
      }
      let report = try await home.ctl("redo", "1", "--from", "reading", "--dry-run", "--json").document()
      let estimate = try #require(report["estimate"] as? [String: Any])
      let calls = try #require(estimate["calls"] as? [[String: Any]])
      #expect(calls.map { $0["step"] as? String } == ["reading", "search", "review"])
      #expect((estimate["mostUSD"] as? Double ?? 0) > 0)
      #expect(report["carriedOut"] as? [Int] == [])
      #expect(try await home.history().first?.state == "done")
    }
  }
}
