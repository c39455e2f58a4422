import Albums
import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// A person says which album it is: by a command, or by a file beside the photo.
@Suite struct StatementTests {
  private static let album = DrawnCollection.nightShift

  @Test func `a failed scan is settled by names, a wrong one by a Discogs address, and no model is asked who it is`()
    async throws
  {
    try await withTestHome { home, simulator in
      let id = try await home.withDaemon { _ in
        try home.copy(try Photos.photo(.wall), as: "IMG.jpg")
        return try await home.scan(ofPhoto: "IMG.jpg", in: "failed").id
      }
      let folder = try #require(home.names(in: "failed").first)
      let page = try String(contentsOfFile: "\(home.root)/failed/\(folder)/index.html", encoding: .utf8)
      #expect(page.contains("albumscanctl accept \(id) --album"))
      let asked = simulator.paidCalls.count
      try await home.withDaemon { _ in
        let named = try await home.ctl(
          "accept", "\(id)", "--album", "\(Self.album.artistName.lowercased()) - \(Self.album.albumTitle)")
        #expect(named.code == 0, "\(named.errors)")
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
        try bundle.expectWhole()
        try bundle.expectArtwork(of: Self.album)
        #expect(try AlbumSchema().faults(in: try bundle.bytes(of: "album.json")) == [])
        #expect(bundle.document.identification.by == .person)
        #expect(bundle.document.album.musicbrainz.releaseGroup?.value == Self.album.releaseGroupID)
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        // Its cover is known now.
        try home.copy(try Photos.front(Self.album), as: "sleeve.jpg")
        #expect(try await home.bundle(ofPhoto: "sleeve.jpg").document.identification.by == .coverIndex)

        let master = "https://www.discogs.com/master/\(DrawnCollection.undertow.discogsMaster)-Some-Title"
        #expect(try await home.ctl("accept", "\(id)", "--album", master).code == 0)
        let other = try await settled(home, "IMG.jpg", as: DrawnCollection.undertow)
        #expect(other.document.identification.by == .person)
      }
      #expect(simulator.paidCalls.dropFirst(asked).allSatisfy { $0.question == "review" })
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a file beside a photo names its album, whichever comes first, and stays`() async throws {
    try await withTestHome { home, simulator in
      let line = "\(Self.album.artistName) - \(Self.album.albumTitle)\r\n"
      try await home.withDaemon { _ in
        // First the file.
        try home.copy(Data(line.utf8), as: "IMG_1.txt")
        try home.copy(try Photos.photo(.wall), as: "IMG_1.jpg")
        #expect(try await settled(home, "IMG_1.jpg", as: Self.album).document.identification.by == .person)
        // First the photo, which has failed by then.
        let other = Photos.copy(1, of: try Photos.photo(.wall))
        try home.copy(other, as: "IMG_2.jpg")
        try await home.scan(ofPhoto: "IMG_2.jpg", in: "failed")
        try home.copy(Data("\(DrawnCollection.undertow.releaseGroupID)\n".utf8), as: "IMG_2.txt")
        #expect(
          try await settled(home, "IMG_2.jpg", as: DrawnCollection.undertow).document.identification.by == .person)
      }
      let left = home.names(in: "inbox").sorted()
      #expect(left == ["IMG_1.txt", "IMG_2.txt"])
      // What it says is done: another start changes nothing.
      let requests = simulator.requests.count
      try await home.once(endingWith: 0)
      #expect(simulator.requests.count == requests)
      #expect(try await home.history().count == 2)
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `what isn't understood is refused with what is`() async throws {
    try await withTestHome { home, _ in
      for (arguments, code, words) in [
        (["accept", "1", "--album", "OK Computer"], 64, "\"Artist - Title\""),
        (["accept", "1", "2", "--album", "Can - Tago Mago"], 64, "not both"),
        (["accept", "99", "--album", "Can - Tago Mago"], 4, "There is no scan 99"),
      ] as [([String], Int32, String)] {
        let ended = try await home.ctl(arguments)
        #expect(ended.code == code && ended.errors.contains(words), "\(arguments): \(ended.errors)")
      }
    }
  }

  private func settled(_ home: TestHome, _ photo: String, as album: DrawnAlbum) async throws -> Bundle {
    try await until("\(photo) is \(album.albumTitle)") {
      try home.bundles().contains {
        $0.document.photo.name == photo && $0.document.album.musicbrainz.releaseGroup?.value == album.releaseGroupID
      }
    }
    return try await home.bundle(ofPhoto: photo)
  }
}
