import Albums
import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Disks that are full, failing or not to be written to, one place at a time: the line waits and says why, loses
/// nothing, pays for nothing twice, and goes on by itself once the disk is well.
@Suite struct DiskTorture {
  /// Where it goes wrong.
  enum Place: String, CaseIterable, Sendable {
    case done, originals, pictures, ledger

    func path(in home: TestHome) -> FilePath {
      switch self {
      case .done, .originals: home.root.appending(rawValue)
      case .pictures: home.state.appending("pictures")
      case .ledger: home.state
      }
    }

    /// The health item's code.
    var code: String { self == .ledger ? "ledger" : "disk" }
  }

  /// How it goes wrong, and what of that a person is told.
  enum Fault: String, CaseIterable, Sendable {
    case full, quota, failing, readOnly, forbidden

    var errno: Int32 {
      switch self {
      case .full: ENOSPC
      case .quota: EDQUOT
      case .failing: EIO
      case .readOnly: EROFS
      case .forbidden: EACCES
      }
    }

    var words: String {
      switch self {
      case .full: "needs "
      case .quota: "quota"
      case .failing: "fails"
      case .readOnly: "read-only"
      case .forbidden: "permissions"
      }
    }
  }

  struct Case: Sendable, CustomStringConvertible {
    let place: Place
    let fault: Fault

    var description: String { "\(place) \(fault)" }

    /// In the short form each place and each fault has its turn.
    static let all: [Case] = Place.allCases.enumerated().flatMap { row, place in
      Fault.allCases.enumerated().compactMap { column, fault in
        // Who has a file open may write to it, whatever its permissions say by now.
        if place == .ledger, fault == .forbidden { return nil }
        let hasTurn = column % Place.allCases.count == row || (place == .done && fault == .forbidden)
        return Torture.isFull || hasTurn ? Case(place: place, fault: fault) : nil
      }
    }
  }

