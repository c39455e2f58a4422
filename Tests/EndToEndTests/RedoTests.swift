import Albums
import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// `albumscanctl redo`: another answer to the same photo, with its price first, and a way back.
@Suite struct RedoTests {
  @Test func `another strategy is tried on the same photo, and taken back`() async throws {
    try await withTestHome { home, simulator in
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
}
