import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Model providers that fail, each in its way.
@Suite struct ModelFaultTests {
  @Test func `a service that asks to be left alone is left alone by all scans`() async throws {
    try await withTestHome(.anthropic, ["models.concurrency": "1"]) { home, simulator in
      await simulator.fail(.anthropic, with: .status(429, .seconds(5)), times: 1)
      try await home.withDaemon { _ in
        for (name, album) in [("a.jpg", DrawnCollection.undertow), ("b.jpg", DrawnCollection.nightShift)] {
          try home.copy(try Photos.front(album), as: name)
        }
        for name in ["a.jpg", "b.jpg"] { try await home.scan(ofPhoto: name, in: "done") }
      }
      let calls = simulator.requests(to: .anthropic)
      #expect(calls.map(\.question).count { $0 == "reading" } == 3)
      let closed = calls[0].at.duration(to: calls[1].at)
      #expect(closed >= .milliseconds(4_900), "asked again after \(closed)")
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a refused key stops the service until somebody acts`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.anthropic, with: .status(401))
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await home.held("a.jpg", by: "anthropic")
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg")
        try await home.held("b.jpg", by: "anthropic")
        #expect(simulator.requests(to: .anthropic).count == 1)

        let status = try await home.ctl("status")
        #expect(status.code == 5)
        #expect(status.output.contains("albumscanctl key set anthropic"))
        let health = try #require(try await home.status().health.first { $0.code == "anthropic" })
        #expect(health.cure?.contains("albumscanctl key set anthropic") == true)
        #expect(!home.log.contains(TestHome.key))

        try await simulator.heal(.anthropic)
        #expect(try await home.ctl("resume").code == 0)
        for name in ["a.jpg", "b.jpg"] { try await home.scan(ofPhoto: name, in: "done") }
        #expect(try await home.ctl("status").code == 0)
      }
    }
  }

  @Test func `no credit stops the service, and says where to look`() async throws {
    try await withTestHome(.openai) { home, simulator in
      await simulator.fail(.openai, with: .quota)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let held = try await home.held("a.jpg", by: "openai")
        #expect(held.reason?.contains("credit") == true)
        #expect(try await home.ctl("status").code == 5)
        #expect(simulator.requests(to: .openai).count == 1)
      }
    }
  }

  @Test func `an overloaded service is asked again with growing pauses`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.anthropic, with: .status(529), times: 3)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await home.scan(ofPhoto: "a.jpg", in: "done")
        let faults = try await home.ctl("show", "1", "--json").document()["faults"] as? [[String: Any]]
        #expect(faults?.count == 3)
        #expect(
          faults?.allSatisfy { $0["step"] as? String == "reading" && $0["kind"] as? String == "transient" } == true)
      }
      let readings = simulator.requests(to: .anthropic).prefix(4).map(\.at)
      // 0 s, 2 s, 4 s, of which jitter takes up to a quarter.
      #expect(readings[1].duration(to: readings[2]) >= .milliseconds(1_450))
      #expect(readings[2].duration(to: readings[3]) >= .milliseconds(2_950))
    }
  }

  @Test func `calls that may be on the bill are made three times, and then only if a person says so`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.anthropic, with: .reset)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let held = try await home.held("a.jpg", by: "unanswered")
        #expect(simulator.requests(to: .anthropic).count == 3)
        #expect(held.until == nil)
        #expect(try await home.ctl("status").code == 5)
        let health = try #require(try await home.status().health.first { $0.code == "unanswered" })
        #expect(health.cure?.contains("albumscanctl retry") == true)
        // Nobody knows what was billed: all three stay on the books.
        #expect(try await home.status().spend.todayUSD > 0)
        #expect(home.names(in: "failed") == [])

        try await simulator.heal(.anthropic)
        #expect(try await home.ctl("resume").code == 0)
        try await home.held("a.jpg", by: "unanswered")
        #expect(try await home.ctl("retry", "\(held.id)").code == 0)
        try await home.scan(ofPhoto: "a.jpg", in: "done")
        #expect(try await home.ctl("status").code == 0)
      }
    }
  }

  static let outages: [SimulatedFault] = [
    .status(500), .status(408), .status(502), .status(504), .reset, .truncated, .html, .wrongShape, .notJSON, .refused,
    .status(429), .says(.failedMLX), .says(.failedOpenRouter),
  ]

  @Test(arguments: outages)
  func `an outage fails no photo, and all of them are done when it is over`(fault: SimulatedFault) async throws {
    let provider: ServiceID = if case .says = fault { .openai } else { .anthropic }
    try await withTestHome(provider) { home, simulator in
      await simulator.fail(provider, with: fault)
      let names = (1...5).map { "\($0).jpg" }
      try await home.withDaemon { _ in
        let albums = DrawnCollection.albums.filter { $0.reading == .identified && $0.artistName != "Halden" }
        for (name, album) in zip(names, albums) { try home.copy(try Photos.front(album), as: name) }
        for name in names { try await home.held(name, by: provider.rawValue) }
        #expect(home.names(in: "failed") == [])
        // Four go out at first; from then on it is one at a time, and ever more seldom.
        #expect(simulator.requests(to: provider).count <= 8, "\(fault)")
        try await simulator.heal(provider)
        #expect(try await home.ctl("resume").code == 0)
        for name in names {
          try await home.scan(ofPhoto: name, in: "done")
          #expect(try await home.bundle(ofPhoto: name).document.review.status == .written)
        }
        #expect(home.names(in: "failed") == [])
        #expect(try await home.status().health.map(\.code) == [])
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test(arguments: [
    (ServiceID.compatible, KnownError.blindLlamaCpp, "models.identification"),
    (.compatible, .blindLMStudio, "models.identification"), (.compatible, .smallContextLlamaCpp, "more context"),
    (.openai, .keyAtXAI, "key set openai"), (.openai, .noDeploymentAtAzure, "models.identification"),
    (.openai, .unknownField, "Choose other models"),
  ])
  func `what is wrong with the service fails no photo`(
    provider: ServiceID, error: KnownError, cure: String
  ) async throws {
    try await withTestHome(provider) { home, simulator in
      await simulator.fail(provider, with: .says(error))
      try await home.withDaemon { _ in
        let photos = [("a.jpg", DrawnCollection.undertow), ("b.jpg", DrawnCollection.nightShift)]
        for (name, album) in photos { try home.copy(try Photos.front(album), as: name) }
        for (name, _) in photos { try await home.held(name, by: provider.rawValue) }
        try await until("nothing to be left in failed/") { home.names(in: "failed") == [] }
        let status = try await home.ctl("status")
        #expect(status.code == 5)
        #expect(status.output.contains(cure), "\(status.output)")

        try await simulator.heal(provider)
        #expect(try await home.ctl("resume").code == 0)
        for (name, _) in photos { try await home.scan(ofPhoto: name, in: "done") }
      }
    }
  }

  @Test(arguments: [ServiceID.anthropic, .openai, .compatible])
  func `an answer that is none, or is spoilt on its way, is asked for again`(provider: ServiceID) async throws {
    let faults: [SimulatedFault] = [
      .notJSON, .wrongShape, .invalidUTF8, .html, .truncated, .reset, .cutOff, .offSchema, .fenced, .noUsage,
    ]
    try await withTestHome(provider, ["budget.perDayUSD": "50"]) { home, simulator in
      try await home.withDaemon { _ in
        // Those that a reading settles: two share a name.
        let albums = DrawnCollection.albums.filter { $0.reading == .identified && $0.artistName != "Halden" }
        for (number, (fault, album)) in zip(faults, albums).enumerated() {
          let name = "\(number)-\(fault.name).jpg"
          await simulator.fail(provider, with: fault, times: 1)
          try home.copy(try Photos.front(album), as: name)
          let bundle = try await home.bundle(ofPhoto: name, withArtwork: false)
          #expect(bundle.document.album.albumTitle == album.albumTitle, "\(fault)")
          #expect(bundle.document.review.status == .written, "\(fault)")
        }
      }
      let harmless = 2
      #expect(simulator.paidCalls.count == faults.count * 3 - harmless)
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a model that never answers to the point is given up`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.anthropic, with: .offSchema)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let failed = try await home.scan(ofPhoto: "a.jpg", in: "failed")
        #expect(failed.reason?.hasPrefix("The model's answer can't be used") == true)
        #expect(simulator.paidCalls.count == 3)
        let raw = try await home.ctl("show", "\(failed.id)", "--raw")
        #expect(raw.output.contains("It is a lovely record."))
      }
    }
  }

  @Test func `a model that declines fails the photo, and says so`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.anthropic, with: .refusal, times: 1)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let failed = try await home.scan(ofPhoto: "a.jpg", in: "failed")
        #expect(failed.reason?.contains("declined") == true)
        #expect(simulator.paidCalls.count == 1)
      }
    }
  }

  @Test func `a turn that the provider pauses is gone on with`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        // The reading has no search that could be paused in: the fault goes by.
        await simulator.fail(.anthropic, with: .pauseTurn, times: 2)
        try home.copy(try Photos.front(DrawnCollection.amber), as: "a.jpg")
        #expect(try await home.bundle(ofPhoto: "a.jpg").document.identification.by == .call2)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "search", "search", "review"])
      #expect(simulator.violations.map(\.description) == [])
    }
  }
}
