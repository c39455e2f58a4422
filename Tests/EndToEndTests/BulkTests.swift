import Albums
import DrawnCovers
import Foundation
import Simulator
import Testing

/// A drop of many photos goes through the providers' batch services: slower, at half the price, and never twice.
@Suite struct BulkTests {
  /// Albums that one look at their front settles, and one review.
  static let flood: [DrawnAlbum] = [
    DrawnCollection.paperLanterns, DrawnCollection.nightShift, DrawnCollection.brassTacks, DrawnCollection.cartas,
    DrawnCollection.undertow, DrawnCollection.loops,
  ]

  static let bulk = ["models.bulkAbove": "2"]

  @Test(arguments: [ServiceID.anthropic, .openai])
  func `a flood is read in one batch and reviewed in another, at half the price`(provider: ServiceID) async throws {
    try await withTestHome(provider, Self.bulk) { home, simulator in
      simulator.batches.hold(true)
      try await home.withDaemon { _ in
        try await home.pourIn(Self.flood)
        let status = try await awaited("the readings to be handed in") {
          let status = try await home.status()
          return status.bulk.batches.first?.readings == 6 && status.count("waiting") == 6 ? status : nil
        }
        let batch = status.bulk.batches[0]
        #expect(status.bulk.batches.count == 1)
        #expect(batch.service == provider.rawValue)
        #expect(batch.reviews == 0)
        #expect(abs(batch.latest.timeIntervalSince(batch.since) - 86_400) < 60)
        #expect(status.waiting.allSatisfy { $0.heldBy == "batch" })
        let name = provider == .anthropic ? "Anthropic" : "OpenAI"
        let words = try await home.ctl("status")
        #expect(words.code == 0)
        #expect(words.output.contains("6 photos are with \(name)'s batch service since "))
        #expect(words.output.contains("at half price; answers usually arrive within an hour, "))
        #expect(try home.bundles().isEmpty)

        simulator.batches.hold(false)
        try await home.allReviewed(Self.flood.count)
        #expect(try await home.status().bulk.batches.isEmpty)
      }
      #expect(simulator.violations.map(\.description) == [])
      // Nothing was asked in the ordinary way, and nothing twice.
      #expect(simulator.paidCalls.isEmpty)
      let batches = simulator.batches.questions
      #expect(batches.map { Set($0.map(\.kind)) } == [["reading"], ["review"]])
      #expect(batches.map(\.count) == [6, 6])
      #expect(Set(batches.joined().map(\.customID)).count == 12)
      // What is kept there of the user's is deleted when it isn't needed any more.
      let deleted = simulator.requests(to: provider).filter { $0.method == "DELETE" && $0.status == 200 }
      #expect(deleted.count == (provider == .anthropic ? 2 : 4))
      for bundle in try home.bundles() { try bundle.expectWhole() }
      try await home.expectHalfPrice()
    }
  }

  @Test(arguments: [ServiceID.anthropic, .openai])
  func `killed while its batch is out, it fetches the answers and asks nothing again`(
    provider: ServiceID
  ) async throws {
    try await withTestHome(provider, Self.bulk) { home, simulator in
      simulator.batches.hold(true)
      try await home.withDaemon { daemon in
        try await home.pourIn(Self.flood)
        try await until("a batch to be looked at", every: .milliseconds(20)) { simulator.batches.looks.first ?? 0 > 1 }
        daemon.killAtOnce()
      }
      simulator.batches.hold(false)
      try await home.withDaemon { _ in try await home.allReviewed(Self.flood.count) }
      try home.expectOnce(simulator)
    }
  }

  /// The provider has the batch, and its word of that is lost.
  @Test(arguments: [ServiceID.anthropic, .openai], [Fault.stall, .reset])
  func `a batch whose receipt is lost is found at the provider, and not handed in again`(
    provider: ServiceID, fault: Fault
  ) async throws {
    try await withTestHome(provider, Self.bulk) { home, simulator in
      // At OpenAI the file goes before the batch.
      if provider == .openai { await simulator.fail(provider, with: .drip(bytesPerSecond: 1_000_000), times: 1) }
      await simulator.fail(provider, with: fault, times: 1)
      if fault == .stall {
        try await home.withDaemon { daemon in
          try await home.pourIn(Self.flood)
          try await until("the batch to be handed in", every: .milliseconds(20)) {
            simulator.batches.questions.count == 1
          }
          daemon.killAtOnce()
        }
        try await home.withDaemon { _ in try await home.allReviewed(Self.flood.count) }
      } else {
        try await home.withDaemon { _ in
          try await home.pourIn(Self.flood)
          try await home.allReviewed(Self.flood.count)
        }
      }
      try home.expectOnce(simulator)
    }
  }

