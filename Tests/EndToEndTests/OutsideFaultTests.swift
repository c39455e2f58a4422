import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// The catalogue, the archive and the network, when they fail.
@Suite struct OutsideFaultTests {
  @Test func `a busy catalogue is waited for`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.musicbrainz, with: .status(503, .seconds(2)), times: 1)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let bundle = try await home.bundle(ofPhoto: "a.jpg")
        #expect(bundle.document.identification.confidence == .verified)
      }
      let calls = simulator.requests(to: .musicbrainz)
      #expect(calls[0].at.duration(to: calls[1].at) >= .milliseconds(1_900))
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
    }
  }

  @Test func `a lookup that goes astray puts no other name on the page`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.musicbrainz, with: .otherRelease)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let bundle = try await home.bundle(ofPhoto: "a.jpg")
        let album = bundle.document.album
        #expect(album.albumTitle == DrawnCollection.undertow.albumTitle)
        #expect(album.artistName == DrawnCollection.undertow.artistName)
        #expect(album.musicbrainz.releaseGroup == MBID(DrawnCollection.undertow.releaseGroupID))
        try bundle.expectArtwork(of: DrawnCollection.undertow)
      }
      #expect(home.log.split(separator: "\n").count { $0.contains("which is ignored") } == 1)
    }
  }

  @Test func `a release that was merged since leads to the one that is left`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.musicbrainz, with: .staleIndex)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let bundle = try await home.bundle(ofPhoto: "a.jpg")
        #expect(bundle.document.album.albumTitle == DrawnCollection.undertow.albumTitle)
        #expect(bundle.document.album.musicbrainz.release == MBID(DrawnCollection.undertow.releaseID))
      }
      #expect(simulator.requests(to: .musicbrainz).contains { $0.status == 301 })
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a catalogue that shuts us out needs attention, and what a model found is shown without it`() async throws
  {
    try await withTestHome { home, simulator in
      await simulator.fail(.musicbrainz, with: .status(403))
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let bundle = try await home.bundle(ofPhoto: "a.jpg", withArtwork: false)
        #expect(bundle.document.identification.confidence == .claimed)
        #expect(bundle.document.identification.catalogue == .pending && bundle.document.artwork.status == .pending)
        #expect(try bundle.page().contains(EvidenceWords.cataloguePending))
        #expect(!(try bundle.page().contains("What counts against it")))
        let health = try #require(try await home.status().health.first { $0.code == "musicbrainz" })
        #expect(health.cure?.contains("musicbrainz.contact") == true)
        try await simulator.heal(.musicbrainz)
        #expect(try await home.ctl("resume").code == 0)
        try await until("the catalogue to be asked") {
          try await home.history().first?.confidence == "verified"
        }
        let completed = try await home.bundle(ofPhoto: "a.jpg")
        #expect(completed.name == bundle.name)
        try completed.expectArtwork(of: DrawnCollection.undertow)
        #expect(!(try completed.page().contains(EvidenceWords.cataloguePending)))
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
    }
  }

  @Test func `a cover that has to be searched for is found while the catalogue is away`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.musicbrainz, with: .status(503))
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.amber), as: "a.jpg")
        let bundle = try await home.bundle(ofPhoto: "a.jpg", withArtwork: false)
        #expect(bundle.document.album.albumTitle == DrawnCollection.amber.albumTitle)
        #expect(bundle.document.identification.by == .call2 && bundle.document.identification.catalogue == .pending)
        #expect(bundle.document.review.status == .written)
        try await simulator.heal(.musicbrainz)
        #expect(try await home.ctl("resume").code == 0)
        try await until("the catalogue to be asked") {
          try await home.history().first?.confidence == "verified"
        }
        try (try await home.bundle(ofPhoto: "a.jpg")).expectArtwork(of: DrawnCollection.amber)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "search", "review"])
    }
  }

  @Test func `the public pace of one request a second is kept by many photos at once`() async throws {
    try await withTestHome(.anthropic, ["musicbrainz.requestsPerSecond": nil], options: .init()) { home, simulator in
      let albums = [DrawnCollection.undertow, DrawnCollection.nightShift, DrawnCollection.wharf]
      try await home.withDaemon { _ in
        for (number, album) in albums.enumerated() { try home.copy(try Photos.front(album), as: "\(number).jpg") }
        for number in albums.indices { try await home.scan(ofPhoto: "\(number).jpg", in: "done") }
      }
      #expect(simulator.requests(to: .musicbrainz).count >= albums.count)
      // The simulator refuses what comes faster than a second after the last.
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test(arguments: [SimulatedFault.stall, .refused, .status(500), .html])
  func `an archive that fails never holds a result up, and its picture is added later`(fault: SimulatedFault)
    async throws
  {
    try await withTestHome { home, simulator in
      await simulator.fail(.coverart, with: fault)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let without = try await home.bundle(ofPhoto: "a.jpg", withArtwork: false)
        try without.expectWhole()
        #expect(without.document.artwork.status == .pending)
        #expect(without.document.review.status == .written)
        let review = try #require(simulator.requests(to: .anthropic).last?.at)
        // 5 s of patience, and what a slow machine takes for the rest.
        #expect(review.duration(to: .now) < .seconds(15))

        try await home.scan(ofPhoto: "a.jpg", in: "done")
        try await simulator.heal(.coverart)
        #expect(try await home.ctl("retry", "1").code == 0)
        let with = try await home.bundle(ofPhoto: "a.jpg")
        try with.expectWhole()
        try with.expectArtwork(of: DrawnCollection.undertow)
        #expect(with.name == without.name)
      }
      #expect(home.leftovers() == [])
      #expect(simulator.paidCalls.count == 2)
    }
  }

  @Test func `artwork that was late comes by itself`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.coverart, with: .status(503), times: 1)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        #expect(try await home.bundle(ofPhoto: "a.jpg", withArtwork: false).document.artwork.status == .pending)
        // Nobody asks for it: the first errand comes after half a minute.
        try await home.bundle(ofPhoto: "a.jpg").expectArtwork(of: DrawnCollection.undertow)
      }
    }
  }

  @Test func `offline, photos wait as long as it takes, and nothing is counted against them`() async throws {
    try await withTestHome { home, simulator in
      for service in [ServiceID.anthropic, .musicbrainz, .coverart] { await simulator.fail(service, with: .refused) }
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let held = try await home.held("a.jpg", by: "anthropic")
        #expect(held.until != nil)
        // More tries than a scan would be given for a failure that counts.
        for _ in 0..<4 {
          _ = try await home.ctl("resume")
          try await home.held("a.jpg", by: "anthropic")
        }
        for service in [ServiceID.anthropic, .musicbrainz, .coverart] { try await simulator.heal(service) }
        _ = try await home.ctl("resume")
        try await home.bundle(ofPhoto: "a.jpg")
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
    }
  }

  @Test func `without a network that is said once, above the services that can't be reached`() async throws {
    let nowhere = ["models.baseURL": "https://models.invalid", "musicbrainz.baseURL": "https://catalogue.invalid"]
    try await withTestHome(.anthropic, nowhere) { home, _ in
      try await home.withDaemon { _ in
        try home.copy(try Photos.photo(.back(DrawnCollection.undertow)), as: "back.jpg")
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "front.jpg")
        try await home.held("front.jpg", by: "anthropic")
        try await until("both to be closed") {
          try await home.status().health.map(\.code) == ["offline", "anthropic", "musicbrainz"]
        }
        #expect(try await home.status().health[0].reason == "No internet connection")
        // Now and then one of them is tried, and isn't closed for that moment.
        try await until("status to say it once") {
          let status = try await home.ctl("status")
          // It passes by itself.
          #expect(status.code == 0)
          return status.output.components(separatedBy: "No internet connection").count == 2
        }
      }
    }
  }

  @Test(arguments: ["models", "musicbrainz", "coverart"])
  func `a name that can't be looked up is being offline, and settings that are mended end it`(service: String)
    async throws
  {
    // RFC 6761: no name server ever knows it.
    try await withTestHome(.anthropic, ["\(service).baseURL": "https://service.invalid"]) { home, simulator in
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        if service != "models" {
          #expect(try await home.bundle(ofPhoto: "a.jpg", withArtwork: false).document.artwork.status == .pending)
        } else {
          let held = try await home.held("a.jpg", by: "anthropic")
          #expect(held.reason?.contains("can't be reached") == true, "\(held)")
          #expect(try await home.ctl("status").code == 0)
        }
        #expect(try await home.asked("SELECT count(*) FROM expense WHERE state = 'reserved'") == "0")
        try home.configure([
          "\(service).baseURL": simulator.baseURL(
            service == "models" ? .anthropic : service == "coverart" ? .coverart : .musicbrainz)
        ])
        try await daemon.reload()
        try await home.bundle(ofPhoto: "a.jpg")
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
    }
  }
}
