import Albums
import Browser
import Foundation
import Pages
import SystemPackage
import TestSupport
import Testing

/// The gallery's script in a real browser, and the gallery without it.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: Browser.isToBeHad, "chromium is needed"))
struct GallerySearchTests {
  private let folder: TemporaryFolder
  private let profile: URL

  init() throws {
    folder = try TemporaryFolder()
    profile = URL(fileURLWithPath: folder.path.string)
  }

  private func gallery(scripts: Bool = true, _ body: @Sendable (Window, URL) async throws -> Void) async throws {
    let samples = try SamplePages(in: profile.appendingPathComponent("AlbumScan"))
    let page = try #require(samples.pages.first { $0.name == "gallery" }).file
    try await Browser.run(in: profile) { browser in
      let window = try await browser.window()
      try await window.look(width: 390)
      if !scripts { try await window.runScripts(false) }
      try await window.open(page)
      try await body(window, page)
      #expect(window.requests.filter { !$0.hasPrefix(samples.root.absoluteString) && !$0.hasPrefix("data:") } == [])
    }
  }

  private func isShown(_ name: String, in window: Window) async throws -> Bool {
    try await window.value(of: "document.querySelector('\(name)').checkVisibility()")
  }

  /// Sets fields of the search, and waits for what is found.
  private func find(_ fields: [String: String], in window: Window) async throws -> [String] {
    let set = fields.map { "f.elements['\($0)'].value = '\($1)';" }.joined()
    _ = try await window.value(
      of: """
        (f => { f.reset(); \(set) f.dispatchEvent(new Event('focusin')); f.dispatchEvent(new Event('input'));
          return new Promise(done => { const look = () => document.querySelector('.found h2').textContent
            && (document.querySelector('.found').hidden == document.querySelector('.shelves').hidden ? 0
            : performance.now() > start + 150) ? done(1) : setTimeout(look, 10); const start = performance.now(); look() })
        })(document.querySelector('.find'))
        """, as: Int.self)
    return try await window.value(of: "[...document.querySelectorAll('.found .title')].map(t => t.textContent)")
  }

  @Test func `all scans are searched, whatever month they are of and however they are spelt`() async throws {
    try await gallery { window, _ in
      #expect(try await isShown(".find", in: window))
      #expect(try await isShown(".shelves", in: window))
      #expect(try await find(["q": "lanterns QUIST"], in: window) == ["Paper Lanterns", "Paper Lanterns"])
      #expect(try await find(["q": "ines calderon"], in: window) == ["Cartas al Mar", "Cartas al Mar"])
      #expect(try await find(["q": "полярныи"], in: window) == ["Тихий берег"])
      #expect(try await !isShown(".shelves", in: window))
      // An artist whom a review names.
      #expect(try await find(["q": "nordic noise"], in: window).count == 1)
      let menu: [String] = try await window.value(
        of: "[...document.querySelectorAll('.found .menu code, .found .menu .copy')].map(e => e.textContent)")
      #expect(menu.count == 6 && menu[0].hasPrefix("albumscanctl accept ") && menu[1] == "Copy")
      #expect(try await find(["q": "nobody sings this"], in: window) == [])
      #expect(try await window.value(of: "document.querySelector('.found h2').textContent") == "Nothing found")
      // A name that would be markup is a name.
      let loops = try await find(["q": "script alert"], in: window)
      #expect(loops == ["<script>alert(\"B-side\")</script> & Other Loops / Vol. 1"])
      #expect(try await find([:], in: window) == [])
      #expect(try await isShown(".shelves", in: window))
      #expect(window.complaints == [])
    }
  }

