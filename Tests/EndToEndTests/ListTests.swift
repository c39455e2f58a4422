import Albums
import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// Lists: folders in the inbox, `mark`, and an imported collection.
@Suite struct ListTests {
  private static let album = DrawnCollection.undertow

  @Test func `a find in a shop is wanted, then owned, and everything says so`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(Self.album), as: "IMG_1.jpg", into: "AlbumScan/inbox/Wanted")
        let bundle = try await home.bundle(ofPhoto: "IMG_1.jpg")
        #expect(bundle.document.lists.map(\.name) == ["wanted"])
        #expect(try AlbumSchema().faults(in: try bundle.bytes(of: "album.json")) == [])
        #expect(try await home.ctl("show", "1").output.contains("Wanted: on your list since"))
        #expect(try await home.history("--list", "wanted").count == 1)
        #expect(try await home.history("--list", "owned").isEmpty)

        #expect(try await home.ctl("mark", "1", "OWNED").output.contains("Scan 1 goes on the list owned."))
        #expect(try await home.ctl("mark", "1", "wanted").code == 1)
        #expect(try await home.ctl("mark", "1", "--rating", "8.5").code == 0)
        let owned = try await awaited("the page to say so") {
          try home.bundles().first { $0.document.owned && $0.document.yourRating == 8.5 }
        }
        #expect(owned.document.lists.map(\.name) == ["owned"])
        #expect(String(decoding: try owned.bytes(of: "index.html"), as: UTF8.self).contains("You own it, since"))
        try await until("the phone to have it") { home.phonePage().contains("What you have and want: 1") }
      }
      let table = try await home.ctl("export", "--format", "discogs").output
      #expect(table.contains(",\(Self.album.albumTitle),") && table.contains(",4,\(Self.album.releaseYear),"))
      #expect(try await home.ctl("mark", "1", "owned", "--remove").code == 0)
      #expect(try await home.ctl("export", "--format", "discogs").output.components(separatedBy: "\r\n").count == 2)
      #expect(try await home.ctl("export", "--format", "discogs", "--all").output.contains(Self.album.albumTitle))
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a collection is imported, and a scan of one of its albums is known as owned`() async throws {
    try await withTestHome { home, simulator in
      let header = "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added\n"
      let rows = "X,\(Self.album.artistName),\(Self.album.albumTitle),L,LP,0,1999,4711,Jazz,2019-05-02 10:00:00\n"
      let more = "X,Can,Tago Mago,L,LP,5,1971,4712,Jazz,2019-05-02 10:00:00\nX,,Nobody,,,,,,,\n"
      try home.folder.write((header + rows + more).utf8, to: "discogs.csv")
      let imported = try await home.ctl("collection", "import", "discogs.csv")
      #expect(imported.code == 2)
      #expect(imported.output == "Line 4 wasn't read: it names no artist.\n2 new, 1 not read.\n")
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(Self.album), as: "IMG_1.jpg")
        let bundle = try await home.bundle(ofPhoto: "IMG_1.jpg")
        #expect(bundle.document.lists == [AlbumList(name: "owned", since: "2019-05-02T10:00:00Z")])
      }
      #expect(try await home.ctl("status").output.contains("you own it"))
      let listed = try await home.ctl("collection", "list").output
      #expect(listed.contains("Tago Mago") && listed.contains("owned: 2"))
      let again = try await home.ctl("collection", "import", "discogs.csv")
      #expect(again.output.contains("0 new, 2 on their lists already, 1 not read.\n1 of them were scanned, too."))
      let exported = try await home.ctl("export", "--format", "discogs").output
      #expect(exported.contains("X,Can,Tago Mago,L,,5,1971,4712,"))
      #expect(try await home.ctl("collection", "remove", "--imported").output == "2 albums taken off.\n")
      #expect(try await home.history("--list", "owned").isEmpty)
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test(arguments: [
    ["mark"], ["mark", "1"], ["mark", "wanted"], ["mark", "1", "a", "b"], ["mark", "1", "\u{1b}[31m"],
    ["mark", "1", "--rating", "11"], ["collection", "remove"], ["history", "--list", ""],
    ["export", "--all", "--list", "owned"],
  ])
  func `what isn't understood is refused`(_ words: [String]) async throws {
    try await withTestHome { home, _ in
      let ended = try await home.ctl(words)
      #expect(ended.code == 64 && !ended.errors.contains("\u{1b}"), "\(ended.errors)")
    }
  }
}
