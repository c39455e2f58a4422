import Albums
import Testing

@testable import MPD
@testable import Wallet

/// When a wallet is made again, and what is known to be nowhere.
@Suite struct FingerprintTests {
  private static func fingerprint(
    _ files: [String] = ["a", "b"], choice: String? = "CDs", update: Int? = 7, songs: Int = 3,
    scans: [OfferedAlbum] = [],
    facts: [String: CatalogFacts] = [:], terms: WalletTerms = WalletTerms()
  ) -> Fingerprint {
    let playlists = choice.map { [ListedPlaylist(name: $0, songs: 2)] } ?? []
    return Fingerprint(
      choice: PlaylistChoice(of: "CDs", among: playlists), files: files,
      library: update.map { LibraryState(updated: $0, songs: songs) }, albums: scans,
      facts: facts, terms: terms)
  }

  @Test func `whatever the wallet is made from is in it`() {
    let scans = [OfferedAlbum.of(1, "Ur", "Wide"), .of(2, "Neu", "Zwei")]
    let all = [
      Self.fingerprint(), Self.fingerprint(["b", "a"]), Self.fingerprint(["ab"]), Self.fingerprint(["a", "b", ""]),
      Self.fingerprint(choice: "cds"), Self.fingerprint(choice: nil), Self.fingerprint(update: 8),
      Self.fingerprint(update: nil), Self.fingerprint(songs: 4), Self.fingerprint(scans: scans),
      Self.fingerprint(scans: [scans[0]]),
      Self.fingerprint(scans: [.of(1, "Ur", "Wide", year: "1970"), scans[1]]),
      Self.fingerprint(scans: [OfferedAlbum(addedAt: "1", artistName: "Ur", albumTitle: "Wide", text: "a")]),
      Self.fingerprint(scans: [OfferedAlbum(addedAt: "1", artistName: "Ur", albumTitle: "Wide", bundle: "a")]),
      Self.fingerprint(facts: ["x": CatalogFacts(trackCount: 3)]),
      Self.fingerprint(facts: ["x": CatalogFacts(firstReleaseDate: "3")]),
      Self.fingerprint(facts: ["x": CatalogFacts(albumTitle: "3")]),
      Self.fingerprint(facts: ["x": CatalogFacts(.release)]),
      Self.fingerprint(facts: ["x": CatalogFacts(tracks: [.init(id: MBID("3"), medium: 1, position: 1, title: "")])]),
      Self.fingerprint(terms: WalletTerms(playlist: "cds")), Self.fingerprint(terms: WalletTerms(limit: 21)),
      Self.fingerprint(terms: WalletTerms(sources: [.scan])),
      Self.fingerprint(terms: WalletTerms(sources: [.playlist])),
    ].map(\.hex)
    #expect(Set(all).count == all.count)
    #expect(Self.fingerprint(scans: scans) == Self.fingerprint(scans: scans.reversed()))
    #expect(all[0].count == 64)
  }

  @Test func `hints prove that nothing changed only when they are old enough`() {
    func signals(_ written: String, _ update: Int, latest: Int?) -> ChangeSignals {
      ChangeSignals(playlists: ["\(written) CDs"], library: LibraryState(updated: update, songs: 3), latest: latest)
    }
    let seen = signals("12:00", 7, latest: 100)
    #expect(seen.proveNoChange(since: seen, lookedAt: 103))
    // An edit in the same second would look the same.
    #expect(!seen.proveNoChange(since: seen, lookedAt: 102))
    #expect(!signals("12:01", 7, latest: 100).proveNoChange(since: seen, lookedAt: 200))
    #expect(!signals("12:00", 8, latest: 100).proveNoChange(since: seen, lookedAt: 200))
    let unread = signals("?", 7, latest: nil)
    #expect(!unread.proveNoChange(since: unread, lookedAt: 200))
  }

  @Test func `what is nowhere is forgotten when it may have come`() {
    let key = UnavailableAlbums.key(artistName: "ÜR", albumTitle: "Wide")
    #expect(key == "ür|wide")
    var known = UnavailableAlbums()
    known.note(key, notInLibrary: 7)
    known.note(key, notInCatalogue: 1000)
    let week = UnavailableAlbums.patience
    #expect(known.current(databaseUpdate: 7, now: 1000 + week - 1) == known)
    #expect(known.current(databaseUpdate: 8, now: 1001).entries == [key: .init(notInCatalogue: 1000)])
    #expect(known.current(databaseUpdate: 7, now: 1000 + week).entries == [key: .init(notInLibrary: 7)])
    #expect(known.current(databaseUpdate: 8, now: 1000 + week).entries.isEmpty)
    // A clock that was set back.
    #expect(known.current(databaseUpdate: 8, now: 999).entries.isEmpty)
    #expect(known.isNotInCatalog(key))
    #expect(!known.isNotInCatalog("ur|wide"))
  }
}
