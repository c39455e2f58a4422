import Albums
import DrawnCovers
import Foundation
import Glibc
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// Several at once, and at the wrong moment.
extension PhotosTogetherTests {
  @Test func `a back with a known barcode waits while nobody has looked at the photo beside it`() async throws {
    let back = try await fixture.drop("IMG_1.jpg", taken(20, try soldBack()))
    let front = try await fixture.drop("IMG_2.jpg", taken(0, SamplePhoto.lanterns))
    #expect(try await fixture.runNext(on: fixture.context())?.heldBy == "together")
    #expect(try await fixture.runNext(on: reading(Self.front))?.id == front)
    #expect(try await fixture.runNext(on: fixture.context())?.joined == front)
    #expect(try await fixture.ledger.photos(joining: front).map(\.id) == [back])
  }

  @Test func `a photo is put away before it joins a scan that needs a decision: nobody would do it after a crash`()
    async throws
  {
    var unsure = self
    unsure.fixture.settings.identification.require = .verified
    try unsure.catalogHas(artwork: nil)
    let fixture = unsure.fixture
    let front = try await fixture.drop("IMG_1.jpg", taken(0, SamplePhoto.lanterns))
    #expect(try await fixture.runNext(on: unsure.reading(Self.front))?.state == .unsure)
    let back = try await fixture.drop("IMG_2.jpg", taken(20, SamplePhoto.front(3)))
    // Nothing can be put away, as if it had ended there.
    func rename(_ old: String, _ new: String) {
      for name in ["done", "unsure", "failed", "originals"] {
        Glibc.rename(fixture.root.appending(old + name).string, fixture.root.appending(new + name).string)
      }
    }
    rename("", "aside-")
    _ = try? await fixture.runNext(on: unsure.reading(Self.list))
    #expect(try await fixture.ledger.scan(back)?.joined == nil)
    rename("aside-", "")
    fixture.time.advance(to: fixture.time.now + 3600)
    let joined = try #require(try await fixture.runNext(on: unsure.reading(Self.list)))
    #expect(joined.id == back && joined.joined == front && joined.photoNow == "originals/2026-11/IMG_2.jpg")
    #expect(fixture.folder.names(in: "inbox") == [])
  }
}
