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
  private func withSlowCatalog(
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
    try await withSlowCatalog(first: .milliseconds(700), later: .milliseconds(100)) { home, simulator in
      let albums = [DrawnCollection.undertow, DrawnCollection.nightShift, DrawnCollection.wharf]
      try await home.withDaemon { _ in
        for (number, album) in albums.enumerated() { try home.copy(try Photos.front(album), as: "\(number).jpg") }
        for number in albums.indices { try await home.scan(ofPhoto: "\(number).jpg", in: "done") }
      }
      #expect(gaps(simulator).count >= albums.count)
      #expect(gaps(simulator).allSatisfy { $0 >= 1 }, "\(gaps(simulator))")
    }
  }

  @Test func `a crash is no excuse`() async throws {
    try await withSlowCatalog(first: .milliseconds(20), later: .milliseconds(20)) { home, simulator in
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
