import Albums
import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// The plans of the phone app: so many scans, counted for good.
@Suite struct PlanTests {
  /// Each is identified by its reading.
  private static let albums = [
    DrawnCollection.paperLanterns, DrawnCollection.nightShift, DrawnCollection.cartas, DrawnCollection.undertow,
    DrawnCollection.priceless, DrawnCollection.glassYear, DrawnCollection.needle,
  ]

  private static func isSettled(_ status: StatusDocument, done: Int) -> Bool {
    status.count("done") == done && status.count("running") == 0
      && status.waiting.allSatisfy { $0.heldBy != nil } && status.counts.values.reduce(0, +) == albums.count
  }

  @Test func `the free plan has five scans, over a restart and a deletion, and another plan has more`() async throws {
    try await withTestHome(.anthropic, ["plan": "free"]) { home, simulator in
      try await home.withDaemon { _ in
        for (number, album) in Self.albums.enumerated() { try home.copy(try Photos.front(album), as: "\(number).jpg") }
        try await until("five to be done") { Self.isSettled(try await home.status(), done: 5) }
        try await expectTwoWaiting(at: home)
        let reviews = try home.bundles().map(\.document.review.status)
        #expect(reviews == Array(repeating: .written, count: 5))
        #expect(home.log.components(separatedBy: "event=planUsedUp").count == 2)

        // A photo that is known already needs none of them.
        let known = try #require(try await home.history("--state", "done").first)
        let photo = try Photos.front(Self.albums[try #require(Int(known.photo.prefix(1)))])
        try home.copy(photo, as: "again.jpg")
        try await home.scan(ofPhoto: "again.jpg", in: "done")
        #expect(try await home.ctl("delete", "\(known.id)").code == 0)
      }
      let before = simulator.paidCalls.count
      #expect(before == 10)

      try await home.withDaemon { daemon in
        try await until("all to be looked at again") {
          let status = try await home.status()
          return status.count("running") == 0 && status.waiting.count == 2
            && status.waiting.allSatisfy { $0.heldBy == "plan" }
        }
        try await expectTwoWaiting(at: home)
        #expect(try await home.ctl("resume").code == 0)
        #expect(simulator.paidCalls.count == before)

        try home.configure(["plan": "own"])
        try await daemon.reload()
        try await until("the two to go on") {
          let status = try await home.status()
          return status.count("waiting") + status.count("running") == 0
        }
        #expect(try await home.history("--state", "failed").isEmpty)
        #expect(simulator.paidCalls.count == before + 4)
        let status = try await home.status()
        #expect(status.plan.name == "own" && status.plan.allowance == nil && status.plan.left == nil)
        #expect(status.plan.used == 7)
        try await until("status to be content") { try await home.ctl("status").code == 0 }
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  private func expectTwoWaiting(at home: TestHome) async throws {
    let status = try await home.status()
    #expect(status.waiting.count == 2)
    for scan in status.waiting {
      #expect(scan.heldBy == "plan")
      #expect(scan.until == nil)
      #expect(scan.reason?.contains("All 5 scans of the plan free are used") == true)
      #expect(scan.reason?.contains("systemctl --user reload albumscand") == true)
    }
    #expect(status.count("failed") == 0)
    let plan = status.plan
    #expect(plan.name == "free" && plan.allowance == 5 && plan.period == "ever" && plan.used == 5 && plan.left == 0)
    #expect(plan.renewsAt == nil)
    #expect(status.health.contains { $0.code == "plan" })
    let said = try await home.ctl("status")
    #expect(said.output.contains("Plan: free, 0 of 5 scans left in all"))
    #expect(said.code == (status.running ? 5 : 3))
    // No attempt was burnt, nothing was noted as gone wrong.
    for scan in status.waiting {
      let faults = try await home.ctl("show", "\(scan.id)", "--json").document()["faults"] as? [Any]
      #expect(faults?.isEmpty == true)
    }
  }

  @Test(arguments: ["base", "ultra"])
  func `a monthly plan says what is left of it, and when there is more`(plan: String) async throws {
    try await withTestHome(.anthropic, ["plan": plan]) { home, _ in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
      }
      let status = try await home.status()
      #expect(status.plan.allowance == 120 && status.plan.period == "month" && status.plan.left == 119)
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      #expect(status.plan.renewsAt == calendar.dateInterval(of: .month, for: Date())?.end)
      #expect(try await home.ctl("status").output.contains("Plan: \(plan), 119 of 120 scans left this month"))
    }
  }
}
