import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// A find that is shown for a while, and a person who objects.
@Suite struct ConfirmationTests {
  private var shop: Workshop

  init() throws {
    shop = try Workshop()
    shop.settings.hold = .seconds(30)
    shop.model.always(.reading, Act.says(Told.identified()))
    shop.model.always(.review, Act.says(Told.review))
    shop.catalogue.searches.always(.success([Told.album()]))
    shop.catalogue.lookups.always(.success(Told.album()))
    shop.covers.fronts.always(.success(nil))
  }

  private func worker(width: Int = 2, once: Bool = true) -> Worker {
    let line = shop.line()
    return Worker(
      ledger: shop.ledger, line: { line }, gallery: shop.gallery, disks: shop.disks, bell: shop.bell,
      options: Worker.Options(width: width, once: once), turned: { _ in })
  }

  private func drop(_ count: Int) async throws -> [ScanID] {
    var ids: [ScanID] = []
    for number in 1...count { ids.append(try await shop.drop("IMG_\(number).jpg", SamplePhoto.copy(number))) }
    return ids
  }

  @Test func `scans that only show their find leave their places to others`() async throws {
    let ids = try await drop(7)
    try await within(.seconds(120)) { [shop, worker = worker(width: 2)] in
      async let run: Void = worker.run()
      // All of them are shown at the same time, though only two may be worked on.
      await shop.announcer.untilAnnounced(7)
      await shop.time.clock.untilSleeping(7, for: .seconds(30))
      #expect(shop.model.asked(.review).isEmpty)
      shop.time.clock.advance(by: .seconds(30))
      try await run
    }
    for id in ids { #expect(try await shop.ledger.scan(id)?.state == .done) }
    #expect(shop.announcer.announced.count == 7)
    #expect(shop.announcer.withdrawn == [])
  }

  @Test func `a find is announced by its names, and by the photo that it is in`() async throws {
    let scan = try await drop(1)[0]
    try await within { [shop, worker = worker()] in
      async let run: Void = worker.run()
      await shop.announcer.untilAnnounced(1)
      await shop.time.clock.untilSleeping(for: .seconds(30))
      shop.time.clock.advance(by: .seconds(30))
      try await run
    }
    #expect(
      shop.announcer.announced
        == [.found(scan: scan, albumTitle: Told.title, artistName: Told.artist, photo: "IMG_1.jpg")])
  }

