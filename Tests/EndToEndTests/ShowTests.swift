import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// `show` tells a stranger why it is believed, what it cost, and what to do if it is wrong, whatever became of a scan.
@Suite struct ShowTests {
  private struct Shown: Decodable {
    struct Belief: Decodable {
      let confidence: String
      let reasons: [String]
      let doubts: [String]
    }

    struct Call: Decodable {
      let step: String
      let model: String
      let promptName: String?
      let inputTokens: Int
      let usd: Double
      let booked: String
    }

    let belief: Belief?
    let strategy: String
    let calls: [Call]
    let costUSD: Double
    let remedies: [Remedy]
  }

  private func shown(_ id: Int, _ home: TestHome) async throws -> (String, Shown) {
    let words = try await home.ctl("show", "\(id)")
    #expect(words.code == 0)
    // No color outside a terminal.
    #expect(!words.output.contains("\u{1B}"))
    return (words.output, try await home.ctl("show", "\(id)", "--json").decoded())
  }

  /// Whether all parts are there, each after the one before.
  private func expect(_ parts: [String], inOrderIn text: String) {
    var rest = text[...]
    for part in parts {
      guard let place = rest.range(of: part) else {
        Issue.record("'\(part)' is missing, or out of order, in:\n\(text)")
        return
      }
      rest = rest[place.upperBound...]
    }
  }

  @Test func `a done scan`() async throws {
    try await withTestHome { home, simulator in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
      try await home.once(endingWith: 0)
      let id = try await home.scan(ofPhoto: "IMG.jpg", in: "done").id
      let (words, report) = try await shown(id, home)
      expect(
        [
          "Scan \(id), IMG.jpg: done", "Undertow", "Why AlbumScan believes it is this album: verified match",
          "+ The artwork is in the photo",
          "+ Artist and title appear in the text read on the cover: “Sable/Finch” and “Undertow”.",
          "+ MusicBrainz has it, 100% similar; no other album comes close.", "· The model", "What counts against it",
          "What was read on the cover", "What it cost: $0.0", "Strategy: two-tier", "Reading the cover,", "tokens in",
          "prompt: album_identification (sha256:", "Writing the review,", "If it is wrong",
          "albumscanctl reject \(id)", "albumscanctl redo \(id) --from reading --strategy four-phase", "Photo ",
        ], inOrderIn: words)
      #expect(report.belief?.confidence == "verified" && report.belief?.doubts == [])
      #expect(report.calls.map(\.step) == ["reading", "review"])
      #expect(report.calls.map(\.promptName) == ["album_identification", "album_review"])
      #expect(report.calls.allSatisfy { $0.booked == "settled" && $0.inputTokens > 0 && $0.usd > 0 })
      #expect(abs(report.costUSD - report.calls.map(\.usd).reduce(0, +)) < 1e-9)
      let page = try await home.bundle(ofPhoto: "IMG.jpg").page()
      for words in ["Why AlbumScan believes it is this album", "What this scan cost: $0.0", "If it is wrong"] {
        #expect(page.contains(words))
      }
      // The other way of asking is a real command.
      #expect(try await home.ctl("redo", "\(id)", "--from", "reading", "--strategy", "four-phase", "-n").code == 0)
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a failed scan and a rejected one`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.front(DrawnCollection.cobaltField), as: "bare.jpg")
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "wrong.jpg")
      try await home.once(endingWith: 2)
      let failed = try await home.scan(ofPhoto: "bare.jpg", in: "failed").id
      let (words, report) = try await shown(failed, home)
      expect(
        [
          "bare.jpg: failed", "Unable to identify this cover art", "What was read on the cover", "What it cost: $0.0",
          "Reading the cover", "What you can do", "albumscanctl retry \(failed)",
        ], inOrderIn: words)
      #expect(report.belief == nil && report.remedies.first?.command == "albumscanctl retry \(failed)")

      let wrong = try await home.scan(ofPhoto: "wrong.jpg", in: "done").id
      #expect(try await home.ctl("reject", "\(wrong)").code == 0)
      let (after, _) = try await shown(wrong, home)
      expect(
        [
          "wrong.jpg: rejected", "Why AlbumScan took it for this album", "What you can do",
          "albumscanctl accept \(wrong)",
          "Rejected Undertow by Sable/Finch, by you",
        ], inOrderIn: after)
      // Each command that is offered is taken.
      #expect(try await home.ctl("retry", "\(failed)").code == 0)
      #expect(try await home.ctl("accept", "\(wrong)").code == 0)
    }
  }

  @Test func `a scan that waits, and one in hand`() async throws {
    try await withTestHome(.anthropic, ["review.holdSeconds": "30"]) { home, _ in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "hand.jpg")
        let inHand = try await awaited("the find to be shown") {
          try await home.status().inHand.first { $0.step == "confirmation" }
        }
        // Its artwork may be on its way yet.
        let (words, report) = try await awaited("the find to be verified") {
          let (words, report) = try await shown(inHand.id, home)
          return report.belief?.confidence == "verified" ? (words, report) : nil
        }
        expect(
          [
            "hand.jpg: done", "We found Undertow by Sable/Finch", "The review is being written…",
            "Why AlbumScan believes it is this album", "What it cost: $0.0",
            "Reading the cover", "If it is wrong", "albumscanctl reject \(inHand.id)",
          ], inOrderIn: words)
        #expect(report.remedies.first?.command == "albumscanctl reject \(inHand.id)")
        #expect(try await home.ctl("pause").code == 0)
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "later.jpg")
        let waiting = try await home.scan(ofPhoto: "later.jpg", in: "waiting").id
        let (later, _) = try await shown(waiting, home)
        expect(
          ["later.jpg: waiting", "What it cost: nothing", "What you can do", "albumscanctl status"], inOrderIn: later)
        #expect(try await home.ctl("reject", "\(inHand.id)").code == 0)
      }
    }
  }
}
