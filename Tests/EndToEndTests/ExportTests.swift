import Albums
import DrawnCovers
import Foundation
import MusicFiles
import Simulator
import SystemPackage
import TestSupport
import Testing

/// `export`: what other programs read.
@Suite struct ExportTests {
  @Test func `albums are written as tables, as lines, and to a file`() async throws {
    try await withTestHome { home, _ in
      #expect(try await home.ctl("export").errors.contains("albumscanctl scan PHOTO"))
      for (name, album) in [("a.jpg", DrawnCollection.undertow), ("b.jpg", DrawnCollection.brackets)] {
        try home.copy(try Photos.front(album), as: name)
        try await home.once(endingWith: 0)
      }
      let table = try await home.ctl("export").output.components(separatedBy: "\r\n")
      #expect(table.count == 4 && table.last == "")
      #expect(table[0].hasPrefix("id,scanned,artist,title,year,"))
      #expect(table[1].contains("Sable/Finch,Undertow,"))
      // Quotes are doubled, as spreadsheets want them.
      #expect(table[2].contains(#""""Out"" <img src=x onerror=alert(1)>","#), "\(table[2])")

      let discogs = try await home.ctl("export", "--format", "discogs", "--all", "--search", "undertow").output
      #expect(discogs.hasPrefix("Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,"))
      #expect(discogs.components(separatedBy: "\r\n").count == 3)
      // What Discogs' import goes by, and what tells a person which pressing it is.
      let album = DrawnCollection.undertow
      let row = try #require(Self.cells(discogs).last)
      let columns = try #require(Self.cells(discogs).first)
      let cells = Dictionary(uniqueKeysWithValues: zip(columns, row))
      #expect(columns.count == 13 && row.count == 13)
      #expect(cells["Catalog#"] == album.catalogNumber)
      #expect(cells["release_id"].flatMap { Int($0) } == Int(album.releaseID.prefix(6), radix: 16))
      #expect(cells["Rating"] == "", "nobody but a model has rated it")
      #expect(cells["Date Added"]?.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/) != nil)
      #expect(cells["Collection Media Condition"] == "" && cells["Collection Sleeve Condition"] == "")
      let added = try home.bundles().map(\.document.album).first { $0.albumTitle == album.albumTitle }
      #expect(added?.catalogNumber == album.catalogNumber && added?.discogsRelease != nil)

      let lines = try await home.ctl("export", "-f", "jsonl").output.split(separator: "\n")
      let documents = try home.bundles().map(\.document).sorted { $0.id.number < $1.id.number }
      #expect(lines.count == documents.count)
      for (line, document) in zip(lines, documents) {
        let read = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect((read?["album"] as? [String: Any])?["albumTitle"] as? String == document.album.albumTitle)
      }

      let ended = try await home.ctl("export", "--output", "albums.csv", "--json").document()
      #expect(ended["entries"] as? Int == 2)
      #expect(home.contents(of: home.home.appending("albums.csv")).map { $0.count } == ended["bytes"] as? Int)
      #expect(try await home.ctl("export", "--json").code == 64)
      #expect(try await home.ctl("export", "--output", "nowhere/albums.csv").code == 1)
    }
  }

  /// A table's cells, as RFC 4180 parts them; of one line each.
  private static func cells(_ table: String) -> [[String]] {
    table.split(separator: "\r\n").map { line in
      line.matches(of: /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/).map { cell in
        cell.1.map { String($0).replacing("\"\"", with: "\"") } ?? String(cell.2 ?? "")
      }
    }
  }

  @Test func `what a spreadsheet would calculate stays text`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "=1+1.jpg")
      try await home.once(endingWith: 0)
      #expect(try await home.ctl("export").output.contains(",'=1+1.jpg,"))
    }
  }

  @Test func `key tracks that are in the music that was taught make a playlist`() async throws {
    try await withTestHome { home, _ in
      let album = DrawnCollection.undertow
      #expect(try await home.ctl("export", "-f", "m3u").errors.contains("albumscanctl learn ~/Music"))
      try home.copy(try Photos.front(album), as: "a.jpg")
      try await home.once(endingWith: 0)
      let titles = try #require(try home.bundles().first?.document.review.keyTracks)
      for (number, title) in (titles.reversed() + ["Another Song"]).enumerated() {
        var file = try MusicFile(of: album)
        (file.title, file.track) = (title, "\(number + 1)")
        try home.writeTrack(file, to: "Undertow/\(number + 1).flac")
      }
      #expect(try await home.ctl("learn", "Music").code == 0)
      let playlist = try await home.ctl("export", "-f", "m3u").output.split(separator: "\n").map(String.init)
      #expect(playlist.first == "#EXTM3U")
      #expect(playlist.filter { $0.hasPrefix("#EXTINF") } == titles.map { "#EXTINF:-1,\(album.artistName) - \($0)" })
      let paths = playlist.filter { $0.hasPrefix("/") }
      #expect(paths.count == titles.count)
      #expect(paths.allSatisfy { home.exists(FilePath($0)) })
    }
  }
}