  @Test func `a scan that needs a person is announced`() async throws {
    var shop = shop
    shop.settings.require = .verified
    let scan = try await shop.scan()
    #expect(scan.state == .unsure)
    #expect(
      shop.announcer.announced
        == [.unsure(scan: scan.id, photo: "IMG_1.jpg", reason: try #require(scan.reason))])
  }

  @Test func `rejecting a find while it is shown ends its scan at once, and nothing is paid for its review`()
    async throws
  {
    let id = try await drop(1)[0]
    try await within { [shop, worker = worker()] in
      async let run: Void = worker.run()
      await shop.announcer.untilAnnounced()
      #expect(try await shop.ledger.reject(id, now: shop.time.now) == .carriedOut)
      shop.bell.ring()
      // The time stands still: nobody waits for the end of the hold.
      try await run
    }
    #expect(try await shop.ledger.scan(id)?.state == .rejected)
    #expect(shop.model.asked(.review).isEmpty)
    #expect(shop.bundles() == [])
    #expect(shop.announcer.withdrawn.contains(id))
  }

  @Test func `rejecting a scan gives up the review that is being written, and its reservation stays`() async throws {
    var shop = shop
    shop.settings.hold = .zero
    let wasAsked = Latch()
    shop.model.always(.review, Act.hangs(wasAsked))
    let id = try await shop.drop()
    let line = shop.line()
    let worker = Worker(
      ledger: shop.ledger, line: { line }, gallery: shop.gallery, disks: shop.disks, bell: shop.bell,
      options: Worker.Options(once: true), turned: { _ in })
    try await within { [shop] in
      async let run: Void = worker.run()
      await wasAsked.wait()
      #expect(try await shop.ledger.reject(id, now: shop.time.now) == .carriedOut)
      shop.bell.ring()
      try await run
    }
    let scan = try #require(try await shop.ledger.scan(id))
    #expect(scan.state == .rejected)
    #expect(shop.bundles() == [])
    // A cent for the reading, and five that the review was reserved at.
    #expect(try await shop.ledger.spent(since: .distantPast) == Money(dollars: 0.06))
  }

  @Test func `a scan that is rejected and tried again at once is walked by one alone`() async throws {
    // What was rejected isn't shown for that photo again: the second look says another album.
    shop.model.answers(.reading, Act.says(Told.identified("Nobody At All", "Nothing Much")))
    let id = try await drop(1)[0]
    try await within { [shop, worker = worker()] in
      async let run: Void = worker.run()
      await shop.announcer.untilAnnounced()
      #expect(try await shop.ledger.reject(id, now: shop.time.now) == .carriedOut)
      #expect(try await shop.ledger.retry(id) == .carriedOut)
      shop.bell.ring()
      // The second walk shows its find for a whole hold of its own.
      await shop.announcer.untilAnnounced(2)
      await shop.time.clock.untilSleeping(for: .seconds(30))
      shop.time.clock.advance(by: .seconds(30))
      try await run
    }
    #expect(try await shop.ledger.scan(id)?.state == .done)
    #expect(shop.model.asked(.review).count == 1)
    #expect(shop.bundles().count == 1)
  }

  @Test func `rejecting a done scan gives up the review that is still being written for it`() async throws {
    var shop = shop
    shop.settings.hold = .zero
    shop.model.answers(.review, Act.fails(.permanent("declined")))
    let scan = try await shop.scan()
    #expect(scan.reviewStatus == .unavailable)
    let wasAsked = Latch()
    shop.model.always(.review, Act.hangs(wasAsked))
    #expect(try await shop.ledger.retry(scan.id) == .carriedOut)
    let line = shop.line()
    let worker = Worker(
      ledger: shop.ledger, line: { line }, gallery: shop.gallery, disks: shop.disks, bell: shop.bell,
      options: Worker.Options(once: true), turned: { _ in })
    try await within { [shop] in
      async let run: Void = worker.run()
      await wasAsked.wait()
      #expect(try await shop.ledger.reject(scan.id, now: shop.time.now) == .carriedOut)
      shop.bell.ring()
      try await run
    }
    #expect(try await shop.ledger.scan(scan.id)?.reviewStatus == .unavailable)
  }

  @Test func `a folder that was made while its scan was rejected is taken back`() async throws {
    try await shop.drop()
    let scan = try #require(try await shop.ledger.claim(now: shop.time.now))
    let notes = Notebook(scan: scan, ledger: shop.ledger, time: shop.time.source, isStopping: { false })
    var taken: [String] = []
    await #expect(throws: Superseded.self) {
      let make = {
        _ = try await shop.ledger.reject(scan.id, now: shop.time.now)
        return "done/folder"
      }
      _ = try await notes.once(.bundle, orTakeBack: { taken.append($0) }, make)
    }
    #expect(taken == ["done/folder"])
  }

  // MARK: Words

  @Test func `what is announced is plain, on one line, and bounded`() {
    let hostile = "A\u{202E}B\nC\u{07}<b>D</b>" + String(repeating: "x", count: 100_000)
    for announcement in [
      Announcement.found(scan: ScanID(1), albumTitle: hostile, artistName: hostile, photo: hostile),
      .unsure(scan: ScanID(1), photo: hostile, reason: hostile),
    ] {
      for text in [announcement.headline, announcement.detail] {
        #expect(text.count < 400)
        #expect(
          !text.unicodeScalars.contains {
            $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
          })
        #expect(text.contains("AB C<b>D</b>xx"))
      }
    }
  }
}
