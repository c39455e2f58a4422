import Albums
import DrawnCovers
import Foundation
import Simulator
import Testing

/// What this machine sees for itself, with the built programs.
@Suite struct RecognitionTests {
  @Test func `a second photo of an album asks no model, and says when it was scanned before`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "first.jpg")
        _ = try await home.bundle(ofPhoto: "first.jpg")
        let requests = simulator.requests.count
        try home.copy(
          try HardPhoto(DrawnCollection.undertow, .tilted).jpeg(), as: "second.jpg")
        let second = try await home.bundle(ofPhoto: "second.jpg")
        try second.expectWhole()
        #expect(second.document.identification.by == .coverIndex)
        #expect(second.document.identification.confidence == .verified)
        #expect(second.document.album.albumTitle == DrawnCollection.undertow.albumTitle)
        #expect(second.document.review.cached == true)
        #expect(second.document.cost == AlbumDocument.Cost(usd: 0, calls: []))
        #expect(try second.page().contains("Scanned before on"))
        #expect(simulator.requests.count == requests)
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a wrong answer of the model is caught by the artwork`() async throws {
    var options = Simulator.Options.quick
    options.albums = [DrawnCollection.gullible, DrawnCollection.paperLanterns]
    try await withTestHome(options: options) { home, simulator in
      try await home.withDaemon { _ in
        // Its front tells the model that it is another album, and the model obeys.
        try home.copy(try Photos.front(DrawnCollection.gullible), as: "IMG.jpg")
        let scan = try await home.scan(ofPhoto: "IMG.jpg", in: "unsure")
        #expect(scan.reason?.contains("The artwork of Paper Lanterns by Marla Quist isn't in the photo") == true)
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg", in: "unsure")
        #expect(try bundle.page().contains("wasn’t found in the photo"))
        #expect(try home.bundles().isEmpty)
      }
      // Nobody wrote a review of an album that it isn't.
      #expect(simulator.paidCalls.map(\.question) == ["reading"])
    }
  }

  @Test func `artwork that comes late still verifies`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.coverart, with: .status(503), times: 1)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        _ = try await home.bundle(ofPhoto: "IMG.jpg")
        try await until("the artwork to come") {
          try await home.bundle(ofPhoto: "IMG.jpg").document.artwork.status == .present
        }
        let document = try await home.bundle(ofPhoto: "IMG.jpg").document
        #expect(document.identification.confidence == .verified)
      }
    }
  }

  @Test func `two covers that are known, in one photo, need a person`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        let pair = (DrawnCollection.undertow, DrawnCollection.paperLanterns)
        try home.copy(try Photos.front(pair.0), as: "one.jpg")
        try home.copy(try Photos.front(pair.1), as: "two.jpg")
        _ = try await home.bundle(ofPhoto: "one.jpg")
        _ = try await home.bundle(ofPhoto: "two.jpg")
        let paid = simulator.paidCalls.count
        try home.copy(try Photos.photo(.fronts(pair.0, pair.1)), as: "both.jpg")
        let scan = try await home.scan(ofPhoto: "both.jpg", in: "unsure")
        for album in [pair.0, pair.1] { #expect(scan.reason?.contains(album.albumTitle) == true) }
        #expect(simulator.paidCalls.count == paid)
      }
    }
  }

  @Test func `switched off, every photo is read by a model`() async throws {
    try await withTestHome(.anthropic, ["identification.onDevice": "false"]) { home, simulator in
      try await home.withDaemon { _ in
        for (name, share) in [("one.jpg", 0.92), ("two.jpg", 0.86)] {
          var photo = DrawnPhoto(DrawnCollection.undertow).megapixels(2)
          photo.share = share
          try home.copy(try photo.jpeg(), as: name)
          #expect(try await home.bundle(ofPhoto: name).document.identification.by == .call1)
        }
      }
      #expect(simulator.paidCalls.filter { $0.question == "reading" }.count == 2)
    }
  }
}
