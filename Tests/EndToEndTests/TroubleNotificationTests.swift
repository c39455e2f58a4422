import DrawnCovers
import Foundation
import MusicFiles
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What the desktop shows of that which needs a person: once a condition, and no longer than it lasts.
@Suite struct TroubleNotificationTests {
  @Test func `an outage that lasts is told once, and taken away when it is over`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDesktop { desktop in
        try await home.withDaemon(variables: desktop.variables) { _ in
          await simulator.fail(.anthropic, with: .status(500), times: 1)
          try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
          try await home.scan(ofPhoto: "a.jpg", in: "done")
          // Shorter than anybody would notice.
          #expect(!desktop.notifications.contains { $0.summary == "Photos are waiting for Anthropic" })

          await simulator.fail(.anthropic, with: .status(503, .seconds(90)))
          let photos = [("b.jpg", DrawnCollection.nightShift), ("c.jpg", DrawnCollection.wharf)]
          for (name, album) in photos { try home.copy(try Photos.front(album), as: name) }
          for (name, _) in photos { try await home.held(name, by: "anthropic") }
          let shown = try await awaited("a notification") {
            desktop.notifications.first { $0.summary == "Photos are waiting for Anthropic" }
          }
          #expect(shown.body?.contains("503") == true)
          #expect(try await home.ctl("status").code == 0)
          try await simulator.heal(.anthropic)
          #expect(try await home.ctl("resume").code == 0)
          try await until("it to be taken away") { desktop.calls.contains { $0.call == "close" && $0.id == shown.id } }
          for (name, _) in photos { try await home.scan(ofPhoto: name, in: "done") }
          #expect(desktop.notifications.count { $0.summary == "Photos are waiting for Anthropic" } == 1)
        }
      }
    }
  }

  @Test func `photos that come to no result are told, for a moment, and can be tried again from there`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDesktop { desktop in
        try await home.withDaemon(variables: desktop.variables) { _ in
          await simulator.fail(.anthropic, with: .refusal, times: 2)
          try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
          let one = try await awaited("a notification") { desktop.notifications.last }
          #expect(one.summary?.contains("declined") == true)
          #expect(one.body?.hasPrefix("a.jpg") == true)
          #expect(one.timeout == 3000)
          try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg")
          let both = try await awaited("both as one") {
            desktop.notifications.first { $0.summary == "2 photos failed" }
          }
          #expect(both.replaces == one.id)
          #expect(both.body == "a.jpg\nb.jpg")
          try await desktop.press("again", on: both)
          for name in ["a.jpg", "b.jpg"] { try await home.scan(ofPhoto: name, in: "done") }
        }
      }
    }
  }

  @Test func `what holds scans up is told once, over restarts too, and again when it comes back`() async throws {
    try await withTestHome(.anthropic, ["budget.perDayUSD": "0.01"]) { home, simulator in
      try await home.withDesktop { desktop in
        @Sendable func count(_ headline: String) -> Int { desktop.notifications.count { $0.summary == headline } }
        let (budget, paused) = ("The budget is used up for now", "Anthropic is paused")
        try await home.withDaemon(variables: desktop.variables) { _ in
          try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
          try await until("the budget to be told") { count(budget) == 1 }
        }
        try await home.withDaemon(variables: desktop.variables) { daemon in
          // Tried anew by this run, and still held.
          try await home.held("a.jpg", by: "budget")
          await simulator.fail(.anthropic, with: .status(401))
          try home.configure(["budget.perDayUSD": "5"])
          try await daemon.reload()
          try await until("the key to be told") { count(paused) == 1 }
        }
        let asked = simulator.requests(to: .anthropic).count
        try await home.withDaemon(variables: desktop.variables) { _ in
          try await until("it to be asked again") { simulator.requests(to: .anthropic).count > asked }
          try await home.held("a.jpg", by: "anthropic")
          #expect(try await home.status().health.contains { $0.code == "anthropic" })
          try await simulator.heal(.anthropic)
          #expect(try await home.ctl("resume").code == 0)
          // Shown after whatever would have been told before.
          try await until("the find") { desktop.notifications.contains { $0.summary?.hasPrefix("We found") == true } }
          #expect(try await home.status().health.isEmpty)
          #expect(count(budget) == 1 && count(paused) == 1, "\(desktop.notifications)")
          await simulator.fail(.anthropic, with: .status(401))
          try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg")
          try await until("the key to be told once more") { count(paused) == 2 }
        }
      }
    }
  }

  @Test func `many finds at once become one notification`() async throws {
    try await withTestHome { home, _ in
      try await home.withDesktop("--with-systemd") { desktop in
        try await home.withDaemon(variables: desktop.variables) { _ in
          #expect(try await home.ctl("pause").code == 0)
          let albums = DrawnCollection.albums.prefix(9)
          for (number, album) in albums.enumerated() {
            // Taught, so that nothing has to be asked and all are found in a moment.
            try home.writeTrack(try MusicFile(of: album), to: "\(number)/1.flac")
            try home.copy(try Photos.front(album), as: "\(number).jpg")
          }
          #expect(try await home.learn().code == 0)
          #expect(try await home.ctl("resume").code == 0)
          try await until("one for all") { desktop.notifications.contains { $0.summary == "9 albums found" } }
          let alone = desktop.notifications.filter { $0.summary?.hasPrefix("We found") == true }
          let several = desktop.notifications.filter { $0.summary?.hasSuffix("albums found") == true }
          #expect(Set(alone.map(\.id)).count == 5)
          #expect(several.map(\.summary) == ["6 albums found", "7 albums found", "8 albums found", "9 albums found"])
          #expect(Set(several.map(\.id)).count == 1)
          #expect(several.last?.body?.split(separator: "\n").count == 5)
          // Those that were shown alone are in it.
          for one in alone {
            try await until("it to be taken away") { desktop.calls.contains { $0.call == "close" && $0.id == one.id } }
          }
          try await desktop.press("default", on: try #require(several.last))
          let opened = try await awaited("a page to be opened") { desktop.calls.first { $0.call == "start" } }
          #expect(opened.argv?.last?.hasSuffix("/done/index.html") == true)
        }
      }
    }
  }
}
