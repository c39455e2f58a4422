import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// `albumscan-eval --reviews`: a list of albums, reviewed by the model that is set.
@Suite struct ReviewTrialTests {
  private func list(_ albums: [DrawnAlbum], in home: TestHome) throws -> String {
    let rows = albums.map { "\"\($0.artistName)\",\"\($0.albumTitle)\",\($0.releaseYear),acclaimed" }
    try home.folder.makeFolder("trial")
    try home.folder.write((["artist,title,year,kind"] + rows).joined(separator: "\n").utf8, to: "trial/albums.csv")
    return home.folder.path.appending("trial").string
  }

  /// One whose first review talks of money, and is sent back.
  private let albums = [DrawnCollection.undertow, DrawnCollection.albums.first { $0.review == .talksOfMoneyFirst }!]

  @Test func `a review of each is kept, the rules are counted, and a second time costs nothing`() async throws {
    try await withTestHome { home, simulator in
      let folder = try list(albums, in: home)
      let report = try await home.eval("--reviews", folder, "--json").document()
      #expect(report["schema"] as? String == "albumscan/eval-reviews/1")
      let reviews = try #require(report["reviews"] as? [[String: Any]])
      #expect(reviews.map { $0["title"] as? String } == albums.map(\.albumTitle))
      #expect(reviews.map { $0["repairs"] as? Int } == [0, 1])
      #expect(reviews[1]["broken"] as? [String] == ["musicAlone"])
      let usd = try #require(report["usd"] as? Double)
      #expect(usd > 0)
      #expect(try #require(report["mostUSD"] as? Double) >= usd)
      #expect(simulator.paidCalls.map(\.question) == ["review", "review", "review"])
      for review in reviews {
        let file = try #require(review["file"] as? String)
        #expect(FileManager.default.contents(atPath: file)?.isEmpty == false)
      }
      // It is booked where all is booked, and known from then on.
      let spent = try await home.costs().groups["model"]?.map(\.usd).reduce(0, +)
      #expect(abs((spent ?? 0) - usd) < 1e-6)
      let again = try await home.eval("--reviews", folder)
      #expect(again.code == 0 && again.output.contains("Spent: nothing"), "\(again.output)")
      #expect(simulator.paidCalls.count == 3)
    }
  }

  @Test func `songs that aren't on a track list are counted`() async throws {
    try await withTestHome { home, simulator in
      let folder = try list(albums, in: home)
      let album = albums[0]
      let tracks = album.tracks.dropFirst().joined(separator: "|")
      try home.folder.write(
        "artist,title,year,kind,tracks\n\"\(album.artistName)\",\"\(album.albumTitle)\",,good,\"\(tracks)\"".utf8,
        to: "trial/albums.csv")
      let report = try await home.eval("--reviews", folder, "--json").document()
      let review = try #require((report["reviews"] as? [[String: Any]])?.first)
      #expect(review["tracksKnown"] as? Int == album.tracks.count - 1)
      // As a key track, and in the bullet that begins with it.
      #expect(review["absentSongs"] as? Int == 2)
      #expect(try await home.eval("--reviews", folder).output.contains("2 songs not there"))
    }
  }

  @Test func `it says what it may cost before it asks, and stops at a cap`() async throws {
    try await withTestHome(.anthropic, ["budget.perDayUSD": "0.0001"]) { home, simulator in
      let folder = try list(albums, in: home)
      let estimate = try await home.eval("--reviews", folder, "--estimate")
      #expect(estimate.code == 0 && estimate.output.contains("2 reviews by"), "\(estimate.output)")
      let ended = try await home.eval("--reviews", folder)
      #expect(ended.code == 2 && ended.errors.contains("budget"), "\(ended.errors)")
      #expect(simulator.paidCalls.isEmpty)
    }
  }

  @Test func `a folder without a list, and no key, are said with the cure`() async throws {
    try await withServices { simulator in
      let home = try TestHome(simulator, keys: [])
      let empty = try await home.eval("--reviews", home.folder.path.string)
      #expect(empty.code == 1 && empty.errors.contains("artist,title,year,kind"))
      let ended = try await home.eval("--reviews", try list(albums, in: home))
      #expect(ended.code == 5 && ended.errors.contains("albumscanctl key set"), "\(ended.errors)")
    }
  }
}
