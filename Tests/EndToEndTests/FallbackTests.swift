import Albums
import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// `models.fallback`: another provider is asked while the first can't answer.
@Suite struct FallbackTests {
  @Test func `photos are read and reviewed by the other provider, and each answer says so`() async throws {
    let settings = ["models.fallback": "openai", "models.fallbackAfterSeconds": "1"]
    try await withTestHome(.anthropic, settings) { home, simulator in
      await simulator.fail(.anthropic, with: .refused)
      try home.write(addressOf: .openai, on: simulator)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let bundle = try await home.bundle(ofPhoto: "a.jpg")
        try bundle.expectWhole()
        #expect(bundle.document.review.model?.hasPrefix("gpt") == true)
        let calls = bundle.document.cost.calls
        #expect(!calls.isEmpty && calls.allSatisfy { $0.model.hasPrefix("gpt") })
        let raw = try await home.ctl("show", "1", "--raw")
        #expect(raw.output.contains("gpt"))
      }
      let answered = simulator.paidCalls.filter { $0.status == 200 }
      #expect(answered.map(\.service) == [.openai, .openai])
      #expect(answered.map(\.question) == ["reading", "review"])
    }
  }

  @Test func `without its key nobody is asked, and doctor and the log say so`() async throws {
    try await withServices { simulator in
      await simulator.fail(.anthropic, with: .status(401))
      let home = try TestHome(simulator, ["models.fallback": "openai"], keys: [.anthropic])
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await home.held("a.jpg", by: "anthropic")
      }
      #expect(home.log.contains("albumscanctl key set openai"))
    }
  }
}

extension TestHome {
  /// Where a provider is reached that isn't the first, as people who have a proxy say it: in the file of models.
  fileprivate func write(addressOf provider: ServiceID, on simulator: Simulator) throws {
    let models = ["providers": [provider.rawValue: ["baseURL": simulator.baseURL(provider)]]]
    try folder.makeFolder(".config/albumscan")
    try folder.write(JSONEncoder().encode(models), to: ".config/albumscan/models.json")
  }
}
