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

  @Test func `a photo of any format becomes a bundle, and its bytes are kept`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        for (name, album) in Self.albums {
          let photo = try Self.photo(name, of: album)
          try home.copy(photo, as: "IMG.\(name)")
          let bundle = try await home.bundle(ofPhoto: "IMG.\(name)")
          #expect(bundle.document.album.albumTitle == album.albumTitle, "\(name)")
          #expect(home.originals()["IMG.\(name)"] == photo, "\(name)")
        }
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a photo of any format that arrives slowly is read when it is whole`() async throws {
    try await withTestHome { home, _ in
      try await home.withDaemon { _ in
        var rest: [(String, Data)] = []
        for (name, album) in Self.albums {
          let photo = try Self.photo(name, of: album)
          try photo.prefix(photo.count / 2).write(to: URL(fileURLWithPath: home.inbox.appending("slow.\(name)").string))
          rest.append((name, photo.dropFirst(photo.count / 2)))
        }
        // As long as a whole photo takes, and none of the halves has been touched.
        try home.copy(try Photos.front(DrawnCollection.firstHalden), as: "quick.jpg")
        try await home.bundle(ofPhoto: "quick.jpg")
        #expect(try await home.history().map(\.photo) == ["quick.jpg"])
        for (name, bytes) in rest {
          let file = try FileHandle(forWritingTo: URL(fileURLWithPath: home.inbox.appending("slow.\(name)").string))
          try file.seekToEnd()
          try file.write(contentsOf: bytes)
          try file.close()
        }
        for (name, album) in Self.albums {
          let bundle = try await home.bundle(ofPhoto: "slow.\(name)")
          #expect(bundle.document.album.albumTitle == album.albumTitle, "\(name)")
        }
      }
    }
  }
}