  @Test func `what a cap doesn't let through waits for money, and no cap is passed`() async throws {
    try await withTestHome(.anthropic, Self.bulk.merging(["budget.perDayUSD": "0.05"]) { $1 }) { home, simulator in
      simulator.batches.hold(true)
      try await home.withDaemon { _ in
        try await home.pourIn(Self.flood)
        let status = try await awaited("part of the flood to be handed in") {
          let status = try await home.status()
          return !status.bulk.batches.isEmpty && status.count("waiting") == 6 ? status : nil
        }
        let sent = status.bulk.batches[0].readings
        #expect((1..<6).contains(sent))
        #expect(status.waiting.count { $0.heldBy == "budget" } == 6 - sent)
        #expect(status.spend.todayUSD <= 0.05)
        simulator.batches.hold(false)
        try await until("what was read to be done") { try await home.status().count("done") >= sent }
      }
      #expect(try await home.status().spend.todayUSD <= 0.05)
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test(arguments: [ServiceID.anthropic, .openai])
  func `what a batch didn't answer is asked at once`(provider: ServiceID) async throws {
    try await withTestHome(provider, Self.bulk) { home, simulator in
      simulator.batches.spoil(2, .expired)
      simulator.batches.spoil(1, .errored)
      try await home.withDaemon { _ in
        try await home.pourIn(Self.flood)
        try await home.allReviewed(Self.flood.count)
      }
      // A scan that was read by itself is reviewed by itself.
      #expect(
        simulator.paidCalls.map(\.question).sorted { $0 ?? "" < $1 ?? "" }
          == Array(repeating: "reading", count: 3) + Array(repeating: "review", count: 3))
      #expect(simulator.batches.questions.map(\.count) == [6, 3])
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `switched off while a batch is out, it fetches that one and makes no other`() async throws {
    try await withTestHome(.anthropic, Self.bulk) { home, simulator in
      simulator.batches.hold(true)
      try await home.withDaemon { daemon in
        try await home.pourIn(Self.flood)
        try await until("a batch to be out") { try await home.status().bulk.batches.first?.readings == 6 }
        try home.configure(["models.bulkAbove": nil])
        try await daemon.reload()
        simulator.batches.hold(false)
        try await home.allReviewed(Self.flood.count)
      }
      #expect(simulator.batches.questions.map(\.count) == [6])
      #expect(simulator.paidCalls.map(\.question) == Array(repeating: "review", count: 6))
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a few photos are read at once`() async throws {
    try await withTestHome(.anthropic, Self.bulk) { home, simulator in
      try await home.withDaemon { _ in
        try await home.pourIn(Array(Self.flood.prefix(2)))
        try await home.allReviewed(2)
      }
      #expect(simulator.batches.questions.isEmpty)
      #expect(simulator.paidCalls.count == 4)
    }
  }

  @Test func `a server of one's own has no batches, and the doctor says so`() async throws {
    try await withTestHome(.compatible, ["models.bulkAbove": "1"]) { home, simulator in
      try await home.withDaemon { _ in
        try await home.pourIn(Array(Self.flood.prefix(3)))
        try await home.allReviewed(3)
        let doctor = try await home.ctl("doctor")
        #expect(doctor.output.contains("it has no batch service, so models.bulkAbove has no effect"))
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }
}

extension TestHome {
  /// Lets photos come all at once: none is worked on before the last is there.
  fileprivate func pourIn(_ albums: [DrawnAlbum]) async throws {
    #expect(try await ctl("pause", "a flood comes").code == 0)
    for (number, album) in albums.enumerated() { try copy(try Photos.front(album), as: "IMG_\(number).jpg") }
    try await until("\(albums.count) photos to wait") { try await status().count("waiting") == albums.count }
    #expect(try await ctl("resume").code == 0)
  }

  fileprivate func allReviewed(_ count: Int) async throws {
    try await until("\(count) reviews to be written") {
      try await history().count { $0.state == "done" && $0.review == "written" } == count
    }
  }

  /// Each question was in one batch, and in none twice.
  fileprivate func expectOnce(_ simulator: Simulator) throws {
    #expect(simulator.violations.map(\.description) == [])
    #expect(simulator.paidCalls.isEmpty)
    let batches = simulator.batches.questions
    #expect(batches[0].map(\.kind) == Array(repeating: "reading", count: 6))
    // Who comes late is reviewed in a batch of its own.
    #expect(batches.dropFirst().flatMap { $0.map(\.kind) } == Array(repeating: "review", count: 6))
    #expect(try bundles().count == 6)
  }

  /// The bill by the provider's own counts and price list, halved.
  fileprivate func expectHalfPrice() async throws {
    let prices = ["claude-sonnet-5-5": (2.0, 10.0), "gpt-6.1-terra": (1, 5), "gpt-6.1-sol": (2, 10)]
    let groups = try #require(try await ctl("costs", "--by", "model", "--json").document()["groups"] as? [String: Any])
    let lines = try #require(groups["model"] as? [[String: Any]])
    for line in lines {
      let name = try #require(line["name"] as? String)
      let price = try #require(prices[name])
      let input = try #require(line["inputTokens"] as? Double)
      let output = try #require(line["outputTokens"] as? Double)
      let usd = try #require(line["usd"] as? Double)
      let half = (input * price.0 + output * price.1) / 2 / 1_000_000
      // Each call is rounded up to a millionth of a dollar.
      #expect((-1e-9..<0.00003).contains(usd - half))
    }
  }
}
