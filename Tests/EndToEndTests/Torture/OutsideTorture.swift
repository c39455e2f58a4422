import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Everything that can go wrong outside, at each service: nothing is lost, nothing paid twice, nobody hammered, and what
/// needs a person says what to do.
@Suite struct OutsideTorture {
  @Test(arguments: OutsideCase.chosen)
  func `whatever a service does, the photo comes through once it works again`(fault: OutsideCase) async throws {
    try await withTestHome(fault.service.isModel ? fault.service : .anthropic) { home, simulator in
      await simulator.fail(fault.service, with: fault.fault)
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await expect(fault, home)
        try expectLittleMemory(daemon)
        try await simulator.heal(fault.service)
        _ = try await home.ctl(["resume"])
        switch fault.outcome {
        case .fails: #expect(try await home.ctl("retry", "--failed").code == 0)
        case .mayBeBilled: #expect(try await home.ctl("retry", "1").code == 0)
        case .lacksCatalogue:
          // One that can't make sense of a question has answered; of others it comes by itself.
          if fault.isRefused {
            #expect(try await home.ctl("redo", "1", "--from", "catalogue").code == 0)
          }
          try await until("the catalogue to be asked again") {
            try await home.history().contains { $0.state == "done" && $0.confidence != "claimed" }
          }
        default: break
        }
        if fault.outcome == .lacksArtwork {
          try await home.scan(ofPhoto: "a.jpg", in: "done")
          _ = try await home.ctl("retry", "1")
          if !fault.saysNone {
            try await until("the artwork to come") { try await home.history().first?.artwork == "present" }
          }
        }
        let bundle = try await home.bundle(ofPhoto: "a.jpg")
        try bundle.expectWhole()
        #expect(bundle.document.artwork.status == (fault.saysNone ? .none : .present))
        try await home.scan(ofPhoto: "a.jpg", in: "done")
        #expect(bundle.document.review.status == .written)
      }
      try expectOrder(fault, home, simulator)
      Torture.report("outside 1 case: \(fault.testDescription), \(simulator.requests.count) requests, lost 0")
    }
  }

  /// What there is to see while the fault lasts.
  private func expect(_ fault: OutsideCase, _ home: TestHome) async throws {
    switch fault.outcome {
    case .none: try await home.scan(ofPhoto: "a.jpg", in: "done")
    case .waits:
      let held = try await home.held("a.jpg", by: fault.name)
      #expect(held.reason?.contains(fault.spokenName) == true, "\(held)")
      #expect(try await home.ctl("status").code == 0)
    case .needsPerson:
      let held = try await home.held("a.jpg", by: fault.name)
      #expect(held.reason?.contains(fault.spokenName) == true, "\(held)")
      let status = try await home.status()
      let item = try #require(status.health.first { $0.code == fault.name }, "\(status.health)")
      #expect(item.cure?.isEmpty == false)
      #expect(try await home.ctl("status").code == 5)
    case .mayBeBilled:
      // A provider that says nothing is given a minute, each time.
      try await home.held("a.jpg", by: "unanswered", within: .seconds(400))
      let item = try #require(try await home.status().health.first { $0.code == "unanswered" })
      #expect(item.cure?.contains("albumscanctl retry") == true)
      #expect(try await home.ctl("status").code == 5)
    case .lacksCatalogue:
      try await home.bundle(ofPhoto: "a.jpg", withArtwork: false)
      let done = try await home.scan(ofPhoto: "a.jpg", in: "done")
      #expect(done.confidence == "claimed" && done.review == "written")
    case .fails:
      let failed = try await home.scan(ofPhoto: "a.jpg", in: "failed")
      #expect(failed.reason?.contains(fault.spokenName) == true, "\(failed)")
      #expect(failed.hint?.contains("albumscanctl retry") == true, "\(failed)")
    case .lacksArtwork:
      try await home.bundle(ofPhoto: "a.jpg", withArtwork: false)
      let done = try await home.scan(ofPhoto: "a.jpg", in: "done")
      // What is refused is pending until it is asked for once more.
      #expect(done.artwork == (fault.saysNone ? "none" : "pending") || fault.isRefused && done.artwork == "none")
      #expect(done.review == "written")
    }
  }

  /// Nothing was paid twice, asked too often, or told to a log.
  private func expectOrder(_ fault: OutsideCase, _ home: TestHome, _ simulator: Simulator) throws {
    let answered = simulator.paidCalls.filter { $0.fault == nil || fault.outcome == .none }
    #expect(answered.map(\.question) == ["reading", "review"])
    let spoilt = simulator.requests(to: fault.service).filter { $0.fault != nil }
    switch fault.outcome {
    case .none: break
    case .mayBeBilled: #expect(spoilt.count == 3)
    case .fails where fault.service.isModel: #expect(spoilt.count == 1)
    case .needsPerson: #expect(spoilt.count <= 4, "\(spoilt.map(\.path))")
    default: #expect(spoilt.count <= 12, "\(spoilt.map(\.path))")
    }
    #expect(simulator.violations.map(\.description) == [])
    #expect(!home.log.contains(TestHome.key))
    #expect(home.leftovers() == [])
    #expect(home.originals().keys.sorted() == ["a.jpg"])
  }

  /// An answer of any size fits into little memory.
  private func expectLittleMemory(_ daemon: Daemon) throws {
    let status = try String(contentsOfFile: "/proc/\(daemon.pid)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    let kilobytes = try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    #expect(kilobytes < 160 << 10, "\(line)")
  }
}
