import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Reviews: of the music alone, or none.
@Suite struct ReviewTests {
  @Test func `a review that talks of money is sent back once, and comes back without`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.ledgerLines), as: "ledger.jpg")
        try home.copy(try Photos.front(DrawnCollection.priceless), as: "priceless.jpg")
        let repaired = try await home.bundle(ofPhoto: "ledger.jpg")
        #expect(repaired.document.review.status == .written)
        #expect(!(try repaired.page().contains("$400")))
        #expect(repaired.document.cost.calls.map(\.step) == [.reading, .review, .review])
        // Words that only look like it are music talk.
        let allowed = try await home.bundle(ofPhoto: "priceless.jpg")
        #expect(allowed.document.review.status == .written)
        #expect(
          try allowed.page().contains("rare groove") || allowed.page().contains("Rare groove")
            || allowed.page().contains("A rare groove"))
        #expect(allowed.document.cost.calls.map(\.step) == [.reading, .review])
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  private struct Raw: Decodable { let mends: [String] }

  /// A review that is written whatever its form, and what is said of that.
  private struct Slip: Sendable {
    let fault: SimulatedFault
    let calls: [String]
    let mends: [String]
    let isRight: @Sendable (AlbumDocument.ReviewEntry) -> Bool
  }

  private static let slips = [
    Slip(
      fault: .contradiction, calls: ["reading", "review"],
      mends: ["Label \"Genre Staple\" contradicts AVOID; used \"Uneven Effort\"."]
    ) { $0.label == .unevenEffort && $0.recommendation == .avoid && $0.rating == 2.8 },
    Slip(
      fault: .tooMuch, calls: ["reading", "review"], mends: ["Cut 2 of 7 bullets.", "Cut 2 of 9 key tracks."]
    ) { $0.contextBullets?.count == 5 && $0.keyTracks?.count == 7 },
    Slip(
      fault: .moneyTalk, calls: ["reading", "review", "review"], mends: ["Cut 2 sentences about money or collecting."]
    ) {
      $0.contextSummary?.contains("Undertow") == true && $0.contextSummary?.contains("investment") == false
        && $0.contextBullets?.first?.contains("$400") == false
    },
  ]

  @Test(arguments: slips)
  private func `a review is never thrown away for its form, and show --raw says what was put right`(
    slip: Slip
  ) async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.anthropic, with: slip.fault)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
        try bundle.expectWhole()
        let review = bundle.document.review
        #expect(review.status == .written && slip.isRight(review), "\(review)")
        let page = try bundle.page()
        #expect(!page.contains("$400") && !page.contains("investment"))
        #expect(simulator.paidCalls.map(\.question) == slip.calls)
        let scan = try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        let raw = try await home.ctl("show", "\(scan.id)", "--raw")
        #expect(raw.code == 0)
        let lines = raw.output.split(separator: "\n").map(String.init)
        #expect(lines.suffix(1 + slip.mends.count) == ["Corrected in the review"] + slip.mends.map { "  \($0)" })
        let report: Raw = try await home.ctl("show", "\(scan.id)", "--raw", "--json").decoded()
        #expect(report.mends == slip.mends)
      }
      #expect(simulator.violations.map(\.description) == [])
      #expect(home.leftovers() == [])
    }
  }

  @Test func `a review that needs nothing put right says nothing of it`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
      try await home.once(endingWith: 0)
      #expect(!(try await home.ctl("show", "1", "--raw").output.contains("Corrected")))
      let report: Raw = try await home.ctl("show", "1", "--raw", "--json").decoded()
      #expect(report.mends == [])
    }
  }

  @Test func `a review that talks of nothing but money is unavailable, and written at a later try`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.anthropic, with: .nothingButMoney)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let without = try await home.bundle(ofPhoto: "IMG.jpg")
        try without.expectWhole()
        #expect(without.document.review.status == .unavailable)
        #expect(try without.page().contains("Review temporarily unavailable"))
        #expect(simulator.paidCalls.map(\.question) == ["reading", "review", "review"])

        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        try await simulator.heal(.anthropic)
        let retried = try await home.ctl("retry", "--reviews", "--json")
        #expect(retried.code == 0, "\(retried.errors)")
        let with = try await awaited("the review") {
          try home.bundles().first { $0.document.review.status == .written }
        }
        try with.expectWhole()
        #expect(with.name == without.name)
        #expect(with.document.review.rating != nil)
        // The album isn't identified again.
        #expect(simulator.paidCalls.map(\.question) == ["reading", "review", "review", "review"])
        let gallery = home.gallery()
        #expect(gallery.contains("Undertow"))
      }
      #expect(home.leftovers() == [])
    }
  }

  @Test func `no review is asked for where the settings say so`() async throws {
    try await withTestHome(.anthropic, ["review.enabled": "false"]) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        #expect(try await home.bundle(ofPhoto: "IMG.jpg").document.review.status == .pending)
        // A key wouldn't change it.
        let told = try await home.ctl("show", "1").output
        #expect(told.contains("albumscanctl config set review.enabled true"))
        #expect(!told.contains("Once a key is stored"))
        let retried = try await home.ctl("retry", "--reviews")
        #expect(retried.code == 1)
        #expect(retried.errors.contains("Reviews are turned off (review.enabled: false)"))
        #expect(!told.contains("albumscanctl retry 1"))
        #expect(try await home.ctl("retry", "1").code == 1)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading"])
    }
  }

  @Test(arguments: [ServiceID.anthropic, .openai])
  func `a review with a search of the web names the pages it leans on`(provider: ServiceID) async throws {
    try await withTestHome(provider, ["review.webSearch": "true"]) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "IMG.jpg")
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
        #expect(bundle.document.review.status == .written)
        #expect(bundle.document.review.sources?.isEmpty == false)
        #expect(bundle.document.cost.calls.last?.searches ?? 0 > 0)
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a model that can't search writes a review without, rather than none`() async throws {
    try await withTestHome(.compatible, ["review.webSearch": "true"]) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "IMG.jpg")
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
        #expect(bundle.document.review.status == .written)
        #expect(bundle.document.review.sources == [])
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a find is shown before its review is paid for`() async throws {
    try await withTestHome(.anthropic, ["review.holdSeconds": "3"]) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let shown = try await awaited("the find to be shown", every: .milliseconds(50)) {
          try await home.status().inHand.first { $0.step == "confirmation" }
        }
        #expect(shown.line == "We found Undertow by Sable/Finch")
        #expect(simulator.paidCalls.map(\.question) == ["reading"])
        try await home.bundle(ofPhoto: "IMG.jpg")
        #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      }
    }
  }
}
