import Albums
import Foundation
import Pages
import Records
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// When `done/phone.html` is written, and what it says of what is going on.
@Suite struct PhonePageUpdaterTests {
  private let fixture: PipelineFixture
  private let updater: PhonePageUpdater
  private let albums = Count(100)

  /// A number that a test changes.
  private final class Count: Sendable {
    let value: Atomic<Int>

    init(_ value: Int) { self.value = Atomic(value) }
  }

  init() throws {
    fixture = try PipelineFixture()
    updater = PhonePageUpdater(
      ledger: fixture.ledger, root: fixture.root, renderer: HTMLRenderer(), gallery: fixture.gallery, notes: nil,
      albums: { [albums] in albums.value.load(ordering: .relaxed) }, time: fixture.time.source)
  }

  private var page: String {
    get throws { String(decoding: try fixture.folder.read("done/phone.html"), as: UTF8.self) }
  }

  private var isThere: Bool {
    FileManager.default.fileExists(atPath: fixture.root.appending("done/phone.html").string)
  }

  @Test func `during scans it is written every ten seconds, and at once when they are over`() async throws {
    let id = try await fixture.drop()
    _ = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    #expect(try await updater.refresh())
    #expect(try page.contains("Extracting text and examining album art..."))
    fixture.time.clock.advance(by: .seconds(9))
    #expect(try await !updater.refresh())
    fixture.time.clock.advance(by: .seconds(1))
    #expect(try await updater.refresh())
    #expect(try page.contains("Flipping through every record bin in existence..."))
    // A step that begins doesn't take it back.
    try await fixture.ledger.begin(.recognition, of: id, now: fixture.time.now)
    fixture.time.clock.advance(by: .seconds(12))
    #expect(try await updater.refresh())
    #expect(try page.contains("Flipping through every record bin in existence..."))

    fixture.time.clock.advance(by: .seconds(1))
    try await fixture.ledger.fail(
      id, reason: "Glare", hint: "Tilt the sleeve", folder: nil, photoNow: nil, fault: nil, now: fixture.time.now)
    #expect(try await updater.refresh())
    #expect(try page.contains("Glare") && page.contains("Tilt the sleeve") && page.contains("IMG_1.jpg"))
    #expect(try await !updater.refresh())
  }

  @Test func `those who have results are told of it once`() async throws {
    fixture.tellAll()
    let id = try await fixture.drop()
    try await fixture.finish(id)
    #expect(try await updater.refresh())
    let told = try await fixture.ledger.conditions(now: fixture.time.now).filter { $0.health == .phonePage }
    #expect(told.count == 1 && told.first?.isOnlyToKnow == true)
    #expect(try page.contains("Paper Lanterns"))
    try await fixture.ledger.clearEverywhere(.phonePage)
    albums.value.store(50, ordering: .relaxed)
    try await updater.refresh()
    #expect(try await fixture.ledger.conditions(now: fixture.time.now).allSatisfy { $0.health != .phonePage })
  }

  @Test func `what couldn't be written is written as soon as it can be`() async throws {
    fixture.tellAll()
    let page = fixture.root.appending("done/phone.html").string
    try FileManager.default.createDirectory(atPath: page, withIntermediateDirectories: true)
    try await fixture.finish(try await fixture.drop())
    await #expect(throws: (any Error).self) { try await updater.refresh() }
    try FileManager.default.removeItem(atPath: page)
    #expect(try await updater.refresh())
    #expect(try self.page.contains("Paper Lanterns"))
    #expect(try await !updater.refresh())
  }

  @Test func `with no albums to show it is removed, unless it is somebody else's`() async throws {
    try await updater.refresh()
    #expect(isThere)
    albums.value.store(0, ordering: .relaxed)
    #expect(try await updater.refresh())
    #expect(!isThere)
    try fixture.folder.write("mine".utf8, to: "done/phone.html")
    try await fixture.drop()
    #expect(try await !updater.refresh())
    #expect(try page == "mine")
  }

  @Test func `what waits says why and since when, and what waits for the same is one card`() async throws {
    let now = fixture.time.now
    for number in 1...3 { try await fixture.drop("\(number).jpg", SamplePhoto.copy(number)) }
    for _ in 1...2 {
      let scan = try #require(try await fixture.ledger.claim(now: now))
      let fault = Fault.retry(.unreachable, "MusicBrainz can't be reached", service: .musicbrainz)
      try await fixture.ledger.pauseService(.musicbrainz, until: now + 600, for: fault, now: now)
      try await fixture.ledger.hold(scan.id, until: now + 600, fault: fault, now: now)
    }
    let seen = try await Activity(of: fixture.ledger, below: fixture.root, at: now)
    let waiting = seen.entries.compactMap { entry -> (String?, Int)? in
      if case .waiting(let reason, let others) = entry.state { (reason, others) } else { nil }
    }
    #expect(waiting.count == 2)
    #expect(waiting.contains { $0.1 == 1 && $0.0?.hasPrefix("MusicBrainz can't be reached (since ") == true })
    #expect(waiting.contains { $0.0 == nil && $0.1 == 0 })
    try await fixture.ledger.pause("Lunch", now: now)
    let paused = try await Activity(of: fixture.ledger, below: fixture.root, at: now)
    #expect(paused.entries.count == 1)
    if case .waiting(let reason, let others)? = paused.entries.first?.state {
      #expect(others == 2 && reason?.hasSuffix("Lunch") == true)
    }
  }
}
