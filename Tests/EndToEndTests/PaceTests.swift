import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// One request a second at MusicBrainz, as the server sees it, whatever happens.
@Suite(.enabled(if: TLSFront.isAvailable, "needs nghttpx (Debian: nghttp2-proxy)"))
struct PaceTests {
  /// Seconds between one arrival and the next.
  private func gaps(_ simulator: Simulator) -> [Double] {
    let arrivals = simulator.requests(to: .musicbrainz).map(\.at).sorted()
    return zip(arrivals, arrivals.dropFirst()).map { $0.duration(to: $1) / .seconds(1) }
  }

  /// MusicBrainz behind TLS and a door on which connecting takes long, at the public pace.
  /// - Parameters:
  ///   - first: how long the first connection takes.
  ///   - later: how long any other takes.
  private func withSlowCatalogue(
    first: Duration, later: Duration,
    _ body: @escaping @Sendable (TestHome, Simulator) async throws -> Void
  ) async throws {
    try await withServices(.init()) { simulator in
      let front = try await TLSFront(before: simulator)
      defer { front.stop() }
      let door = try SlowProxy(to: front.port(.musicbrainz), delay: { $0 == 1 ? first : later })
      let home = try TestHome(
        simulator,
        [
          "network.caFile": front.caFile, "musicbrainz.baseURL": "https://localhost:\(door.port)/ws/2",
          "musicbrainz.requestsPerSecond": nil,
        ])
      try await body(home, simulator)
      withExtendedLifetime(door) {}
    }
  }

  @Test func `connecting may take long`() async throws {
    try await withSlowCatalogue(first: .milliseconds(700), later: .milliseconds(100)) { home, simulator in
      let albums = [DrawnCollection.undertow, DrawnCollection.nightShift, DrawnCollection.wharf]
      try await home.withDaemon { _ in
        for (number, album) in albums.enumerated() { try home.copy(try Photos.front(album), as: "\(number).jpg") }
        for number in albums.indices { try await home.scan(ofPhoto: "\(number).jpg", in: "done") }
      }
      #expect(gaps(simulator).count >= albums.count)
      #expect(gaps(simulator).allSatisfy { $0 >= 1 }, "\(gaps(simulator))")
    }
  }

  @Test func `the catalogue's own time isn't waited for again`() async throws {
    try await withSlowCatalogue(first: .milliseconds(300), later: .milliseconds(300)) { home, simulator in
      simulator.slow(.musicbrainz, by: .milliseconds(500))
      let albums = [DrawnCollection.undertow, DrawnCollection.nightShift, DrawnCollection.wharf]
      try await home.withDaemon { _ in
        for (number, album) in albums.enumerated() { try home.copy(try Photos.front(album), as: "\(number).jpg") }
        for number in albums.indices { try await home.scan(ofPhoto: "\(number).jpg", in: "done") }
      }
      let gaps = gaps(simulator)
      #expect(gaps.allSatisfy { $0 >= 1 }, "\(gaps)")
      // The first two show how long it takes.
      #expect(gaps.dropFirst(2).contains { $0 < 1.4 }, "\(gaps)")
    }
  }

  @Test func `a request that was given up may arrive later`() async throws {
    try await withServices(.init()) { simulator in
      let door = try SlowProxy(to: simulator.port(.musicbrainz)) { $0 == 1 ? .milliseconds(5_400) : .zero }
      let home = try TestHome(
        simulator,
        ["musicbrainz.baseURL": "http://127.0.0.1:\(door.port)/ws/2", "musicbrainz.requestsPerSecond": nil])
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await home.scan(ofPhoto: "a.jpg", in: "done")
      }
      #expect(gaps(simulator).count >= 1)
      #expect(gaps(simulator).allSatisfy { $0 >= 1 }, "\(gaps(simulator))")
      withExtendedLifetime(door) {}
    }
  }

  @Test func `what the gateway sheds is asked again at the same pace, and nobody says that the service is closed`()
    async throws
  {
    try await withTestHome(.anthropic, ["musicbrainz.requestsPerSecond": nil], options: .init()) { home, simulator in
      await simulator.fail(.musicbrainz, with: .shed, times: 3)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let bundle = try await home.bundle(ofPhoto: "a.jpg")
        #expect(bundle.document.identification.confidence == .verified)
      }
      let requests = simulator.requests(to: .musicbrainz)
      #expect(requests.prefix(3).map(\.status) == [503, 503, 503])
      for (gap, wait) in zip(gaps(simulator), [2.0, 4, 8]) { #expect(gap >= wait) }
      // What was found before isn't asked for again.
      #expect(Set(requests.filter { $0.status == 200 }.map(\.path)).count == requests.count { $0.status == 200 })
      #expect(!home.log.contains("is paused"), "\(home.log.suffix(2000))")
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a crash is no excuse`() async throws {
    try await withSlowCatalogue(first: .milliseconds(20), later: .milliseconds(20)) { home, simulator in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
      for number in 1...4 {
        try await home.withDaemon { daemon in
          try await until("a request to MusicBrainz", every: .milliseconds(5)) {
            simulator.requests(to: .musicbrainz).count >= number
          }
          daemon.killAtOnce()
        }
      }
      #expect(gaps(simulator).count >= 3)
      #expect(gaps(simulator).allSatisfy { $0 >= 1 }, "\(gaps(simulator))")
    }
  }
}