  @Test(arguments: Case.all)
  func `a place that can't be written to is waited for, and the line goes on by itself`(one: Case) async throws {
    try await withTestHome { home, simulator in
      let photos = [
        "one.jpg": try Photos.front(DrawnCollection.undertow), "two.jpg": try Photos.front(DrawnCollection.nightShift),
      ]
      let breakage = Breakage(of: one.place.path(in: home), in: home)
      try await home.withDaemon(variables: breakage.variables) { daemon in
        try breakage.begin(one.fault.errno)
        for (name, photo) in photos { try home.move(photo, as: name) }
        let status = try await awaited("\(one) to be told") {
          let status = try await home.ctl(["status"], variables: breakage.variables)
          return status.code == 5 ? status : nil
        }
        #expect((status.output + status.errors).contains(one.fault.words), "\(status)")
        try await until("the daemon to have met with it, and tried it some times") {
          home.log.contains(one.fault.words) && daemon.notifications.count > 1
        }
        if status.errors.isEmpty {
          let health = try await home.status(variables: breakage.variables).health
          #expect(health.map(\.code) == [one.place.code])
          #expect(health.first?.cure?.contains("continues by itself") == true)
        }
        // Whatever is tried until then is in vain.
        try await Task.sleep(for: .seconds(3))
        #expect(daemon.isAlive)
        #expect(home.photosSomewhere() == photos)
        #expect(home.log.components(separatedBy: "event=diskFull").count == 2, "told once: \(home.log)")

        // Who can't write to a folder can't remove from it what was half-made when it began.
        let halfMade = home.root.appending("done/.albumscan-0.tmp")
        if one.place != .ledger { try Data([0]).write(to: URL(filePath: halfMade.string)) }
        breakage.end()
        for name in photos.keys { try await home.bundle(ofPhoto: name).expectWhole() }
        try await until("status to be content") { try await home.status().health.isEmpty }
        try await until("both to be done") { try await home.status().count("done") == 2 }
      }
      #expect(home.originals() == photos)
      // What was being written beside the ledger when it began can't be removed then; the next start does it.
      if one.place == .ledger { _ = try await home.run(["--once"]) }
      #expect(home.leftovers() == [])
      try await home.expectSoundLedger()
      #expect(
        simulator.paidCalls.map(\.question).sorted { $0 ?? "" < $1 ?? "" } == [
          "reading", "reading", "review", "review",
        ])
      Torture.report("disk: \(one): waited for, nothing lost")
    }
  }

  @Test func `the covers known here may be lost to a disk: results come, and a person is told once`() async throws {
    try await withTestHome { home, _ in
      let breakage = Breakage(of: home.state.appending("albumscan.covers"), in: home)
      try await home.withDaemon(variables: breakage.variables) { _ in
        try breakage.begin(EIO)
        try home.move(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
        try await home.bundle(ofPhoto: "one.jpg").expectWhole()
        let health = try await awaited("status to tell") { try await home.status().health.first }
        #expect(health.code == "covers")
        breakage.end()
        try home.move(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        try await home.bundle(ofPhoto: "two.jpg").expectWhole()
        try await until("status to be content") { try await home.status().health.isEmpty }
        // The first one's cover was made good.
        try home.move(Photos.copy(1, of: try Photos.front(DrawnCollection.undertow)), as: "again.jpg")
        #expect(try await home.bundle(ofPhoto: "again.jpg").document.identification.by == .coverIndex)
      }
    }
  }

  @Test func `asked to end while nothing can be written down, it ends in time, and goes on later`() async throws {
    try await withTestHome { home, simulator in
      let photo = try Photos.front(DrawnCollection.undertow)
      let breakage = Breakage(of: home.state, in: home)
      try await home.withDaemon(variables: breakage.variables) { daemon in
        try breakage.begin(ENOSPC)
        try home.move(photo, as: "IMG.jpg")
        try await until("the daemon to wait") { home.log.contains("The ledger can't be written") }
        try await until("it to be said") {
          daemon.notifications.contains { $0.hasPrefix("STATUS=Waiting: The disk is full") }
        }
        // At its end `withDaemon` asks it to end, and expects it to be gone within 5 s.
      }
      #expect(simulator.paidCalls.isEmpty)
      breakage.end()
      try await home.withDaemon { _ in try await home.bundle(ofPhoto: "IMG.jpg").expectWhole() }
      #expect(home.originals() == ["IMG.jpg": photo])
    }
  }

  @Test(arguments: ["ledger", "done"])
  func `where it can't even begin, it says why and what to do`(place: String) async throws {
    try await withTestHome { home, _ in
      let path = place == "ledger" ? home.state : home.root.appending("done")
      let breakage = Breakage(of: path, in: home)
      try breakage.begin(EROFS)
      let once = try await home.albumscand("--once", variables: breakage.variables)
      #expect(once.code == 5, "\(once.errors)")
      #expect(once.errors.contains("start albumscand again"), "\(once.errors)")
      #expect(once.errors.contains("\(path.removingLastComponent())"), "\(once.errors)")
      breakage.end()
      try await home.once(endingWith: 0)
    }
  }
}

/// A place of a home that has a program of ours meet with an error, for as long as that is wanted.
private struct Breakage: Sendable {
  let path: FilePath
  let lever: FilePath
  let variables: [String: String]

  init(of path: FilePath, in home: TestHome) {
    self.path = path
    lever = home.home.appending("broken")
    variables = DiskFaults.variables(below: home.home, lever: lever)
  }

  func begin(_ errno: Int32) throws { try Data("\(errno) \(path)\n".utf8).write(to: URL(filePath: lever.string)) }
  func end() { unlink(lever.string) }
}

extension TestHome {
  func status(variables: [String: String]) async throws -> StatusDocument {
    try await ctl(["status", "--json"], variables: variables).decoded()
  }

  /// In the inbox or put away.
  func photosSomewhere() -> [String: Data] {
    let found = files(below: inbox).compactMap { path in
      contents(of: path).map { (path.lastComponent?.string ?? "", $0) }
    }
    return originals().merging(found) { first, _ in first }
  }
}
