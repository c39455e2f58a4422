import Albums
import Foundation
import MPD

@testable import Wallet

extension Song {
  /// A song in few words; its folder and number are its file's: `Ur/Wide/3.flac`.
  static func of(
    _ file: String, _ album: String?, by artist: String?, albumArtist: String? = nil, track: Int? = nil,
    disc: Int? = nil, date: String? = nil, originalDate: String? = nil, title: String? = nil, release: String? = nil
  ) -> Song {
    let number = track ?? Int(file.split(separator: "/").last?.prefix { $0.isNumber } ?? "")
    let tags: [String: String?] = [
      "Album": album, "Artist": artist, "AlbumArtist": albumArtist, "Track": number.map(String.init),
      "Disc": disc.map(String.init), "Date": date, "OriginalDate": originalDate,
      "Title": title ?? "Song \(disc.map { "\($0)-" } ?? "")\(number.map(String.init) ?? "?")",
      "MUSICBRAINZ_ALBUMID": release,
    ]
    return Song(file: file, tags: tags.compactMapValues { $0.map { [$0] } }, duration: .seconds(180))
  }

  /// Songs 1 to `count` of an album in a folder of its own.
  static func album(
    _ artist: String, _ album: String, _ count: Int = 3, in folder: String? = nil, date: String? = nil,
    originalDate: String? = nil, disc: Int? = nil, isCredited: Bool = true
  ) -> [Song] {
    (1...count).map {
      .of(
        "\(folder ?? "\(artist)/\(album)")/\($0).flac", album, by: artist, albumArtist: isCredited ? artist : nil,
        disc: disc, date: date, originalDate: originalDate)
    }
  }

  /// An entry that MPD knows nothing of.
  static func lost(_ file: String) -> Song { Song(file: file) }
}

extension WalletMaterials {
  /// A library, and a playlist of some of its songs: those of these files, in this order; others are lost.
  static func of(
    _ songs: [[Song]], playlist: [String], scans: [OfferedAlbum] = [], facts: [String: CatalogFacts] = [:],
    terms: WalletTerms = WalletTerms()
  ) -> WalletMaterials {
    let all = songs.flatMap { $0 }
    let entries = playlist.map { file in all.first { $0.file == file } ?? .lost(file) }
    let choice = PlaylistChoice(of: "CDs", among: [ListedPlaylist(name: "CDs", songs: entries.count)])
    return WalletMaterials(
      library: Library(choice: choice, entries: entries, songs: all), albums: scans, facts: facts, terms: terms)
  }

  var wallet: Wallet { .assembled(of: self) }
}

extension Wallet {
  /// `Artist – Title`, in the wallet's order.
  var names: [String] { discs.map { "\($0.artistName) – \($0.albumTitle)" } }

  func disc(titled title: String) -> Disc? { discs.first { $0.albumTitle == title } }

  /// As it is written to the disk.
  var bytes: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      return try encoder.encode(self)
    }
  }
}

extension OfferedAlbum {
  static func of(
    _ number: Int64, _ artist: String, _ title: String, year: String? = nil, group: String? = nil, text: String? = nil
  ) -> OfferedAlbum {
    OfferedAlbum(
      scan: .init(number), addedAt: String(format: "2026-11-%02dT10:00:00Z", Int(number) % 28 + 1),
      artistName: artist,
      albumTitle: title, releaseYear: year, releaseGroup: group.map { .init($0) }, text: text,
      bundle: "done/\(artist) - \(title)")
  }
}
