import Albums
import DrawnCovers
import Foundation

@testable import Wallet

extension SamplePages {
  static let key = String(repeating: "0123456789abcdef", count: 2)

  mutating func wallet() throws {
    let shown = DrawnCollection.albums.prefix(12)
    for (number, album) in shown.enumerated() {
      try FileManager.default.createDirectory(
        at: root.appendingPathComponent("done/wallet/art"), withIntermediateDirectories: true)
      try picture(album, "done/wallet/art/\(Self.id(number)).jpg", size: 600)
    }
    var discs = shown.enumerated().map { Self.disc($0, $1) }
    discs[2].missing = "8 of 10 tracks"
    discs[3].isInLibrary = false
    discs[3].tracks = []
    discs[3].bundle = "album"
    discs[4].artwork = nil
    let binder = WalletPageModel(
      discs: discs, playlist: "CDs", notice: "3 more albums are not shown: `albumscanctl config set wallet.limit 0`",
      entries: 14, unresolved: 2,
      problems: [
        Diagnostics.Entry(position: 3, file: "http://radio.example/stream.ogg", problem: .stream),
        Diagnostics.Entry(position: 9, file: "Marla Quist/Lost/01 Gone.flac", problem: .notInDatabase),
      ], edition: "first", key: Self.key)
    try page("wallet", WalletPage(binder).text, at: "done/wallet.html")
    try write(NowPlaying.script(of: nil), at: "done/wallet/now.js")
    try page(
      "wallet-empty",
      WalletPage(
        WalletPageModel(
          discs: [], message: "MPD has no playlist named CDs. To make it:",
          commands: ["mpc clear", "mpc findadd Album 'Night Bus'", "mpc save CDs"], key: Self.key)
      ).text,
      at: "empty/done/wallet.html")
  }

  static func id(_ number: Int) -> String { "a1b2c3" + (number < 16 ? "0" : "") + String(number, radix: 16) }

  static func disc(_ number: Int, _ album: DrawnAlbum) -> WalletPageModel.Disc {
    let tracks = (album.tracks + ["Coda"]).enumerated().map { place, title in
      WalletPageModel.Track(number: String(place + 1), title: title, seconds: 127.6 + Double(place * 31))
    }
    return WalletPageModel.Disc(
      id: id(number), artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear,
      tracks: tracks, artwork: ["wallet", "art", "\(id(number)).jpg"])
  }
}
