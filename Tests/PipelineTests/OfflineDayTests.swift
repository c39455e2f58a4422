import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// Hours, and a day, in which somebody outside doesn't work, in simulated time: nothing is lost, nothing counts against a
/// photo, nobody is hammered however many photos wait, and all is made up for afterwards without a person.
@Suite struct OfflineDayTests {
  private let fixture: PipelineFixture
  private static let photos = 4

  init() throws { fixture = try PipelineFixture() }

  struct Trouble: Sendable, CustomTestStringConvertible {
    let fault: Fault
    /// The most times that the service is asked in the first hour, and in each hour after it.
    let firstHour: Int
    let perHour: Int
    var testDescription: String { fault.reason }
  }

  /// A rest is shortened by up to a quarter. Offline it comes to a minute after five tries: 5 + 3600 / 45 = 85 an hour.
  /// A service that fails gets five tries, then rests that double from 2 s to a quarter of an hour: 5 + 10 + 3600 / 675
  /// in the first hour, and 3600 / 675 an hour from then on. Where a person is needed it is four an hour.
  static let troubles = [
    Trouble(
      fault: .retry(.unknown, "no route to host", service: .anthropic, isCounted: false), firstHour: 85, perHour: 80),
    Trouble(fault: .retry(.unknown, "Anthropic answered 529", service: .anthropic), firstHour: 20, perHour: 6),
    Trouble(
      fault: .retry(.unknown, "Anthropic answered 429", service: .anthropic, after: 0), firstHour: 20, perHour: 6),
    Trouble(
      fault: .retry(.unknown, "Anthropic answered 429", service: .anthropic, after: 600), firstHour: 6, perHour: 6),
    Trouble(
      fault: .needsPerson(.unknown, "Anthropic rejects the API key", service: .anthropic, cure: .advice("set the key")),
      firstHour: 5,
      perHour: 4),
  ]

  @Test(arguments: troubles)
  func `a model that is away for a day`(trouble: Trouble) async throws {
    fixture.catalog.searches.always(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.always(.success(CannedAnswers.album()))
    fixture.covers.fronts.always(.success(nil))
    let tries = try await spend(24, hoursOf: trouble) { fault in
      if let fault {
        fixture.model.always(.reading, Act.fails(fault))
      } else {
        fixture.model.always(.reading, Act.says(CannedAnswers.identified()))
        fixture.model.always(.review, Act.says(CannedAnswers.review, dollars: 0.02))
      }
    } count: {
      fixture.model.asked(.reading).count
    }
    #expect(fixture.model.asked(.reading).count == tries + Self.photos)
  }

  @Test(arguments: [
    Trouble(
      fault: .retry(.unknown, "no route to host", service: .musicbrainz, isCounted: false), firstHour: 85, perHour: 80),
    Trouble(fault: .retry(.unknown, "MusicBrainz answered 503", service: .musicbrainz), firstHour: 20, perHour: 6),
  ])
  func `a catalog that is away for six hours`(trouble: Trouble) async throws {
    fixture.covers.fronts.always(.success(nil))
    fixture.model.always(.reading, Act.says(CannedAnswers.identified()))
    fixture.model.always(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    _ = try await spend(6, hoursOf: trouble, ending: .done) { fault in
      fixture.catalog.searches.always(fault.map { .failure($0) } ?? .success([CannedAnswers.album()]))
      fixture.catalog.lookups.always(.success(CannedAnswers.album()))
    } count: {
      fixture.catalog.searches.asked.count
    }
    // What was read and paid before is not paid again, and the catalog has completed all.
    #expect(fixture.model.asked(.reading).count == Self.photos)
    for bundle in fixture.bundles() {
      let file = try fixture.folder.read("done/\(bundle)/album.json")
      let found = try JSONDecoder().decode(AlbumDocument.self, from: Data(file)).identification
      #expect(found.catalogue == nil && found.confidence == .corroborated)
    }
  }

  /// - Parameters:
  ///   - set: makes the outside fail so, or work.
  ///   - count: how often it was asked so far.
  /// - Returns: how often it was asked in vain.
  private func spend(
    _ hours: Int, hoursOf trouble: Trouble, ending state: ScanState = .waiting, set: (Fault?) -> Void,
    count: () -> Int
  ) async throws -> Int {
    let context = fixture.context()
    set(trouble.fault)
    var ids: [ScanID] = []
    for number in 0..<Self.photos {
      ids.append(
        try await fixture.drop("\(number).jpg", SamplePhoto.jpeg(of: DrawnCollection.albums[number], size: 128)))
    }
    for hour in 0..<hours {
      let before = count()
      try await work(until: HandSetTime.start.addingTimeInterval(Double(hour + 1) * 3600), on: context)
      #expect(count() - before <= (hour == 0 ? trouble.firstHour : trouble.perHour), "in hour \(hour)")
      #expect(hour == 0 || count() > before, "nobody asks any more in hour \(hour)")
    }
    for id in ids {
      let scan = try #require(try await fixture.ledger.scan(id))
      #expect(scan.state == state)
      // A failure that counts is one a scan that met it; who only waits loses nothing.
      if state == .waiting, !trouble.fault.isCounted { #expect(scan.attempts == 0) }
    }
    let tries = count()
    set(nil)
    // Nobody says that it works again.
    try await work(until: fixture.time.now.addingTimeInterval(3600), on: context)
    for id in ids { #expect(try await fixture.ledger.scan(id)?.state == .done) }
    #expect(try await fixture.ledger.conditions() == [])
    return tries
  }

  /// As the worker does, with one pair of hands.
  private func work(until end: Date, on context: ScanContext) async throws {
    while fixture.time.now < end {
      if try await fixture.runNext(on: context) != nil { continue }
      try await fixture.runFollowUps(on: context)
      fixture.time.advance(to: min(try await fixture.ledger.nextDue() ?? end, end))
    }
  }
}
