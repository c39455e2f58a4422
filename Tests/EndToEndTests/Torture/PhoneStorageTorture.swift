import Albums
import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// All that comes of photos goes to a phone whose storage refuses names that Linux takes: titles, photos and cases of all kinds.
@Suite struct PhoneStorageTorture {
  private static let titles = [
    "Who's Next?", "What-Ever: \"Never\"*", "AC|DC", "<Untitled>", "Ends with dots...", "CON", "Back\\Slash",
    "Café / Night",
  ]

  private static let albums = zip(DrawnCollection.albums, titles).map { drawn, title in
    var album = drawn
    album.print = .words("\(drawn.artistName) \(drawn.albumTitle)")
    album.albumTitle = title
    album.sibling = .none
    album.review = .clean
    album.artwork = .onRelease
    album.isInCatalog = true
    return album
  }

  /// The last three differ in case and composition alone, and show the same album.
  private static let photos = [
    "12:30 IMG?.jpg", "CON.jpg", "a*b|c.jpg", "\"quoted\" <x>.jpg", "dots. . .jpg", "nul. .jpg", "Back\\Slash.jpg",
    "Café.jpg", "CAFE\u{301}.jpg", "cafe\u{301}.JPG",
  ]

  @Test(
    .enabled(
      if: SyncthingNode.isToBeHad && NameRestrictedDisk.isToBeHad,
      "needs syncthing, root, and a machine that lets it mount file systems in user space"),
    arguments: NameRestrictedDisk.Kind.allCases)
  func `everything comes to a storage that refuses names`(kind: NameRestrictedDisk.Kind) async throws {
    var options = Simulator.Options.quick
    options.albums = Self.albums
    try await withTestHome(.anthropic, ["photos.afterwards": "move"], options: options) { home, simulator in
      for (number, name) in Self.photos.enumerated() {
        let photo = try Photos.front(Self.albums[min(number, Self.albums.count - 1)])
        try home.copy(Photos.copy(number, of: photo), as: name)
      }
      try home.copy(try Photos.photo(.wall), as: "what: no sleeve?.jpg")
      try await home.once(endingWith: 2)
      #expect(try home.bundles().count == Self.photos.count)
      #expect(Set(try home.bundles().map(\.document.album.albumTitle)) == Set(Self.titles))
      #expect(home.originals().count == Self.photos.count + 1)
      #expect(home.folder.names(in: "AlbumScan/failed").count == 1)
      #expect(simulator.violations.map(\.description) == [])

      let here = home.files(below: home.root)
      let storage = try home.folder.makeFolder("phone")
      let disk = try await NameRestrictedDisk(kind, at: storage)
      do {
        #expect(mkdir(storage.appending("Who's Next?").string, 0o700) != 0, "it takes everything")
        try await home.withSyncthing(sharing: home.root) { phone, desktop in
          try await until("all to come to the phone") {
            let isThere = try await phone.isInSync(files: here.count)
            return try await desktop.isInSync(files: here.count) && isThere
          }
        }
        for file in here {
          var there = file
          try #require(there.starts(with: home.root))
          _ = there.removePrefix(home.root)
          #expect(home.contents(of: storage.appending(there.string)) == home.contents(of: file), "\(there)")
        }
        #expect(home.folder.names(in: "phone/done") == home.folder.names(in: "AlbumScan/done"))
      } catch {
        try await disk.unmount()
        throw error
      }
      try await disk.unmount()
    }
  }
}
