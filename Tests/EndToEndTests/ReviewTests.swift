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
    try await withHousehold { home, simulator in
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

  @Test func `a review that always talks of money is unavailable, and written at a later try`() async throws {
    try await withHousehold { home, simulator in
      await simulator.fail(.anthropic, with: .moneyTalk)
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
    try await withHousehold(.anthropic, ["review.enabled": "false"]) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        #expect(try await home.bundle(ofPhoto: "IMG.jpg").document.review.status == .pending)
        // A key wouldn't change it.
        let told = try await home.ctl("show", "1").output
        #expect(told.contains("albumscanctl config set review.enabled true"))
        #expect(!told.contains("When there is a key"))
        let retried = try await home.ctl("retry", "--reviews")
        #expect(retried.code == 1)
        #expect(retried.errors.contains("Reviews are switched off (review.enabled: false)"))
        #expect(!told.contains("albumscanctl retry 1"))
        #expect(try await home.ctl("retry", "1").code == 1)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading"])
    }
  }

  @Test(arguments: [ServiceID.anthropic, .openai])
  func `a review with a search of the web names the pages it leans on`(provider: ServiceID) async throws {
    try await withHousehold(provider, ["review.webSearch": "true"]) { home, simulator in
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
    try await withHousehold(.compatible, ["review.webSearch": "true"]) { home, simulator in
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
    try await withHousehold(.anthropic, ["review.holdSeconds": "3"]) { home, simulator in
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
