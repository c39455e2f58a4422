import MusicFiles
import RunningMPD
import SystemPackage
import Testing

@testable import MPD

/// What a real mpd says of its music, as far as we rely on it.
@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are needed"), .timeLimit(.minutes(3)))
struct LibraryTests {
  private func session(_ mpd: RunningMPD) -> MPDSession {
    MPDSession(MPDEndpoint([.socket(mpd.socket.string)]), patience: RunningMPD.patience)
  }

  private static let quoted = #"He said "Hi" \ it's me"#

  private static var music: [String: MusicFile] {
    var music = MusicFile.album("Undertow", by: "Sable Orchard", tracks: 11, seconds: 1.5) { file, number in
      file.track = number == 2 ? "02" : "\(number)/11"
      (file.disc, file.date, file.originalDate) = ("1/2", "2010", "1985-03")
      (file.release, file.label) = ("0b7c1e0e-0000-4000-8000-000000000001", "Harbour")
    }
    music.merge(MusicFile.album("Undertow", by: "Other Band", tracks: 2)) { $1 }
    for (name, file) in MusicFile.album("Q", by: "Quoted", tracks: 2) {
      var file = file
      (file.album, file.albumArtist) = (Self.quoted, #"The "Quoted" \ Band's"#)
      music[name] = file
    }
    for (number, artist) in ["A", "B", "C"].enumerated() {
      var file = MusicFile(artist: artist, album: "Mixtape")
      (file.seconds, file.track) = (1, "\(number + 1)")
      music["Mixtape/\(number + 1).flac"] = file
    }
    var nfd = MusicFile(artist: "Sigur Ro\u{301}s", album: "A\u{301}rstid")
    nfd.seconds = 1
    music["Sigur/1.wav"] = nfd
    var loose = MusicFile(artist: "Nobody")
    loose.seconds = 1
    music["loose.flac"] = loose
    return music
  }

  @Test func `an album is found by the very bytes of its tags, with all that they say`() async throws {
    let mpd = try await RunningMPD.start(.init(), Self.music)
    let session = session(mpd)
    let songs = try await session.find(.all([.tag(.album, is: "Undertow"), .tag(.albumArtist, is: "Sable Orchard")]))
    #expect(songs.count == 11)
    // Of the protocol, of which Debian 12's program speaks 0.23.5.
    #expect(session.protocolVersion?.wholeMatch(of: #/0\.\d+\.\d+/#) != nil)
    let second = try #require(songs.first { $0.tag("Title") == "Song 2" })
    #expect(second.file == "Sable Orchard/Undertow/02 Song.flac")
    #expect(second.duration == .milliseconds(1500))
    // MPD cuts "3/11" and "02" down to the number.
    #expect(songs.compactMap { $0.tag("Track") }.sorted() == ["1", "10", "11", "2", "3", "4", "5", "6", "7", "8", "9"])
    #expect(second.tag("Disc") == "1")
    #expect(second.tag("OriginalDate") == "1985-03")
    #expect(second.tag("Label") == "Harbour")
    #expect(second.tag("MUSICBRAINZ_ALBUMID") == "0b7c1e0e-0000-4000-8000-000000000001")
    #expect(second.tag("Last-Modified") == nil)
    #expect(try await session.find(.tag(.album, is: Self.quoted)).count == 2)
    let both = MPDFilter.all([.tag(.album, is: Self.quoted), .tag(.albumArtist, is: #"The "Quoted" \ Band's"#)])
    #expect(try await session.find(both).count == 2)
    #expect(try await session.find(.tag(.album, is: "undertow")).isEmpty)
    #expect(try await session.find(.tag(.album, is: "")).map(\.file) == ["loose.flac"])
    #expect(try await session.find(.folder("Mixtape")).count == 3)
    #expect(try await session.find(.file("loose.flac")).count == 1)
    // Without an AlbumArtist the artist counts.
    #expect(try await session.find(.all([.tag(.album, is: "Mixtape"), .tag(.albumArtist, is: "B")])).count == 1)
  }

  @Test func `composed and decomposed letters are different names`() async throws {
    let mpd = try await RunningMPD.start(.init(), Self.music)
    let session = session(mpd)
    let index = try await session.albums()
    let name = try #require(index.first { $0.albumArtist.hasPrefix("Sigur") })
    #expect(Array(name.album.utf8) == Array("A\u{301}rstid".utf8))
    #expect(try await session.find(.tag(.album, is: name.album)).count == 1)
    #expect(try await session.find(.tag(.album, is: "\u{C1}rstid")).isEmpty)
  }

  @Test func `one question brings all albums, each under its artist`() async throws {
    let mpd = try await RunningMPD.start(.init(), Self.music)
    let albums = try await session(mpd).albums()
    #expect(albums.contains(AlbumName(album: "Undertow", albumArtist: "Sable Orchard")))
    #expect(albums.contains(AlbumName(album: "Undertow", albumArtist: "Other Band")))
    #expect(albums.contains(AlbumName(album: Self.quoted, albumArtist: #"The "Quoted" \ Band's"#)))
    #expect(albums.filter { $0.album == "Mixtape" }.map(\.albumArtist).sorted() == ["A", "B", "C"])
    #expect(albums.contains(AlbumName(album: "", albumArtist: "Nobody")))
  }

  @Test func `playlists that differ in capitals are different, and keep unknown entries`() async throws {
    let mpd = try await RunningMPD.start(.init(), Self.music)
    let known = "Sable Orchard/Undertow/03 Song.flac"
    for name in ["cds", "CDs", "CDS", "CDs "] { try mpd.writePlaylist(name, [known]) }
    try mpd.writePlaylist("Mixed", [known, "http://radio.example/stream", "gone.flac", "loose.flac"])
    let session = session(mpd)
    let playlists = try await session.playlists()
    #expect(Set(playlists.map(\.name)) == ["cds", "CDs", "CDS", "CDs ", "Mixed"])
    #expect(playlists.allSatisfy { $0.lastModified?.hasSuffix("Z") == true })
    let songs = try await session.songs(inPlaylist: "Mixed")
    #expect(songs.map(\.file) == [known, "http://radio.example/stream", "gone.flac", "loose.flac"])
    #expect(songs.map { $0.tag("Album") } == ["Undertow", nil, nil, nil])
    #expect(songs.map { $0.duration == nil } == [false, true, true, false])
    #expect(try await session.files(inPlaylist: "Mixed") == songs.map(\.file))
    await #expect(throws: MPDError.self) { try await session.songs(inPlaylist: "nope") }
    do throws(MPDError) { _ = try await session.songs(inPlaylist: "nope") } catch { #expect(error.isNotFound) }
  }

  @Test func `a playlist too large for one answer is read in pieces`() async throws {
    // MPD's own bound is 8 MiB; this one is met by fewer entries.
    var options = RunningMPD.Options()
    options.lines = ["max_output_buffer_size \"64\""]
    let mpd = try await RunningMPD.start(options, Self.music)
    let track = "Sable Orchard/Undertow/03 Song.flac"
    let entries = (0..<450).map { $0 == 7 ? "gone.flac" : track }
    try mpd.writePlaylist("Long", entries)
    let session = session(mpd)
    // The list of names alone fits.
    #expect(try await session.files(inPlaylist: "Long") == entries)
    await #expect(throws: MPDError.lost(.socket(mpd.socket.string))) {
      try await session.ask("listplaylistinfo", "Long")
    }
    let songs = try await session.songs(inPlaylist: "Long")
    #expect(songs.map(\.file) == entries)
    #expect(songs.filter { $0.tag("Album") == "Undertow" }.count == 449)
    #expect(songs[7].duration == nil)
  }

  @Test func `it says how much it owns, where, and which tags it reads`() async throws {
    var options = RunningMPD.Options()
    options.lines = ["metadata_to_use \"-comment,-originaldate\""]
    let mpd = try await RunningMPD.start(options, Self.music)
    let session = session(mpd)
    let statistics = try await session.statistics()
    #expect(statistics.songs == Self.music.count)
    #expect(statistics.updated > 1_500_000_000)
    #expect(try await session.musicFolder() == mpd.music.string)
    let tags = try await session.tagTypes()
    #expect(tags.isSuperset(of: ["Album", "AlbumArtist", "Disc", "MUSICBRAINZ_ALBUMID"]))
    #expect(!tags.contains("OriginalDate"))
  }

  @Test func `refusals come with their numbers, and the conversation goes on`() async throws {
    let mpd = try await RunningMPD.start(.init(), Self.music)
    let session = session(mpd)
    func code(_ word: StaticString, _ arguments: String...) async throws -> MPDRefusal.Code? {
      try await session.connection.ask([MPDCommand(word, arguments)]).refusal?.code
    }
    #expect(try await code("playx") == .unknownCommand)
    #expect(try await code("listplaylistinfo", "nope") == .notFound)
    #expect(try await code("play", "99") == .argument)
    #expect(try await code("find", "(Nope == \"x\")") == .argument)
    #expect(try await code("find", "(Album == \"x\"") == .argument)
    #expect(try await code("next") == .notPlaying)
    #expect(try await code("addid", "gone.flac") == .notFound)
    #expect(try await code("addid", "../../etc/passwd") == .notFound)
    #expect(try await code("idle", "bogus") == .argument)
    #expect(try await code("save", "X") == nil)
    #expect(try await code("save", "X") == .exists)
    // A list isn't a transaction: what went before the refusal is done.
    try await mpd.mpc("add", "loose.flac")
    let answer = try await session.connection.ask([MPDCommand("clear"), MPDCommand("play", "5")])
    #expect(answer.refusal?.index == 1)
    #expect(answer.replies.count == 1)
    #expect(try await session.queue().isEmpty)
  }
}
