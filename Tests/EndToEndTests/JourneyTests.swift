import Albums
import DrawnCovers
import Foundation
import Simulator
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// A photo's whole way through the real programs, with each provider.
@Suite struct JourneyTests {
  @Test(arguments: [ServiceID.anthropic, .openai, .compatible])
  func `photos that are copied, moved in and written slowly all become bundles`(provider: ServiceID) async throws {
    let (copied, moved, slow) = (DrawnCollection.paperLanterns, DrawnCollection.undertow, DrawnCollection.nightShift)
    try await withTestHome(provider) { home, simulator in
      let photos = [
        "IMG_0001.jpg": try Photos.front(copied), "IMG_0002.jpg": try Photos.front(moved),
        "IMG_0003.JPG": try Photos.front(slow),
      ]
      try await home.withDaemon { daemon in
        try home.copy(photos["IMG_0001.jpg"]!, as: "IMG_0001.jpg")
        try home.move(photos["IMG_0002.jpg"]!, as: "IMG_0002.jpg", into: "AlbumScan/inbox/phone/2026")
        try await home.writeSlowly(photos["IMG_0003.JPG"]!, as: "IMG_0003.JPG", into: "AlbumScan/inbox/phone")
        for (name, album) in [("IMG_0001.jpg", copied), ("IMG_0002.jpg", moved), ("IMG_0003.JPG", slow)] {
          let bundle = try await home.bundle(ofPhoto: name)
          try bundle.expectWhole()
          try bundle.expectArtwork(of: album)
          expect(bundle.document, shows: album)
          #expect(try bundle.page().contains(album.artistName))
          #expect(try await bundle.document.photo.sha256 == digest(of: try #require(photos[name])))
        }
        let entries = try await awaited("all scans to be done") {
          let entries = try await home.history()
          return entries.count == 3 && entries.allSatisfy { $0.state == "done" } ? entries : nil
        }
        #expect(Set(entries.map(\.photo)) == Set(photos.keys))
        try await until("the gallery to list them") {
          let gallery = home.gallery()
          return [copied, moved, slow].allSatisfy { gallery.contains($0.albumTitle) }
        }
        #expect(daemon.notifications.contains { $0.hasPrefix("STATUS=") })
      }
      #expect(home.originals() == photos)
      #expect(home.files(below: home.inbox).isEmpty)
      #expect(simulator.violations.map(\.description) == [])
      #expect(
        simulator.paidCalls.compactMap(\.question).sorted() == ["reading", "reading", "reading"] + [
          "review", "review", "review",
        ])
      #expect(home.leftovers() == [])
    }
  }

  /// By a program that has nothing to do with ours.
  private func digest(of photo: Data) async throws -> String {
    let ended = try await Subprocess.run(
      .name("sha256sum"), input: .array(Array(photo)), output: .string(limit: 4096), error: .discarded)
    return String(ended.standardOutput.prefix(64))
  }

  private func expect(_ document: AlbumDocument, shows album: DrawnAlbum) {
    #expect(document.album.artistName == album.artistName)
    #expect(document.album.albumTitle == album.albumTitle)
    #expect(document.album.releaseYear == album.releaseYear)
    #expect(document.album.recordLabel == album.recordLabel)
    #expect(document.album.musicbrainz.releaseGroup?.value == album.releaseGroupID)
    #expect(document.identification.confidence == .verified)
    #expect(document.identification.by == .call1)
    #expect(document.review.status == .written)
    #expect(document.review.cached == false)
    #expect(document.photo.now?.hasPrefix("originals/20") == true)
    #expect(document.cost.calls.map(\.step) == [.reading, .review])
  }
}
