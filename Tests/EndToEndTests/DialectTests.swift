import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Model servers that speak Chat Completions in their own way: each leads to an album, and the doctor knows its models.
@Suite struct DialectTests {
  @Test(arguments: ServerDialect.allCases)
  func `each dialect gives an album, and the doctor finds and lists its model`(dialect: ServerDialect) async throws {
    try await withTestHome(.compatible) { home, simulator in
      try home.configure(["models.baseURL": simulator.address(.compatible) + dialect.rawValue])
      let models = try await home.doctor([]).findings.filter { $0.code.hasPrefix("model") && $0.verdict != "good" }
      #expect(models.isEmpty, "\(models)")
      let listed = try await home.doctor([]).findings.contains {
        $0.code == "model" && $0.said.contains("its models: ") && $0.said.contains("local-vision")
      }
      #expect(listed)
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
      _ = try await home.albumscand("--once")
      #expect(try await home.bundle(ofPhoto: "a.jpg").document.album.albumTitle == DrawnCollection.undertow.albumTitle)
      #expect(simulator.violations.isEmpty, "\(simulator.violations)")
    }
  }

  @Test(arguments: [ServerDialect.ollama, .together, .gemini])
  func `a server's missing model is cured by what is printed, never by none`(dialect: ServerDialect) async throws {
    try await withTestHome(.compatible) { home, simulator in
      let base = ["models.baseURL": simulator.address(.compatible) + dialect.rawValue]
      try home.configure(base.merging(["models.review": "local-vision"]) { $1 })
      try await home.expectCured(
        DoctorCase(code: "model-missing", naming: "no model lokal-vison", options: []) {
          try $0.configure(base.merging(["models.identification": "lokal-vison"]) { $1 })
        })
      try await home.expectCured(
        DoctorCase(
          code: "model-missing", naming: "no model is named", by: "person",
          inflict: {
            var changes: [String: String?] = ["models.identification": nil]
            for (key, value) in base { changes[key] = value }
            try $0.configure(changes)
          }, act: { _ = try await $0.ctl("config", "set", "models.identification", "local-vision") }))
      let refused = try await home.ctl("config", "unset", "models.identification")
      #expect(refused.code != 0 && refused.errors.contains("no default model"), "\(refused.errors)")
      #expect(simulator.paidCalls.isEmpty)
    }
  }

  @Test func `a photo isn't asked about without a model's name, and says what to set`() async throws {
    try await withTestHome(.compatible, ["models.identification": nil]) { home, simulator in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
      _ = try await home.albumscand("--once")
      let waiting = try await home.held("a.jpg", by: "compatible")
      #expect(waiting.reason?.contains("No model is named") == true, "\(waiting)")
      #expect(simulator.paidCalls.isEmpty)
    }
  }

  @Test func `an outage that archive.org announces is asked about once, and told`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.archive, with: .offlinePage)
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
      _ = try await home.albumscand("--once")
      #expect(simulator.requests(to: .archive).count == 1)
      let health = try await home.status().health
      #expect(health.contains { $0.code == "coverartarchive" }, "\(health)")
    }
  }
}
