import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// The catalog, the archive and the network, when they fail.
@Suite struct OutsideFaultTests {
  @Test func `without a network that is said once, above the services that can't be reached`() async throws {
    let nowhere = ["models.baseURL": "https://models.invalid", "musicbrainz.baseURL": "https://catalogue.invalid"]
    try await withTestHome(.anthropic, nowhere) { home, _ in
      try await home.withDaemon { _ in
        try home.copy(try Photos.photo(.back(DrawnCollection.undertow)), as: "back.jpg")
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "front.jpg")
        try await home.held("front.jpg", by: "anthropic")
        // Now and then one of them is tried, and isn't closed for that moment.
        let health = try await awaited("both to be closed") {
          let health = try await home.status().health
          return health.map(\.code) == ["offline", "anthropic", "musicbrainz"] ? health : nil
        }
        #expect(health[0].reason == "No internet connection")
        try await until("status to say it once") {
          let status = try await home.ctl("status")
          // It passes by itself.
          #expect(status.code == 0)
          return status.output.components(separatedBy: "No internet connection").count == 2
        }
      }
    }
  }

  @Test func `a name that can't be looked up is being offline, and settings that are mended end it`() async throws {
    // RFC 6761: no name server ever knows it.
    try await withTestHome(.anthropic, ["models.baseURL": "https://service.invalid"]) { home, simulator in
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let held = try await home.held("a.jpg", by: "anthropic")
        #expect(held.reason?.contains("can't be reached") == true, "\(held)")
        #expect(try await home.ctl("status").code == 0)
        #expect(try await home.asked("SELECT count(*) FROM expense WHERE state = 'reserved'") == "0")
        try home.configure(["models.baseURL": simulator.baseURL(.anthropic)])
        try await daemon.reload()
        try await home.bundle(ofPhoto: "a.jpg")
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
    }
  }
}
