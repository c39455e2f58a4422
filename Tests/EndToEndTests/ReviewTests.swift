import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Reviews: of the music alone, or none.
@Suite struct ReviewTests {
  private struct Raw: Decodable { let mends: [String] }

  @Test func `a review that talks of money twice has those sentences cut, and show --raw says so`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.anthropic, with: .moneyTalk)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
        try bundle.expectWhole()
        let review = bundle.document.review
        #expect(review.status == .written && review.contextSummary?.contains("Undertow") == true, "\(review)")
        let page = try bundle.page()
        #expect(!page.contains("$400") && !page.contains("investment"))
        #expect(simulator.paidCalls.map(\.question) == ["reading", "review", "review"])
        let scan = try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        let raw = try await home.ctl("show", "\(scan.id)", "--raw")
        let mend = "Cut 2 sentences about money or collecting."
        #expect(raw.output.split(separator: "\n").suffix(2) == ["Corrected in the review", "  \(mend)"])
        let report: Raw = try await home.ctl("show", "\(scan.id)", "--raw", "--json").decoded()
        #expect(report.mends == [mend])
      }
      #expect(simulator.violations.map(\.description) == [])
      #expect(home.leftovers() == [])
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

  @Test func `a review whose service is down when the daemon ends is written once, after the next start`() async throws
  {
    try await withTestHome { home, simulator in
      // The reading is answered; from then on the service is down.
      await simulator.fail(.anthropic, with: .fenced, times: 1)
      await simulator.fail(.anthropic, with: .status(503))
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        try await until("the review to be refused") { simulator.requests(to: .anthropic).count >= 2 }
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
      }
      let without = try #require(try home.bundles().first)
      #expect(without.document.review.status == .pending)
      try await simulator.heal(.anthropic)
      let before = simulator.requests(to: .anthropic).count
      try await home.withDaemon { _ in
        let with = try await awaited("the review") {
          try home.bundles().first { $0.document.review.status == .written }
        }
        try with.expectWhole()
        #expect(with.name == without.name)
      }
      #expect(simulator.requests(to: .anthropic).count == before + 1)
      #expect(try home.bundles().first?.document.cost.calls.count == 2)
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
}