  @Test func `what is found is filtered, put in order, and there again on the way back`() async throws {
    try await gallery { window, page in
      let best = try await find(["rating": "9", "order": "rating"], in: window)
      #expect(best.first == "Paper Lanterns" && best.count == 4)
      #expect(try await find(["decade": "198", "order": "year"], in: window).first == "Night Shift Radio")
      #expect(try await find(["list": "Lisbon 2026"], in: window).count == 1)
      #expect(try await find(["list": "owned"], in: window).count == 5)
      #expect(try await find(["rating": "none"], in: window).count == 2)
      #expect(try await window.stumblingBlocks() == [])
      let address: String = try await window.value(
        of: """
          new Promise(done => { const look = () => location.href.endsWith('#rating=none') ? done(location.href)
          : setTimeout(look, 10); look() })
          """)
      try await window.open(try #require(URL(string: "about:blank")))
      try await window.open(try #require(URL(string: address)))
      _ = try await window.value(
        of: """
          new Promise(done => { const look = () => document.querySelectorAll('.found .title').length == 2 ? done(1)
          : setTimeout(look, 10); look() })
          """, as: Int.self)
      // Covers of what is found are there, and their pages are linked.
      let links: [String] = try await window.value(
        of: "[...document.querySelectorAll('.found a')].map(a => a.getAttribute('href'))")
      #expect(links.allSatisfy { $0.hasSuffix("/index.html") })
    }
  }

  @Test func `a script that isn't the page's own doesn't run`() async throws {
    try await gallery { window, _ in
      _ = try await window.value(
        of: """
          (() => { const add = (text, src) => { const s = document.createElement('script'); s.textContent = text;
            if (src) s.src = src; document.body.append(s) }
            add('document.title = "owned"'); add('', 'months/2026-11.js')
            document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="document.title = \\'owned\\'">')
            return new Promise(done => setTimeout(() => done(1), 200)) })()
          """, as: Int.self)
      #expect(try await window.value(of: "document.title") == "AlbumScan")
      #expect(window.complaints.count { $0.contains("Content Security Policy") } >= 3)
    }
  }

  @Test func `without scripts the gallery shows the newest and leads to the months`() async throws {
    try await gallery(scripts: false) { window, _ in
      #expect(try await !isShown(".find", in: window))
      #expect(try await !isShown(".found", in: window))
      #expect(try await isShown(".shelves", in: window))
      let links: [String] = try await window.value(
        of: "[...document.querySelectorAll('.months a')].map(a => a.getAttribute('href'))")
      #expect(links == ["months/2026-11.html", "months/2026-10.html", "months/2026-09.html"])
    }
  }

  @Test func `all months are read with the first letter among ten thousand scans, and never again`() async throws {
    struct Typing: Decodable {
      let found: String
      let shown: Int
    }
    let done = profile.appendingPathComponent("AlbumScan/done")
    let month = Gallery.Month(name: "2026-11", counts: Dictionary(uniqueKeysWithValues: (1...100).map { ($0, 100) }))
    #expect(month.monthPages.count == 100)
    try FileManager.default.createDirectory(
      at: done.appendingPathComponent("months"), withIntermediateDirectories: true)
    let entries = (1...10_000).map { number in
      Fixtures.entry(Int64(number), "Album number \(number)", by: "Artist \(number % 700)", folder: "\(number)")
    }
    for (place, monthPage) in month.monthPages.enumerated() {
      let own = entries[(99 - place) * 100..<(100 - place) * 100]
      let data = HTMLRenderer().galleryData(Gallery(entries: own.reversed(), monthPage: monthPage, total: 10_000))
      try Data(data.utf8).write(to: done.appendingPathComponent("months/\(monthPage.name).js"))
    }
    let page = done.appendingPathComponent("index.html")
    let front = Gallery(entries: entries.suffix(60).reversed(), months: [month], total: 10_000)
    try Data(HTMLRenderer().galleryPage(front).utf8).write(to: page)
    try await Browser.run(in: profile) { browser in
      let window = try await browser.window()
      try await window.look(width: 390)
      try await window.open(page)
      var typing: Typing = try await window.value(
        of: """
          (async () => {
            const form = document.querySelector('.find'), count = document.querySelector('.found h2')
            const turn = () => new Promise(done => {
              const channel = new MessageChannel()
              channel.port1.onmessage = done
              channel.port2.postMessage(0)
            })
            window.ask = async (text, order) => {
              form.elements.q.value = text
              form.elements.order.value = order
              count.textContent = ''
              form.dispatchEvent(new Event('input'))
              while (!count.textContent) await turn()
              return { found: count.textContent, shown: document.querySelectorAll('.found li').length }
            }
            return ask('a', 'newest')
          })()
          """)
      #expect(typing.found == "10000 albums")
      let read = window.requests.filter { $0.contains("/months/") }
      #expect(read.count == 100 && Set(read).count == 100)
      typing = try await window.value(
        of: """
          (async () => {
            let answer
            for (const order of ['newest', 'artist', 'rating'])
              for (let end = 1; end <= 11; end++) answer = await ask('number 4321'.slice(0, end), order)
            return answer
          })()
          """)
      #expect(typing.found == "1 album" && typing.shown == 1)
      #expect(window.requests.filter { $0.contains("/months/") } == read)
    }
  }
}
