import Albums
import DrawnCovers
import Foundation
import MPD
import Pages
import Testing

@testable import Wallet

@Suite struct WalletPageTests {
  private func page(
    _ discs: [WalletPageModel.Disc], isLoading: Bool = false, message: String? = nil, notice: String? = nil
  ) -> String {
    WalletPage(
      WalletPageModel(
        discs: discs, playlist: "CDs", isLoading: isLoading, message: message, notice: notice, edition: "e",
        key: SamplePages.key)
    ).text
  }

  private func disc(_ title: String = "Undertow", tracks: Int = 2) -> WalletPageModel.Disc {
    WalletPageModel.Disc(
      id: "0123abcd", artistName: "Glass Ferry", albumTitle: title, releaseYear: "1981",
      tracks: (0..<tracks).map { WalletPageModel.Track(number: "\($0 + 1)", title: "Song \($0 + 1)", seconds: 3725) },
      artwork: ["wallet", "art", "0123abcd.jpg"])
  }

  @Test func `a disc in the library has its tracks, an address that plays it, and the command`() {
    let page = page([disc()])
    #expect(page.contains("1 album from “<span dir=\"auto\">CDs</span>”"))
    #expect(
      page.contains("<li class=\"disc-item\" id=\"disc-0123abcd\" data-play=\"albumscan:play?id=0123abcd&amp;k="))
    #expect(page.contains("src=\"wallet/art/0123abcd.jpg\""))
    #expect(page.contains("<summary>2 tracks</summary>"))
    #expect(page.contains("<li><span class=\"n\">2</span><span dir=\"auto\">Song 2</span><time>1:02:05</time></li>"))
    #expect(page.contains("<code>albumscanctl wallet play 0123abcd</code>"))
    #expect(!page.contains("\" data-absent") && !page.contains("class=\"flag\""))
  }

  @Test func `a disc that isn't in the library says so, leads to its page, and never pretends to play`() {
    var album = disc(tracks: 0)
    album.isInLibrary = false
    album.bundle = "IMG 7"
    let page = page([album])
    #expect(page.contains("<p class=\"flag\">Not in your library</p>"))
    #expect(page.contains("<a class=\"page\" href=\"IMG%207/index.html\">"))
    #expect(!page.contains("albumscan:play") && !page.contains("wallet play 0123abcd") && !page.contains("<details>"))
  }

  @Test func `names and tracks are text, whatever they hold`() {
    var album = disc("</script><script>alert(1)</script>")
    album.tracks = [WalletPageModel.Track(title: "\"><img src=x onerror=alert(2)>", artistName: "<b>")]
    let page = page([album], notice: "`<i>`")
    #expect(!page.contains("<script>alert") && !page.contains("<img src=x") && !page.contains("<b>"))
    #expect(page.contains("<code>&lt;i&gt;</code>"))
  }

  @Test(arguments: ["0123abc", "0123ABCD", "../../x", String(repeating: "a", count: 41)])
  func `nothing but a disc's name comes into an address that plays`(id: String) {
    var album = disc()
    album.id = id
    #expect(!page([album]).contains("albumscan:play"))
  }

  @Test func `each state is told from the others`() {
    #expect(page([], isLoading: true).contains("Reading your music library…"))
    #expect(page([]).contains("<p>No discs yet</p>"))
    let failed = page([disc()], message: "MPD doesn't answer: `systemctl --user start mpd`")
    #expect(failed.contains("MPD doesn&#39;t answer: <code>systemctl --user start mpd</code>"))
    #expect(failed.contains("disc-0123abcd"))
    #expect(page([disc()]) == page([disc()]), "the same each time")
  }

  @Test func `what to do comes with the lines to type, and entries that became no disc with the reason`() {
    var model = WalletPageModel(discs: [disc()], playlist: "CDs", message: "It is missing:", key: SamplePages.key)
    model.commands = ["mpc clear", "mpc save 'A & B'"]
    #expect(!WalletPage(model).text.contains("became discs"))
    (model.entries, model.unresolved) = (14, 3)
    model.problems = [
      Diagnostics.Entry(position: 5, file: "<gone>.flac", problem: .notInDatabase),
      Diagnostics.Entry(position: 9, file: "http://radio/", problem: .stream),
    ]
    let page = WalletPage(model).text
    #expect(page.contains("<pre><code>mpc clear\nmpc save &#39;A &amp; B&#39;</code></pre>"))
    #expect(page.contains("<summary>11 of 14 playlist entries became discs: why?</summary>"))
    #expect(
      page.contains("<li value=\"5\"><span dir=\"auto\">&lt;gone&gt;.flac</span>: not in MPD&#39;s database</li>"))
    #expect(page.contains("and 1 more"))
  }

  @Test func `what is played, and what wasn't, is data`() {
    #expect(NowPlaying.script(of: nil) == "albumscanNow(null)\n")
    let failed = FailedPress(
      of: "0123abcd", because: .wouldNotSound("a\u{2028}\"b\"\n"), at: Date(timeIntervalSince1970: 1000))
    let script = NowPlaying.script(of: nil, failed: failed)
    #expect(script.hasPrefix("albumscanNow(null, {\"at\":1000,\"disc\":\"0123abcd\",\"mayReplace\":false,"))
    #expect(script.contains(#"a\u2028\"b\"\n"#) && script.split(separator: "\n").count == 1)
    let now = NowPlaying(state: .play, disc: "0123abcd", track: 3, elapsed: 1.5, at: Date(timeIntervalSince1970: 1000))
    #expect(
      NowPlaying.script(of: now)
        == "albumscanNow({\"at\":1000,\"disc\":\"0123abcd\",\"elapsed\":1.5,\"state\":\"play\",\"track\":3})\n")
  }
}
