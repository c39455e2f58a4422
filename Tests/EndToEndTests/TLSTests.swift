import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

@Sendable private func nghttpxIsThere() -> Bool {
  ["/usr/sbin/nghttpx", "/usr/bin/nghttpx"].contains { FileManager.default.isExecutableFile(atPath: $0) }
}

/// The services behind certificates, as they are in life.
@Suite(.enabled("needs nghttpx (Debian: nghttp2-proxy)", nghttpxIsThere))
struct TLSTests {
  @Test func `certificates of the authority in the settings are trusted`() async throws {
    try await withServices { simulator in
      let front = try await TLSFront(before: simulator)
      defer { front.stop() }
      let home = try TestHome(simulator, ["network.caFile": front.caFile])
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let bundle = try await home.bundle(ofPhoto: "a.jpg")
        try bundle.expectWhole()
        try bundle.expectArtwork(of: DrawnCollection.undertow)
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `an authority that nobody knows is told nothing, not even a key`() async throws {
    try await withServices { simulator in
      let front = try await TLSFront(before: simulator)
      defer { front.stop() }
      let home = try TestHome(simulator)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let held = try await home.held("a.jpg")
        #expect(held.reason?.contains("certificate") == true)
        #expect(held.reason?.contains("network.caFile") == true)
      }
      #expect(simulator.requests.isEmpty)
    }
  }
}
