import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// The moment in which a find is shown, and what a person may do with it.
@Suite struct ConfirmationTests {
  @Test func `a find that is rejected while it is shown is never reviewed`() async throws {
    try await withTestHome(.anthropic, ["review.holdSeconds": "20"]) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let shown = try await awaited("the find to be shown") {
          try await home.status().inHand.first { $0.step == "confirmation" }
        }
        #expect(shown.line == "We found Undertow by Sable/Finch")
        #expect(try await home.ctl("reject", "\(shown.id)").code == 0)
        // When this one's review is written, the hold of the first is long over.
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "second.jpg")
        try await home.bundle(ofPhoto: "second.jpg")
        let rejected = try await home.history("--state", "rejected")
        #expect(rejected.map(\.photo) == ["IMG.jpg"])
        #expect(rejected.map(\.bundle) == [nil])
        #expect(try home.bundles().map(\.document.photo.name) == ["second.jpg"])
        // It was looked at and settled: the inbox isn't where it belongs any more.
        try await until("its photo to be put away") { home.names(in: "inbox") == [] }
      }
      #expect(home.originals().count == 2)
      #expect(simulator.paidCalls.map(\.question) == ["reading", "reading", "review"])
    }
  }

  @Test func `what was found is said while it is shown, in words and for programs`() async throws {
    try await withTestHome(.anthropic, ["review.holdSeconds": "60"]) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let shown = try await home.shown()[0]
        #expect(shown.line == "We found Undertow by Sable/Finch")
        #expect(try await home.ctl("status").output.contains("We found Undertow by Sable/Finch"))
        // At its end `withDaemon` asks the daemon to end, which doesn't wait for the hold.
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading"])
    }
  }

  @Test func `a page is there before its review, whole, and the review replaces it`() async throws {
    try await withTestHome(.anthropic, ["review.holdSeconds": "4"]) { home, _ in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        _ = try await home.shown()
        let first = try #require(try home.bundles().first)
        try first.expectWhole()
        try first.expectArtwork(of: DrawnCollection.undertow)
        #expect(first.document.review.status == .pending)
        #expect(try first.page().contains("The review is being written…"))
        #expect(home.names(in: "inbox") == [])
        try await until("the gallery to show it") { home.gallery().contains("Undertow") }
        let second = try await home.bundle(ofPhoto: "IMG.jpg")
        #expect(second.name == first.name && second.document.review.status == .written)
        #expect(try !second.page().contains("being written"))
      }
    }
  }

  @Test func `scan and once end when the review is written`() async throws {
    try await withTestHome(.anthropic, ["review.holdSeconds": "3"]) { home, _ in
      let photo = try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg", into: "elsewhere")
      let scan = try await home.ctl("scan", photo.string)
      #expect(scan.code == 0, "\(scan.errors)")
      let said = scan.output.split(separator: "\n").map(String.init)
      let (shown, written) = (
        said.firstIndex(of: "a.jpg: We found Undertow by Sable/Finch"),
        said.firstIndex(of: "a.jpg: Writing a review that's somehow both pretentious and correct...")
      )
      #expect(try #require(shown) < #require(written), "\(said)")
      #expect(said.contains { $0.hasSuffix("out of 10") }, "\(said)")

      try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg")
      try await home.once(endingWith: 0)
      #expect(try home.bundles().map(\.document.review.status) == [.written, .written])
    }
  }

  @Test func `rejecting a scan gives up the review that is being written`() async throws {
    // One call at a time: nobody else is read before this one is over.
    try await withTestHome(.anthropic, ["review.holdSeconds": "20", "models.concurrency": "1"]) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let id = try await home.shown()[0].id
        simulator.slow(.anthropic, by: .seconds(600))
        try await until("the review to be asked for") { simulator.requests(to: .anthropic).count == 2 }
        let spent = try await home.status().spend.todayUSD
        #expect(try await home.ctl("reject", "\(id)").code == 0)
        simulator.slow(.anthropic, by: .zero)

        // Long before the ten minutes that the answer would have taken.
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "second.jpg")
        try await home.bundle(ofPhoto: "second.jpg")
        #expect(try await home.history("--state", "rejected").map(\.photo) == ["IMG.jpg"])
        #expect(try home.bundles().map(\.document.photo.name) == ["second.jpg"])
        #expect(home.leftovers() == [])
        // The provider may bill what was given up.
        let review = try #require(try await home.costOfReview(of: id))
        #expect(review > 0)
        #expect(try await home.status().spend.todayUSD > spent)
      }
    }
  }
}

extension TestHome {
  /// The finds that are being shown, once there is one.
  fileprivate func shown() async throws -> [StatusDocument.InHand] {
    try await awaited("a find to be shown") {
      let shown = try await status().inHand.filter { $0.step == "confirmation" }
      return shown.isEmpty ? nil : shown
    }
  }

  /// What is reserved or settled for the review of a scan, in USD.
  fileprivate func costOfReview(of id: Int) async throws -> Double? {
    let calls = try await ctl("show", "\(id)", "--raw", "--json").document()["answers"] as? [[String: Any]]
    return calls?.first { $0["step"] as? String == "review" }?["usd"] as? Double
  }
}
