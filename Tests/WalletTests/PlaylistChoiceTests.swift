import Testing

@testable import Wallet

/// Which playlist is the wallet's.
@Suite struct PlaylistChoiceTests {
  private static func choice(_ wanted: String, _ playlists: [(String, Int)]) -> PlaylistChoice {
    PlaylistChoice(of: wanted, among: playlists.map { ListedPlaylist(name: $0, songs: $1) })
  }

  @Test(arguments: [
    ("CDs", ["CDs"], true), ("CDs", ["cds"], true), ("CDs", ["CDS"], true), ("CDs", ["CDs "], false),
    ("CDs", [" CDs"], false), ("CDs", ["CD"], false), ("Groß", ["GROSS"], true), ("Ärzte", ["A\u{308}RZTE"], true),
    ("ΣΟΦΟΣ", ["σοφος"], true), ("i", ["ı"], false), ("CDs", ["ＣＤｓ"], false),
  ])
  func `a name counts in any case and either normalization, and with its blanks`(
    _ wanted: String, _ names: [String], _ isIt: Bool
  ) {
    #expect((Self.choice(wanted, names.map { ($0, 1) }).chosen != nil) == isIt)
  }

  @Test func `the largest of several is it, and among equals the first by the bytes of its name`() {
    let playlists = [("cds", 4), ("CDs", 17), ("CDS", 1), ("CDs ", 99), ("Others", 50)]
    let largest = Self.choice("CDs", playlists)
    #expect(largest.chosen == "CDs")
    #expect(largest.reason == .largest)
    #expect(largest.considered.map(\.name) == ["CDS", "CDs", "cds"])
    #expect(Self.choice("CDs", [("cds", 3)]).reason == .only)
    let equals = [("cds", 3), ("CDs", 3), ("CDS", 3), ("cDs", 2)]
    for _ in 0..<20 {
      let tie = Self.choice("CDs", equals.shuffled())
      #expect(tie.chosen == "CDS")
      #expect(tie.reason == .tie)
    }
    #expect(Self.choice("CDs", [("Others", 3)]).chosen == nil)
    #expect(Self.choice("CDs", []).reason == nil)
  }
}
