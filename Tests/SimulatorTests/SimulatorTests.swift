import DrawnCovers
import Foundation
import FoundationNetworking
import Subprocess
import SystemPackage
import Testing

@testable import Simulator

/// The services as they are met over the wire.
@Suite struct SimulatorTests {
  private static let introduced = "AlbumScan/1.0 ( a@example.org )"

  private func get(_ url: String, agent: String? = "AlbumScan/1.0") async throws -> (
    Data, HTTPURLResponse
  ) {
    var request = URLRequest(url: try #require(URL(string: url)), timeoutInterval: 60)
    request.setValue(agent, forHTTPHeaderField: "User-Agent")
    let (data, response) = try await URLSession.shared.data(for: request)
    return (data, try #require(response as? HTTPURLResponse))
  }

  @Test func `what a photo says of its place may be nowhere in a request`() async throws {
    try await withSimulator { simulator in
      _ = try await get(
        simulator.baseURL(.musicbrainz) + "/release?query=\(ExifBlock.placeMarker)&fmt=json", agent: Self.introduced)
      #expect(simulator.violations.contains { $0.rule.contains("EXIF") })
    }
  }

  @Test func `whom to write to is told to MusicBrainz alone`() async throws {
    try await withSimulator { simulator in
      let page = "/release/\(DrawnCollection.undertow.releaseID)"
      _ = try await get(simulator.baseURL(.coverart) + page)
      #expect(simulator.violations.isEmpty)
      _ = try await get(simulator.baseURL(.coverart) + page, agent: Self.introduced)
      #expect(simulator.violations.map(\.rule).contains { $0.contains("contact") && $0.contains(Self.introduced) })
    }
  }

  @Test func `scripts make things fail through the control address`() async throws {
    try await withSimulator { simulator in
      var request = URLRequest(url: try #require(URL(string: simulator.controlAddress + "/faults")))
      request.httpMethod = "POST"
      request.httpBody = Data(#"{"service":"coverart","fault":"status","status":500,"times":1}"#.utf8)
      _ = try await URLSession.shared.data(for: request)
      #expect(try await get(simulator.baseURL(.coverart) + "/release/x").1.statusCode == 500)
      let log = try JSONParser.parse(try await get(simulator.controlAddress + "/requests").0)
      #expect(log.items?.first?["fault"] == "status")
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl") && hasProxy))
  func `behind the front there is HTTP/2 with a certificate of the authority in the file`() async throws {
    try await withSimulator { simulator in
      let front = try await TLSFront(before: simulator)
      defer { front.stop() }
      let url = simulator.baseURL(.coverart) + "/release/\(DrawnCollection.undertow.releaseID)/front-250"
      #expect(url.hasPrefix("https://localhost:"))
      let said = try await curl(
        "--http2", "-sL", "-A", "AlbumScan/1.0", "--cacert", front.caFile, "-o", "/dev/null", "-w",
        "%{http_code} %{http_version} %{num_redirects}", url)
      #expect(said == "200 2 2")
      #expect(try await curl("-s", "-o", "/dev/null", "-w", "%{http_code}", url) == "000")
    }
  }

  private static let hasProxy = ["/usr/sbin/nghttpx", "/usr/bin/nghttpx"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private func curl(_ arguments: String...) async throws -> String {
    try await Subprocess.run(
      .path("/usr/bin/curl"), arguments: Arguments(arguments), output: .string(limit: 1 << 16)
    ).standardOutput
  }
}
