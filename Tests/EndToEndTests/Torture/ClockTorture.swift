import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// A clock that jumps: by years, in both directions, while photos arrive and wait.
@Suite struct ClockTorture {
  /// A clock of the daemon's own, put before the C library; faketime(1).
  private static let library = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/faketime/libfaketimeMT.so.1" }
    .first { access($0, R_OK) == 0 }

  private static let isToBeHad = library != nil || ProcessInfo.processInfo.environment["CI"] == "true"

  @Test(.enabled(if: isToBeHad, "needs faketime"), arguments: ["+70y", "-40y"])
  func `photos arrive whole and waits end, though the clock jumps`(first: String) async throws {
    try await withHousehold { home, simulator in
      let library = try #require(Self.library)
      let clock = home.home.appending("clock")
      // Read anew each time: by one step the daemon's time is another.
      func set(_ offset: String) throws { try home.folder.write("\(offset)\n".utf8, to: "clock") }
      try set(first)
      let variables = [
        "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": clock.string, "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1",
      ]
      let photos = ["one.jpg": DrawnCollection.undertow, "two.jpg": DrawnCollection.nightShift]
      try await home.withDaemon(variables: variables) { _ in
        await simulator.fail(.anthropic, with: .status(429, .seconds(4)), times: 1)
        let photo = try Photos.front(DrawnCollection.undertow)
        async let writing: Void = home.writeSlowly(photo, as: "one.jpg")
        try await Task.sleep(for: .milliseconds(400))
        try set(first == "+70y" ? "+69y" : "-39y")
        try await writing
        try await until("the service to be left alone") { try await !home.status().waiting.isEmpty }
        try set("-1d")
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        // Whatever was to be waited for was meant in seconds.
        for name in photos.keys { try await home.scan(ofPhoto: name, in: "done") }
      }
      #expect(Set(home.originals().keys) == Set(photos.keys))
      #expect(Set(try await home.scans()) == ["one.jpg|done", "two.jpg|done"])
      #expect(simulator.paidCalls.count == 4)
    }
  }
}
