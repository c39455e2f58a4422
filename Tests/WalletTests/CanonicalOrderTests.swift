import Albums
import MPD
import Testing

@testable import Wallet

/// An album in the order of the very release that its files name.
@Suite struct CanonicalOrderTests {
  private static let release = "2c4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11"

  private static func id(_ medium: Int, _ position: Int) -> MBID {
    MBID("00000000-0000-4000-8000-0000000\(medium)00\(position < 10 ? "0" : "")\(position)")
  }

  private static func track(_ medium: Int, _ position: Int, _ title: String) -> CatalogTrack {
    CatalogTrack(id: id(medium, position), medium: medium, position: position, title: title)
  }

  /// Of a song: title, disc, number, and the track's identifier.
  private typealias Tagged = (title: String, disc: Int?, number: Int?, track: MBID?)

  private func order(_ songs: [Tagged], on tracks: [CatalogTrack]) throws -> [String] {
    let songs = songs.enumerated().map { index, song in
      let tags: [String: String?] = [
        "Album": "Wide", "Artist": "Ur", "AlbumArtist": "Ur", "Title": song.title, "Disc": song.disc.map(String.init),
        "Track": song.number.map(String.init), "MUSICBRAINZ_ALBUMID": Self.release,
        "MUSICBRAINZ_RELEASETRACKID": song.track?.value,
      ]
      return Song(file: "W/\(index).flac", tags: tags.compactMapValues { $0.map { [$0] } }, duration: .seconds(1))
    }
    let facts = CatalogFacts(.release, asked: MBID(Self.release), trackCount: tracks.count, tracks: tracks)
    let key = AlbumNames(artistName: "Ur", albumTitle: "Wide").key
    let wallet = WalletMaterials.of([songs], playlist: ["W/0.flac"], facts: [key: facts]).wallet
    return try #require(wallet.discs.first).tracks.map {
      "\($0.disc)-\($0.number.map(String.init) ?? "?") \($0.title ?? "")"
    }
  }

  private static let two = [track(1, 1, "A"), track(1, 2, "B"), track(2, 1, "C"), track(2, 2, "D")]

  @Test func `wrong and missing numbers are put right by titles`() throws {
    #expect(
      try order([("D", nil, nil, nil), ("b!", nil, 7, nil), ("A", 1, 1, nil), ("C", nil, 1, nil)], on: Self.two)
        == ["1-1 A", "1-2 b!", "2-1 C", "2-2 D"])
  }

  @Test func `a track's identifier goes before all else`() throws {
    #expect(
      try order(
        [("B", 1, 2, Self.id(1, 1)), ("A", 1, 1, Self.id(1, 2)), ("x", 9, 9, Self.id(2, 2))], on: Self.two)
        == ["1-1 B", "1-2 A", "2-2 x"])
  }

  @Test func `titles that come twice are told apart by their places`() throws {
    let tracks = [Self.track(1, 1, "Interlude"), Self.track(1, 2, "B"), Self.track(1, 3, "Interlude")]
    #expect(
      try order([("Interlude", 1, 3, nil), ("B", 1, 1, nil), ("Interlude", 1, 1, nil)], on: tracks)
        == ["1-1 Interlude", "1-2 B", "1-3 Interlude"])
  }

  @Test func `a misspelt song has its own place, and one that is no track keeps it`() throws {
    #expect(
      try order([("Bee", 1, 2, nil), ("Hidden", 1, 14, nil), ("A", 1, 1, nil)], on: Self.two)
        == ["1-1 A", "1-2 Bee", "1-14 Hidden"])
  }

  @Test func `a release that the files don't name changes nothing, and lacks say how many there are`() throws {
    let songs = (1...10).map { Song.of("W/\($0).flac", "Wide", by: "Ur", release: Self.release) }
    let key = AlbumNames(artistName: "Ur", albumTitle: "Wide").key
    let tracks = (1...12).map { Self.track(1, 13 - $0, "Song \($0)") }
    func disc(_ asked: String) throws -> Disc {
      let facts = CatalogFacts(.release, asked: MBID(asked), trackCount: 12, tracks: tracks)
      return try #require(WalletMaterials.of([songs], playlist: ["W/1.flac"], facts: [key: facts]).wallet.discs.first)
    }
    let own = try disc(Self.release)
    #expect(own.tracks.map(\.number) == Array(3...12))
    #expect(own.tracks.first?.title == "Song 10")
    #expect((own.library, own.missing?.words) == (.partial, "10 of 12 tracks"))
    #expect(try disc("3d4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11").tracks.map(\.number) == Array(1...10))
  }
}
