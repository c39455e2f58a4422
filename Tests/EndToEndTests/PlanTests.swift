import Albums
import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// The plans of the phone app: so many scans, counted for good.
@Suite struct PlanTests {
  @Test func `a monthly plan says what is left of it, and when there is more`() async throws {
    try await withTestHome(.anthropic, ["plan": "base"]) { home, _ in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
      }
      let status = try await home.status()
      #expect(status.plan.allowance == 120 && status.plan.period == "month" && status.plan.left == 119)
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      #expect(status.plan.renewsAt == calendar.dateInterval(of: .month, for: Date())?.end)
      #expect(try await home.ctl("status").output.contains("Plan: base, 119 of 120 scans left this month"))
    }
  }
}
