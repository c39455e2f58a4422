import Albums
import Foundation
import TestSupport
import Testing

@testable import Library

/// Collections as other programs export them.
@Suite struct CollectionTableTests {
  private func table(_ text: String, list: ListName? = nil) throws -> CollectionTable {
    try CollectionTable(Data(text.utf8), list: list)
  }

  private static let discogs =
    "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,"
    + "Collection Media Condition,Collection Sleeve Condition,Collection Notes"

  @Test func `Discogs' collection is owned, with its numbers, its day, and your stars`() throws {
    let table = try table(
      "\u{feff}\(Self.discogs)\r\n"
        + "DGC-24425,Nirvana (2),Nevermind,DGC,\"LP, Album\",4,1991,4711,Uncategorized,2016-05-23 08:25:58,,,\r\n"
        + "X,\"Beatles, The\",Help!,Parlophone,LP,0,1965,4712,Uncategorized,2016-05-24 08:25:58,,,\"two\nlines\"\r\n")
    #expect(table.unread.isEmpty && table.entries.count == 2)
    let first = try #require(table.entries.first)
    #expect(first.album.artistName == "Nirvana" && first.album.albumTitle == "Nevermind")
    #expect(first.album.discogsRelease == 4711 && first.album.catalogNumber == "DGC-24425")
    #expect(first.album.releaseYear == "1991" && first.album.recordLabel == "DGC")
    #expect(first.lists == [.owned] && first.rating == 8 && first.addedAt == "2016-05-23T08:25:58Z")
    #expect(table.entries[1].album.artistName == "The Beatles" && table.entries[1].rating == nil)
    #expect(table.entries[1].line == 3)
  }

  @Test func `Discogs' wantlist is wanted`() throws {
    let table = try table(
      "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,Notes\nX,Neu!,Neu! 75,Brain,LP,,1975,2,\n")
    #expect(table.entries.map(\.lists) == [[.wanted]])
    #expect(try self.table("Artist,Title\nNeu!,Neu! 75\n").entries.map(\.lists) == [[.owned]])
    #expect(try self.table("Artist,Title\nNeu!,Neu! 75\n", list: .heard).entries.map(\.lists) == [[.heard]])
  }

  @Test(arguments: [
    ("Artist;Album;Year\nCan;\"Tago; Mago\";1971\n", "Tago; Mago"),
    ("Year\tTitle\tArtist\n1971-02-01\tTago Mago\tCan\n", "Tago Mago"),
    ("artist,title,year\r\"Can\",\"Tago \"\"Mago\"\"\",1971", "Tago \"Mago\""),
    ("Artist,Title,Year\n\nCan,\"Tago\n Mago\",1971\n,,\n", "Tago Mago"),
  ])
  func `separators, quotation marks, and line breaks are those of any program`(_ text: String, _ title: String) throws {
    let table = try table(text)
    #expect(table.unread.isEmpty)
    #expect(table.entries.map(\.album.albumTitle) == [title])
    #expect(table.entries.map(\.album.artistName) == ["Can"] && table.entries.map(\.album.releaseYear) == ["1971"])
  }

  @Test func `letters are read in UTF-8, UTF-16, and Windows' Latin-1`() throws {
    let text = "Artist,Title\nBjörk,Début\n"
    for encoding in [String.Encoding.utf8, .utf16, .windowsCP1252, .isoLatin1] {
      let bytes = try #require(text.data(using: encoding))
      #expect(try CollectionTable(bytes).entries.map(\.album.artistName) == ["Björk"], "\(encoding)")
    }
  }

  @Test func `what can't be read is named by its line, and the rest is read`() throws {
    let table = try table("Artist,Title\nCan,\n,Future Days\n\"Neu!,Open\nFaust,So Far\n")
    #expect(table.entries.map(\.album.artistName) == ["Faust"])
    #expect(table.unread.map(\.line) == [2, 3, 4])
    #expect(table.entries.first?.line == 5)
    #expect(throws: Unreadable.self) { try self.table("a,b\n1,2\n") }
    #expect(throws: Unreadable.self) { try self.table("") }
  }

  @Test func `AlbumScan's own export puts albums on the lists that it names, and takes no model's rating for yours`()
    throws
  {
    let table = try table(
      """
      id,artist,title,rating,musicbrainz release group,lists,your rating
      1,Can,Tago Mago,9.5,b1392450-e666-3926-a536-22c65f834433,owned; Lisbon 2026,8.5
      2,Faust,So Far,7.0,,,
      3,Neu!,'=Neu!,7.0,,wanted,

      """)
    #expect(table.entries.map { $0.lists.map(\.text) } == [["owned", "Lisbon 2026"], ["wanted"]])
    #expect(table.entries.map(\.rating) == [8.5, nil])
    #expect(table.entries[0].album.releaseGroup == MBID("b1392450-e666-3926-a536-22c65f834433"))
    #expect(table.entries[1].album.albumTitle == "=Neu!")
  }

  @Test func `a hostile table is bounded`() throws {
    let long = String(repeating: "x", count: 1_000_000)
    let table = try table(
      "Artist,Title\n\u{202e}Can\u{7},Tago Mago\n\(long),Long\n\"\(long)\n\(String(repeating: ",", count: 5000))\nA,B\n"
    )
    #expect(table.entries.map(\.album.artistName) == ["Can", "A"])
    #expect(table.unread.map(\.line) == [3, 4, 5])
  }
}
