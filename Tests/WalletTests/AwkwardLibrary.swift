import Foundation
import MPD
import MusicFiles
import RunningMPD
import SystemPackage
import TestSupport

@testable import Wallet

/// A real mpd with a library in which whatever can be odd is odd, and a playlist of it that is called `CDs`, among others
/// that nearly are.
enum AwkwardLibrary {
  static func music() -> [String: MusicFile] {
    var music = MusicFile.album("Rumbles", by: "Ferry Rows", tracks: 11)
    func add(
      _ title: String, by artist: String, tracks: Int = 2, date: String? = nil, originalDate: String? = nil
    ) {
      let files = MusicFile.album(title, by: artist, tracks: tracks) { file, _ in
        (file.date, file.originalDate) = (date, originalDate)
      }
      music.merge(files) { first, _ in first }
    }
    add("21st Century Netting", by: "The Ur", tracks: 3, date: "2009")
    add("21st Century Netting (Deluxe Edition)", by: "The Ur", tracks: 4, date: "2010")
    add("Greatest Hits", by: "Queenie")
    add("Greatest Hits", by: "Abbot")
    add("1979", by: "Taylan", date: "2014")
    add("1979 (Taylan's Version)", by: "Taylan", date: "2023")
    add("Wheezer (Blue Album)", by: "Wheezer", date: "1994-05-10")
    add("Wheezer (Green Album)", by: "Wheezer", date: "2001")
    add("Slow", by: "Long Player", tracks: 3, date: "2010", originalDate: "1985")
    add("No\u{301}tt", by: "Sigga Ro\u{301}s", tracks: 3)
    // In two folders, without a tag for the disc.
    for (folder, count) in [("CD1", 8), ("CD2", 7)] {
      for (name, file) in MusicFile.album("Plain White", by: "Beat Hills", tracks: count) {
        music["Beat Hills/Plain White/\(folder)/\(FilePath(name).lastComponent?.string ?? name)"] = file
      }
    }
    // Without an album artist.
    for (number, artist) in ["Aster", "Birch", "Cedar"].enumerated() {
      var file = MusicFile(artist: artist, album: "Mixtape")
      (file.title, file.track) = ("By \(artist)", "\(number + 1)")
      music["Mixtape/\(number + 1).flac"] = file
    }
    for (number, artist) in ["Aster", "Birch"].enumerated() {
      var file = MusicFile(artist: artist, album: "Now 1")
      (file.albumArtist, file.track, file.date) = ("Various Artists", "\(number + 1)/2", "1999")
      music["Now/\(number + 1).flac"] = file
    }
    // Only two of its tracks.
    for number in [2, 9] {
      var file = MusicFile(artist: "Radio Shed", album: "OK Conveyor")
      (file.albumArtist, file.track) = ("Radio Shed", "\(number)")
      music["Radio Shed/\(number).flac"] = file
    }
    for number in 1...2 {
      var file = MusicFile(artist: quoted.artist, album: quoted.album)
      (file.albumArtist, file.track) = (quoted.artist, "\(number)")
      music["Quoted/\(number).flac"] = file
    }
    var single = MusicFile(artist: "Aster")
    single.title = "Single"
    music["single.flac"] = single
    return music
  }

  static let quoted = (artist: "The \"Quoted\" \\ Band's", album: "He said \"Hi\" \\ it's me")

  static let playlist = [
    "Ferry Rows/Rumbles/03 Song.flac", "The Ur/21st Century Netting (Deluxe Edition)/01 Song.flac",
    "http://radio.example.org/stream.ogg", "Ferry Rows/Rumbles/05 Song.flac",
    "The Ur/21st Century Netting/02 Song.flac", "Beat Hills/Plain White/CD2/03 Song.flac", "gone/1.flac",
    "Mixtape/2.flac", "Now/1.flac", "Queenie/Greatest Hits/01 Song.flac", "single.flac",
    "Abbot/Greatest Hits/02 Song.flac", "Taylan/1979 (Taylan's Version)/01 Song.flac", "Taylan/1979/01 Song.flac",
    "Wheezer/Wheezer (Green Album)/01 Song.flac", "Wheezer/Wheezer (Blue Album)/01 Song.flac",
    "Radio Shed/9.flac", "Long Player/Slow/03 Song.flac", "Sigga Ro\u{301}s/No\u{301}tt/02 Song.flac", "Quoted/2.flac",
  ]

  /// As the rules have them, in the order of the shelf.
  static let discs: [(name: String, tracks: Int, date: String?)] = [
    ("\(quoted.artist) – \(quoted.album)", 2, nil), ("Abbot – Greatest Hits", 2, nil),
    ("Beat Hills – Plain White", 15, nil), ("Ferry Rows – Rumbles", 11, nil), ("Long Player – Slow", 3, "1985"),
    ("Queenie – Greatest Hits", 2, nil), ("Radio Shed – OK Conveyor", 2, nil),
    ("Sigga Ro\u{301}s – No\u{301}tt", 3, nil), ("Taylan – 1979", 2, "2014"),
    ("Taylan – 1979 (Taylan's Version)", 2, "2023"), ("The Ur – 21st Century Netting (Deluxe Edition)", 4, "2010"),
    ("Various Artists – Now 1", 2, "1999"), ("Various Artists – Mixtape", 3, nil),
    ("Wheezer – Wheezer (Blue Album)", 2, "1994-05-10"), ("Wheezer – Wheezer (Green Album)", 2, "2001"),
  ]

  static func start(_ options: RunningMPD.Options = RunningMPD.Options()) async throws -> RunningMPD {
    let mpd = try await RunningMPD.start(options, music())
    try mpd.writePlaylist("CDs", playlist)
    try mpd.writePlaylist("cds", Array(playlist.prefix(1)))
    try mpd.writePlaylist("CDS", Array(playlist.prefix(4)))
    try mpd.writePlaylist("CDs ", playlist + playlist)
    try mpd.writePlaylist("Others", playlist + playlist + playlist)
    return mpd
  }
}

extension RunningMPD {
  /// A conversation of its own with it.
  func wallet(_ store: WalletStore) throws -> WalletBuilder {
    WalletBuilder(server: try musicServer, store: store)
  }

  var musicServer: MPDMusic {
    get throws {
      let endpoint = try MPDEndpoint(setting: socket.string, environment: [:])
      return MPDMusic(MPDSession(endpoint, patience: RunningMPD.patience), address: socket.string)
    }
  }
}
