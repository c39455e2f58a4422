import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// A clock that is set while photos arrive and wait: by years, in both directions (Tests/ClockShift).
@Suite struct ClockTorture {
  private static let year = 365 * 86400

  @Test(arguments: [(40, 39), (-20, -19), (0, 11), (0, -11)])
  func `photos arrive whole and waits end, though the clock is set`(before: Int, after: Int) async throws {
    try await withTestHome { home, simulator in
      @Sendable func set(_ seconds: Int) throws {
        // By one step, so that no half of a number is ever read.
        try home.folder.write("\(seconds)".utf8, to: "clock.new")
        rename(home.home.appending("clock.new").string, home.home.appending("clock").string)
      }
      try set(before * Self.year)
      let clock = [
        "LD_PRELOAD": BuiltProgram.library("clock-shift").string, "CLOCK_SHIFT": home.home.appending("clock").string,
      ]
      await simulator.fail(.anthropic, with: .status(429, .seconds(4)), times: 1)
      try await home.withDaemon(variables: clock) { _ in
        async let writing: Void = home.writeSlowly(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
        try await until("its first bytes to be there") { home.exists(home.inbox.appending("one.jpg")) }
        try set(after * Self.year)
        try await writing
        try await until("the service to be left alone") {
          try await home.asked("SELECT count(*) FROM condition WHERE fault IS NOT NULL") == "1"
        }
        // It is the daemon's clock that was set.
        let since = try #require(Double(try await home.asked("SELECT since FROM condition WHERE fault IS NOT NULL")))
        #expect(abs(since - Date.now.timeIntervalSince1970 - Double(after * Self.year)) < 3600)
        // What was to be waited for was meant in seconds, whatever the clock says meanwhile.
        try set(-86400)
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        for name in ["one.jpg", "two.jpg"] { try await home.scan(ofPhoto: name, in: "done") }
      }
      #expect(Set(home.originals().keys) == ["one.jpg", "two.jpg"])
      #expect(home.names(in: "failed") == [] && home.leftovers() == [])
      #expect(Set(try await home.scans()) == ["one.jpg|done", "two.jpg|done"])
      // Two questions an album, and the one that was turned away.
      #expect(simulator.paidCalls.count == 5)
      #expect(simulator.violations.map(\.description) == [])
    }
  }
}
