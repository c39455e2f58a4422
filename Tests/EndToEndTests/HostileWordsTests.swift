import DrawnCovers
import Foundation
import Glibc
import Simulator
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Words of strangers, in at every entrance, and inert at every exit.
@Suite struct HostileWordsTests {
  /// The same looks under other names: artist, title, label, genre, disambiguation, tracks and print are all hostile.
  private static let albums: [DrawnAlbum] = zip(DrawnCollection.albums, HostileText.all).map { album, words in
    var hostile = album
    hostile.artistName = "Artist \(words)"
    hostile.albumTitle = "Title \(words)"
    hostile.recordLabel = "Label \(words)"
    hostile.genres = ["genre \(words)"]
    hostile.disambiguation = words
    hostile.tracks = ["One \(words)", "Two", "Three", "Four \(words)"]
    hostile.print = .words(words)
    hostile.sibling = .none
    hostile.review = .clean
    return hostile
  }

  private static let photoNames = [
    "a\nIMG forged: done.jpg", "\u{1B}[2J\u{1B}]0;owned\u{7}.jpg", "\u{202E}gpj.evil.jpg",
    "<script>document.title='owned'<x>.jpg",
    "$(touch owned);'`\".jpg", "z\(String(repeating: "\u{0301}", count: 60)).jpg",
  ]

  @Test func `what strangers write is shown everywhere and obeyed nowhere`() async throws {
    var options = Simulator.Options.quick
    options.albums = Self.albums
    try await withTestHome(options: options) { home, simulator in
      try await home.withDaemon { _ in
        for (number, album) in Self.albums.enumerated() {
          let name = number < Self.photoNames.count ? Self.photoNames[number] : "\(number).jpg"
          try home.copy(try Photos.front(album), as: name)
        }
        try home.copy(try Photos.photo(.wall), as: "wall \u{1B}[31m\n.jpg")
        try await until("all to be settled") {
          let status = try await home.status()
          return ["done", "unsure", "failed"].reduce(0) { $0 + status.count($1) } == Self.albums.count + 1
        }
        try await Self.expectInert(home)
      }
      // Nothing was made where a name pointed to, nor by a name.
      #expect(home.folder.names(in: "").filter { !$0.hasPrefix(".") }.sorted() == ["AlbumScan", "albumscand.log"])
      for place in ["done", "unsure"] {
        for bundle in try home.bundles(in: place) {
          try bundle.expectWhole()
          #expect(!HostileText.steers(try bundle.page()))
          #expect(!HostileText.steers(bundle.name) && !bundle.name.contains("\n"))
        }
      }
      let log = home.log
      #expect(!HostileText.steers(log) && !log.split(separator: "\n").contains { $0.hasPrefix("IMG forged") })
      #expect(!HostileText.steers(home.gallery()))
      try await Self.expectNoScriptRuns(in: home)
    }
  }

  private static func expectInert(_ home: TestHome) async throws {
    let history = try await home.history()
    var verbs: [[String]] = [["status"], ["history", "--limit", "0"], ["unsure"], ["costs"], ["stats"]]
    for scan in history { verbs += [["show", "\(scan.id)"], ["show", "\(scan.id)", "--raw"]] }
    for verb in verbs {
      let text = try await home.ctl(verb)
      #expect(!HostileText.steers(text.output + text.errors), "\(verb)")
      #expect(!text.output.split(separator: "\n").contains { $0.hasPrefix("IMG forged") }, "\(verb)")
      let json = try await home.ctl(verb + ["--json"])
      #expect(!HostileText.steers(json.output), "\(verb)")
      _ = try json.document()
    }
    // To the letter for programs, whatever a terminal is spared.
    let named = Set(history.map(\.photo))
    #expect(photoNames.allSatisfy(named.contains))
  }

  /// In a browser, where there is one: the page's own title stands, whatever wants to change it.
  private static func expectNoScriptRuns(in home: TestHome) async throws {
    let browser = FilePath("/usr/bin/chromium")
    guard access(browser.string, X_OK) == 0 else { return }
    let profile = try home.folder.makeFolder("browser")
    for bundle in try home.bundles().prefix(3) {
      let page = bundle.path.appending("index.html")
      let shown = try await Subprocess.run(
        .path(browser),
        arguments: [
          "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile)", "--virtual-time-budget=2000",
          "--dump-dom", URL(fileURLWithPath: page.string).absoluteString,
        ], output: .string(limit: 8 << 20), error: .discarded)
      let dom = shown.standardOutput
      #expect(dom.contains("AlbumScan"))
      #expect(!dom.contains("<title>owned</title>"))
    }
  }
}
