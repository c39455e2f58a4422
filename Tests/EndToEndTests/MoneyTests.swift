import Albums
import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

extension String {
  /// As before it was folded to the width of a terminal.
  fileprivate var joinedLines: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

/// Caps, warnings, and the bill with what was saved.
@Suite struct MoneyTests {
  /// Dollars for a million tokens in and out, and for a search, of the models that are asked by default.
  private static func usd(of bills: [Bill]) -> Double {
    bills.reduce(0) { sum, bill in
      let (input, output) =
        switch bill.model {
        case "claude-sonnet-5-5", "gpt-6.1-sol": (2.0, 10.0)
        case "gpt-6.1-terra": (1.0, 5.0)
        default: (Double.infinity, Double.infinity)
        }
      return sum + Double(bill.inputTokens) * input / 1e6 + Double(bill.outputTokens) * output / 1e6
        + Double(bill.searches) * 0.01
    }
  }

  private static let kills = Int(ProcessInfo.processInfo.environment["ALBUMSCAN_TEST_KILLS"] ?? "") ?? 8

  @Test(arguments: [ServiceID.anthropic, .openai])
  func `killed again and again, what is billed passes no cap and is on the books`(provider: ServiceID) async throws {
    // Enough for two or three photos, so that the cap is in the way.
    let cap = 0.25
    let settings = ["budget.perDayUSD": "\(cap)", "budget.perScanUSD": "0.20", "review.webSearch": "false"]
    try await withTestHome(provider, settings) { home, simulator in
      let albums = DrawnCollection.albums.filter { $0.artistName != "Halden" }
      for (number, album) in albums.enumerated() { try home.copy(try Photos.front(album), as: "\(number).jpg") }
      simulator.slow(provider, by: .milliseconds(40))
      var random = SystemRandomNumberGenerator()
      for _ in 0..<Self.kills {
        let before = simulator.paidCalls.count
        let calls = Int.random(in: 0...2, using: &random)
        try await home.withDaemon { daemon in
          // A call more or less, or the moment at which nothing more may be sent.
          try await until("\(calls) calls more", every: .milliseconds(5)) {
            if simulator.paidCalls.count >= before + calls { return true }
            return try await home.status().waiting.contains { ["budget", "unanswered"].contains($0.heldBy) }
          }
          daemon.killAtOnce()
        }
        let billed = Self.usd(of: simulator.requests(to: provider).compactMap(\.bill))
        let booked = try await home.status().spend.todayUSD
        #expect(billed <= cap)
        #expect(booked <= cap + 1e-9)
        #expect(billed <= booked + 1e-9)
      }
      #expect(!simulator.paidCalls.isEmpty)
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `killed during each call for a photo, it makes three, and then a person decides`() async throws {
    try await withTestHome { home, simulator in
      simulator.slow(.anthropic, by: .seconds(60))
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
      for kill in 1...4 {
        try await home.withDaemon { daemon in
          try await until("a call, or no more of them", every: .milliseconds(20)) {
            if simulator.requests(to: .anthropic).count >= kill { return true }
            return try await home.status().waiting.contains { $0.heldBy == "unanswered" }
          }
          daemon.killAtOnce()
        }
      }
      #expect(simulator.requests(to: .anthropic).count == 3)
      simulator.slow(.anthropic, by: .zero)
      try await home.withDaemon { _ in
        let held = try await home.held("a.jpg", by: "unanswered")
        #expect(held.until == nil)
        #expect(simulator.requests(to: .anthropic).count == 3)
        #expect(try await home.ctl("retry", "\(held.id)").code == 0)
        try await home.scan(ofPhoto: "a.jpg", in: "done")
      }
    }
  }

  @Test func `every kind of call is on the books for what it is billed`() async throws {
    for provider in [ServiceID.anthropic, .openai] {
      try await withTestHome(provider, ["review.webSearch": "true"]) { home, simulator in
        try await home.withDaemon { _ in
          // A reading, a search and a review with one; and a review that has to be put right.
          try home.copy(try Photos.front(DrawnCollection.amber), as: "amber.jpg")
          try await home.scan(ofPhoto: "amber.jpg", in: "done")
          await simulator.fail(provider, with: .moneyTalk, times: 1)
          try home.copy(try Photos.front(DrawnCollection.undertow), as: "undertow.jpg")
          try await home.scan(ofPhoto: "undertow.jpg", in: "done")
        }
        let bills = simulator.requests(to: provider).compactMap(\.bill)
        #expect(bills.count == simulator.paidCalls.count && bills.contains { $0.searches > 0 })
        let booked = try await home.status().spend.todayUSD
        #expect(abs(booked - Self.usd(of: bills)) < 1e-5 * Double(bills.count), "\(provider)")
        let costs = try await home.costs()
        #expect(costs.groups["month"]?.map(\.usd).reduce(0, +) == booked)
        #expect(costs.groups["step"]?.map(\.calls).reduce(0, +) == bills.count)
        #expect(costs.groups["model"]?.map(\.searches).reduce(0, +) == bills.map(\.searches).reduce(0, +))
      }
    }
  }

  @Test func `a server on this computer is free until its price is set, and that is said`() async throws {
    try await withTestHome(.compatible) { home, simulator in
      let address = simulator.baseURL(.compatible)
      let scan: @Sendable (String, DrawnAlbum) async throws -> Double = { name, album in
        try home.copy(try Photos.front(album), as: name)
        try await home.once(endingWith: 0)
        return try await home.status().spend.todayUSD
      }
      #expect(try await scan("a.jpg", DrawnCollection.undertow) == 0)
      for command in [["costs"], ["doctor", "--offline"], ["setup", "--no-service"]] {
        let said = try await home.ctl(command)
        #expect(
          (said.output + said.errors).joinedLines.contains("calls to \(address) count as free"),
          "\(command): \(said.output) \(said.errors)")
      }

      try home.configure(["models.price": "[2, 10]"])
      let booked = try await scan("b.jpg", DrawnCollection.nightShift)
      // A flat price would be half a dollar.
      #expect(booked > 0.0001 && booked < 0.1)
      #expect(try await home.costs().prices.models.map(\.inputUSD) == [2])
      #expect(try await home.ctl("doctor", "--offline").output.contains("set by models.price"))

      // Elsewhere somebody may send a bill, and nobody knows for how much.
      try home.configure(["models.baseURL": "https://models.example.org"])
      #expect(try await home.costs().prices.warnings.map(\.code) == ["price-unknown"])
      for command in [["costs"], ["doctor", "--offline"], ["setup", "--no-service"]] {
        let said = try await home.ctl(command)
        #expect(
          (said.output + said.errors).joinedLines.contains("booked at a flat $0.25"),
          "\(command): \(said.output) \(said.errors)")
      }
    }
  }
}
