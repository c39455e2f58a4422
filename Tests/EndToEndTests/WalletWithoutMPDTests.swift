import Albums
import DrawnCovers
import Foundation
import SystemPackage
import TestSupport
import Testing

/// The wallet of somebody who has no MPD: what was scanned, with its artwork.
@Suite struct WalletWithoutMPDTests {
  private func settings(_ home: TestHome) -> [String: String?] {
    ["mpd.address": home.home.appending("nobody").string, "wallet.sources": "[playlist, scans]"]
  }

  /// Scans one album, and waits for its artwork.
  private func scan(in home: TestHome) async throws -> Bundle {
    try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
    try await home.bundle(ofPhoto: "one.jpg")
    return try await awaited("its artwork") { try home.bundles().first { $0.document.artwork.status == .present } }
  }

  /// The page shows one disc with a picture, which is there.
  private func expectPicture(_ home: TestHome) throws {
    let match = try #require(home.walletPage().firstMatch(of: #/src="(wallet\/art\/[0-9a-f]+\.jpg)"/#))
    let picture = try #require(home.contents(of: home.root.appending("done/\(match.1)")))
    #expect(JPEGSize(picture) == JPEGSize(width: 600, height: 600))
    #expect(home.walletPage().contains(">\(DrawnCollection.undertow.albumTitle)<"))
  }

  @Test func `the daemon's page shows a scan's artwork`() async throws {
    try await withTestHome { home, _ in
      try home.configure(settings(home))
      try await home.withDaemon { _ in
        _ = try await scan(in: home)
        try await until("the picture to be there") { home.walletPage().contains("src=\"wallet/art/") }
        try expectPicture(home)
        #expect(!home.exists(home.root.appending("done/wallet/now.js")), "nobody says what is played")
        #expect(try await home.status().health.isEmpty)
      }
      // It is the same after a restart.
      try await home.withDaemon { _ in try expectPicture(home) }
    }
  }

  @Test func `without a daemon refresh finds it, and MPD is missed only by who wants its playlist`() async throws {
    try await withTestHome { home, _ in
      try home.configure(settings(home))
      try await home.withDaemon { _ in _ = try await scan(in: home) }
      for folder in [home.root.appending("done/wallet"), home.state.appending("wallet")] where home.exists(folder) {
        try FileManager.default.removeItem(atPath: folder.string)
      }
      let refreshed = try await home.ctl("wallet", "refresh")
      #expect(refreshed.code == 75 && refreshed.errors.contains("MPD isn't running"), "\(refreshed.errors)")
      #expect(refreshed.errors.contains("albumscanctl config set wallet.sources scans"))
      #expect(refreshed.output == "1 disc, 1 with a picture.\n")
      try expectPicture(home)

      try home.configure(settings(home).merging(["wallet.sources": "[scans]"]) { $1 })
      let alone = try await home.ctl("wallet", "refresh", "--pictures")
      #expect(alone.code == 0 && alone.errors.isEmpty, "\(alone.errors)")
      #expect(alone.output == "1 disc, 1 with a picture.\n")
      try expectPicture(home)
      #expect(!home.walletPage().contains("MPD"))
      let list = try await home.ctl("wallet", "list")
      #expect(list.code == 0 && !(list.output + list.errors).contains("MPD"), "\(list.output)\(list.errors)")
      let line = try #require(list.output.split(separator: "\n").last)
      #expect(line.contains(" ? ") && line.hasSuffix(DrawnCollection.undertow.albumTitle), "\(line)")
      let shown = try await home.ctl("wallet", "show", String(line.prefix(8)))
      #expect(shown.code == 0 && shown.output.contains("picture of its scan"), "\(shown.output)")
      #expect(!shown.output.contains("tracks"), "\(shown.output)")
    }
  }
}
