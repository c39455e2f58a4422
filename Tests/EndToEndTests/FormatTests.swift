import Albums
import DrawnCovers
import Foundation
import PhotoFormats
import Simulator
import SystemPackage
import Testing

/// Photos as phones and other people send them.
@Suite struct FormatTests {
  private static let albums = [
    ("heic", DrawnCollection.undertow), ("png", DrawnCollection.nightShift), ("webp", DrawnCollection.wharf),
    ("avif", DrawnCollection.paperLanterns),
  ]

  private static func photo(_ name: String, of album: DrawnAlbum) throws -> Data {
    var photo = DrawnPhoto(album).megapixels(1)
    photo.exif = nil
    let pixels = photo.pixels()
    switch name {
    case "heic": return Data(try GridWriter().heic(of: pixels))
    case "avif": return Data(try HEIFWriter(.av1).heif(of: pixels))
    case "webp": return Data(try WebPWriter().webp(of: pixels))
    default: return Data(PNGWriter(.rgba, depth: 16).png(of: pixels))
    }
  }

  @Test func `a photo of any format that arrives slowly is read when it is whole, and its bytes are kept`() async throws
  {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        // Half of each is there, and its writer has it open: so it is waited for, however long the machine takes.
        let photos = try Self.albums.map { name, album in
          let photo = try Self.photo(name, of: album)
          let file = try FileDescriptor.open(
            home.inbox.appending("slow.\(name)"), .writeOnly, options: .create, permissions: .ownerReadWrite)
          _ = try file.writeAll(photo.prefix(photo.count / 2))
          return (name: "slow.\(name)", album: album, photo: photo, file: file)
        }
        // As long as a whole photo takes, and none of the halves has been touched.
        try home.copy(try Photos.front(DrawnCollection.firstHalden), as: "quick.jpg")
        try await home.bundle(ofPhoto: "quick.jpg")
        #expect(try await home.history().map(\.photo) == ["quick.jpg"])
        for (_, _, photo, file) in photos {
          try file.closeAfter { _ = try file.writeAll(photo.dropFirst(photo.count / 2)) }
        }
        for (name, album, photo, _) in photos {
          let bundle = try await home.bundle(ofPhoto: name)
          #expect(bundle.document.album.albumTitle == album.albumTitle, "\(name)")
          #expect(home.originals()[name] == photo, "\(name)")
        }
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }
}
