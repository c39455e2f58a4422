import Albums
import Browser
import DrawnCovers
import Foundation
import MPD
import Pages
import SystemPackage
import TestSupport
import Testing

@testable import Wallet

/// The binder in a real browser, leafed through as people do, and the wallet without it.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: Browser.isToBeHad, "chromium is needed"))
struct WalletBinderTests {
  private let folder: TemporaryFolder
  private let profile: URL

  init() throws {
    folder = try TemporaryFolder()
    profile = URL(fileURLWithPath: folder.path.string)
  }

  func wallet(
    width: Int = 1280, scripts: Bool = true, stillness: Bool = false,
    _ body: @Sendable (Window, URL) async throws -> Void
  ) async throws {
    let samples = try SamplePages(in: profile.appendingPathComponent("AlbumScan"))
    let page = try #require(samples.pages.first { $0.name == "wallet" }).file
    try await Browser.run(in: profile) { browser in
      let window = try await browser.window()
      try await window.look(width: width, stillness: stillness)
      if !scripts { try await window.runScripts(false) }
      try await window.begin(with: Self.listening)
      try await window.open(page)
      try await body(window, page)
      #expect(window.complaints == [])
      let elsewhere = window.requests.filter { !$0.hasPrefix(samples.root.absoluteString) && !$0.hasPrefix("data:") }
      #expect(elsewhere.isEmpty, "\(elsewhere)")
    }
  }

  /// What the binder says of where it is, once no page is being turned.
  func place(in window: Window) async throws -> String {
    try await window.value(
      of: """
        new Promise(done => {
          const look = () => !document.querySelector('.binder.is-turning')
            ? done(document.querySelector('.controls [role=status]').textContent) : setTimeout(look, 10)
          look()
        })
        """)
  }

  func titles(in window: Window) async throws -> [String] {
    try await window.value(
      of: "[...document.querySelectorAll('.leaf-page.is-open .sleeve')].map(s => s.ariaLabel ?? '')")
  }

  /// A point of the right page: how far from the binding, as a part of the page's width.
  private func point(_ part: Double, in window: Window) async throws -> (x: Double, y: Double) {
    let page: [Double] = try await window.value(
      of: "(r => [r.left, r.top, r.width, r.height])(document.querySelector('.right.is-open').getBoundingClientRect())")
    return (page[0] + part * page[2], page[1] + page[3] * 0.9)
  }

  @Test func `keys and buttons turn the pages, as far as there are some`() async throws {
    try await wallet { window, _ in
      #expect(try await place(in: window) == "Spread 1 of 6")
      _ = try await window.value(of: "(document.querySelector('.binder').focus(), 1)", as: Int.self)
      for (key, expected) in [
        ("ArrowRight", 2), ("PageDown", 3), ("ArrowLeft", 2), ("End", 6), ("ArrowRight", 6), ("PageUp", 5), ("Home", 1),
        ("ArrowLeft", 1),
      ] {
        try await window.press(key)
        #expect(try await place(in: window) == "Spread \(expected) of 6", "\(key)")
      }
      _ = try await window.value(of: "(document.querySelector('[data-go=\"1\"]').click(), 1)", as: Int.self)
      #expect(try await place(in: window) == "Spread 2 of 6")
      // The last disc stands alone, beside an empty sleeve.
      try await window.press("End")
      _ = try await place(in: window)
    }
  }

  @Test func `what a turn uncovers lies beneath the open pages`() async throws {
    try await wallet { window, _ in
      func beneath() async throws -> [String] {
        try await window.value(
          of: """
            ['left', 'right'].map(side => [...document.querySelectorAll(`.${side}.is-beneath .sleeve`)]
              .map(sleeve => sleeve.ariaLabel ?? '').join())
            """)
      }
      _ = try await window.value(of: "(document.querySelector('.binder').focus(), 1)", as: Int.self)
      let first = try await titles(in: window)
      var uncovered = try await beneath()
      #expect(uncovered[0] == "", "nothing comes before the first")
      for spread in 2...6 {
        try await window.press("ArrowRight")
        _ = try await place(in: window)
        let open = try await titles(in: window)
        #expect(open[1] == uncovered[1], "spread \(spread)")
        uncovered = try await beneath()
      }
      for spread in (1...5).reversed() {
        try await window.press("ArrowLeft")
        _ = try await place(in: window)
        let open = try await titles(in: window)
        #expect(open[0] == uncovered[0], "back to spread \(spread)")
        uncovered = try await beneath()
      }
      let again = try await titles(in: window)
      #expect(again == first)
    }
  }

  @Test func `a page follows the hand, and turns from half of the way on`() async throws {
    try await wallet { window, _ in
      for (from, to, expected, why) in [
        (0.9, 0.88, 1, "hardly moved"), (0.9, 0.55, 1, "a third of the way"), (0.95, 0.3, 2, "more than half"),
        (0.1, -0.8, 2, "from the binding"), (-0.95, -0.3, 1, "back"), (-0.95, -0.2, 1, "before the first"),
        (0.95, -0.4, 2, "all the way"),
      ] {
        try await window.drag(from: try await point(from, in: window), to: try await point(to, in: window))
        #expect(try await place(in: window) == "Spread \(expected) of 6", "\(why)")
        #expect(try await window.value(of: "!document.querySelector('dialog').open"), "\(why): a drag is no click")
      }
    }
  }

  @Test func `a drag from the binding, and one that a second finger joins, are no clicks and leave no leaf standing`()
    async throws
  {
    try await wallet { window, _ in
      let isOpen = "document.querySelector('dialog').open"
      try await window.drag(from: try await point(0.1, in: window), to: try await point(0.6, in: window))
      #expect(try await window.value(of: isOpen) == false, "from the binding")
      let (start, middle) = (try await point(0.9, in: window), try await point(0.6, in: window))
      try await window.drag(from: start, to: middle, releasing: false)
      _ = try await window.value(
        of: """
          (() => {
            for (const kind of ['pointerdown', 'pointerup']) {
              document.querySelector('.right.is-beneath').dispatchEvent(new PointerEvent(kind, {
                bubbles: true, pointerId: 99, isPrimary: false, clientX: 700, clientY: 300,
              }))
            }
            return 1
          })()
          """, as: Int.self)
      try await window.drag(from: middle, to: start)
      #expect(try await place(in: window) == "Spread 1 of 6")
      // Who goes on by key after a drag opens what is under the keys.
      _ = try await window.value(of: "(document.querySelector('.right.is-open a').focus(), 1)", as: Int.self)
      try await window.press("Enter")
      #expect(try await window.value(of: isOpen))
    }
  }

  @Test func `the keys stay where they are when a disc begins to play, and at the last spread`() async throws {
    try await wallet { window, _ in
      let disc = SamplePages.id(1)
      _ = try await window.value(of: "(document.querySelector('.right.is-open a').focus(), 1)", as: Int.self)
      let focused = "(e => e.closest('.leaf-page')?.dataset.disc ?? e.ariaLabel ?? '')(document.activeElement)"
      let before: String = try await window.value(of: focused)
      for state in ["play", "pause"] {
        let now = "albumscanNow({ disc: '\(disc)', state: '\(state)', track: 1, elapsed: 1, at: 1 })"
        _ = try await window.value(of: "(\(now), 1)", as: Int.self)
        let tags: [String] = try await window.value(
          of: "[...document.querySelectorAll('.binder .plays')].map(tag => tag.textContent)")
        #expect(tags == [state == "play" ? "▶ playing" : "paused"])
        let after: String = try await window.value(of: focused)
        #expect(after == before && before == "disc-\(disc)")
      }
      _ = try await window.value(of: "(albumscanNow(null), 1)", as: Int.self)
      #expect(try await window.value(of: "document.querySelectorAll('.binder .plays').length") == 0)
      for _ in 1...6 {
        _ = try await window.value(of: "(document.querySelector('[data-go=\"1\"]').focus(), 1)", as: Int.self)
        try await window.press("Enter")
        _ = try await place(in: window)
      }
      #expect(try await window.value(of: focused) == "Next page")
      #expect(try await place(in: window) == "Spread 6 of 6")
    }
  }

  @Test func `on a phone held sideways discs lie in their sleeves, and a single page follows the hand back`()
    async throws
  {
    try await wallet { window, _ in
      // As soon as the binder has followed the window.
      let spill = """
        new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(
          [...document.querySelectorAll('.is-open .cd')].filter(cd => {
            const [disc, page] = [cd, cd.closest('.leaf-page')].map(element => element.getBoundingClientRect())
            return disc.left < page.left || disc.right > page.right || disc.top < page.top || disc.bottom > page.bottom
          }).length
        ))))
        """
      for (width, height) in [(844, 390), (640, 360), (320, 568)] {
        try await window.look(width: width, height: height)
        #expect(try await window.value(of: spill) == 0, "\(width) × \(height)")
      }
      _ = try await window.value(of: "(document.querySelector('.binder').focus(), 1)", as: Int.self)
      try await window.press("ArrowRight")
      #expect(try await place(in: window) == "Album 2 of 11")
      let (start, end) = (try await point(0.2, in: window), try await point(0.8, in: window))
      try await window.drag(from: start, to: end, releasing: false)
      let angle: Double = try await window.value(
        of: "Number(document.querySelector('.is-leaf').style.transform.match(/-?[\\d.]+/)[0])")
      #expect((-60 ... -20).contains(angle), "what is turned back is seen: \(angle)")
      try await window.drag(from: end, to: end)
      #expect(try await place(in: window) == "Album 1 of 11")
    }
  }

  @Test func `a key pressed with a page in hand turns one page, and the hand lets go`() async throws {
    try await wallet { window, _ in
      let (start, middle) = (try await point(0.9, in: window), try await point(0.4, in: window))
      try await window.drag(from: start, to: middle, releasing: false)
      _ = try await window.value(of: "(document.querySelector('.binder').focus(), 1)", as: Int.self)
      try await window.press("ArrowRight")
      #expect(try await place(in: window) == "Spread 2 of 6")
      try await window.drag(from: middle, to: start)
      #expect(try await place(in: window) == "Spread 2 of 6")
    }
  }

  @Test func `only what is seen can be reached, and each disc says what it is`() async throws {
    try await wallet { window, page in
      let reachable: [String] = try await window.value(
        of: """
          [...document.querySelectorAll('.binder a')].filter(a => a.checkVisibility() && !a.closest('[inert]'))
            .map(a => a.ariaLabel)
          """)
      #expect(reachable.count == 2)
      let named = try await titles(in: window)
      #expect(named == reachable)
      try await window.press("End")
      try await window.open(try #require(URL(string: "\(page.absoluteString)?again#s=2")))
      #expect(try await place(in: window) == "Spread 2 of 6")
    }
  }

  @Test func `albums that MPD doesn't have are in the list, and in the binder if asked for or if there are no others`()
    async throws
  {
    try await wallet(stillness: true) { window, page in
      let absent = "[...document.querySelectorAll('.binder .is-absent')].length"
      let inList: Int = try await window.value(of: "document.querySelectorAll('.disc-item[data-absent]').length")
      #expect(inList == 1)
      _ = try await window.value(of: "(document.querySelector('.binder').focus(), 1)", as: Int.self)
      try await window.press("ArrowRight")
      #expect(try await place(in: window) == "Spread 2 of 6")
      #expect(try await window.value(of: absent) == 0)
      _ = try await window.value(of: "(document.querySelector('[data-also]').click(), 1)", as: Int.self)
      try await window.press("ArrowRight")
      let named = try await titles(in: window)
      #expect(named.contains { $0.hasSuffix("Not in your library") })
      // What is searched for by name is shown.
      _ = try await window.value(of: "(document.querySelector('[data-also]').click(), 1)", as: Int.self)
      #expect(try await window.value(of: absent) == 0)
      _ = try await window.value(of: "(document.querySelector('[type=search]').focus(), 1)", as: Int.self)
      try await window.type(DrawnCollection.albums[3].albumTitle)
      #expect(try await window.value(of: absent) == 1)
      // One that nobody can play opens, and nothing is asked of the desktop.
      _ = try await window.value(of: "(document.querySelector('.binder a').click(), 1)", as: Int.self)
      #expect(try await window.value(of: "document.querySelectorAll('dialog a[href^=albumscan]').length") == 0)
      #expect(try await window.value(of: "document.querySelector('.absent').checkVisibility()"))
      #expect(try await window.value(of: "window.asked.length") == 0)
      // A wallet of such alone.
      var discs = (0..<3).map { SamplePages.disc($0, DrawnCollection.albums[$0]) }
      for place in discs.indices { (discs[place].isInLibrary, discs[place].tracks) = (false, []) }
      let alone = page.deletingLastPathComponent().appendingPathComponent("alone.html")
      try Data(WalletPage(WalletPageModel(discs: discs, key: SamplePages.key)).text.utf8).write(to: alone)
      try await window.open(alone)
      #expect(try await place(in: window) == "Spread 1 of 2")
      #expect(try await isShown("[data-also]", in: window) == false)
    }
  }

  @Test func `a strip with the name lies on each sleeve, wherever it is seen`() async throws {
    try await wallet { window, _ in
      for (width, height) in [(1280, 720), (390, 844), (844, 390), (320, 568)] {
        try await window.look(width: width, height: height)
        // As soon as the binder has followed the window.
        let strips: [String] = try await window.value(
          of: """
            new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(
              [...document.querySelectorAll('.is-open a.sleeve')].map(sleeve => {
                const strip = sleeve.querySelector('.strip')
                const [inner, outer] = [strip, sleeve].map(element => element.getBoundingClientRect())
                const lies = inner.height > 15 && inner.left >= outer.left && inner.right <= outer.right
                  && inner.top > (outer.top + outer.bottom) / 2 && inner.bottom <= outer.bottom
                return lies ? strip.textContent : ''
              })
            ))))
            """)
        let album = DrawnCollection.albums[0]
        #expect(
          strips.first == "\(album.albumTitle) \(album.artistName) · \(album.releaseYear)", "\(width) × \(height)")
        #expect(!strips.contains(""))
      }
    }
  }

  @Test func `a page can't be turned by the 15 % beside the binding`() async throws {
    try await wallet { window, _ in
      let spread: [Double] = try await window.value(
        of:
          "(r => [r.left + r.width / 2, r.width / 2, r.top + r.height * 0.95])(document.querySelector('.spread').getBoundingClientRect())"
      )
      for (part, expected) in [(0.145, 1), (0.155, 2)] {
        try await window.drag(
          from: (spread[0] + part * spread[1], spread[2]), to: (spread[0] - 0.8 * spread[1], spread[2]))
        #expect(try await place(in: window) == "Spread \(expected) of 6", "\(part)")
      }
    }
  }

  @Test func `a disc opens to its tracks, and every track has an address that the handler takes`() async throws {
    try await wallet { window, page in
      _ = try await window.value(of: "(document.querySelector('.right.is-open a').click(), 1)", as: Int.self)
      #expect(try await window.value(of: "document.querySelector('dialog').open"))
      let links: [String] = try await window.value(
        of: "[...document.querySelectorAll('dialog a[href^=albumscan]')].map(a => a.getAttribute('href'))")
      #expect(links.count > 5)
      #expect(links.filter { WalletAddress($0)?.key == nil } == [])
      let focused: String = try await window.value(of: "document.activeElement.ariaLabel")
      #expect(focused == "Play the album")
      #expect(
        try await window.value(of: "document.querySelector('dialog code').textContent")
          == "albumscanctl wallet play \(SamplePages.id(1))")
      try await window.press("Escape")
      #expect(try await window.value(of: "!document.querySelector('dialog').open"))
    }
  }

  @Test func `the display follows the file beside the page`() async throws {
    try await wallet { window, page in
      _ = try await window.value(of: "(document.querySelector('.right.is-open a').click(), 1)", as: Int.self)
      let shown = "[...document.querySelectorAll('.lcd span')].map(s => s.textContent).join(' ')"
      #expect(try await window.value(of: shown) == "TRK -- --:--")
      let file = page.deletingLastPathComponent().appendingPathComponent("wallet/now.js")
      func play(_ disc: String, _ elapsed: Double, _ expected: String) async throws {
        let now = NowPlaying(state: .pause, disc: disc, track: 3, elapsed: elapsed, at: Date())
        try Data(NowPlaying.script(of: now).utf8).write(to: file)
        let seen: String = try await window.value(
          of: """
            new Promise(done => {
              const look = () => \(shown) === '\(expected)' ? done(\(shown)) : setTimeout(look, 20)
              look()
            })
            """)
        #expect(seen == expected)
      }
      try await play(SamplePages.id(1), 107.9, "TRK 03 01:47")
      #expect(try await window.value(of: "document.querySelector('.tracks .is-now .n').textContent") == "3")
      try await play(SamplePages.id(1), 6067, "TRK 03 101:07")
      try await play(SamplePages.id(0), 1, "TRK -- --:--")
    }
  }

  /// Has the file beside the page say what is played, and waits until the page has read it.
  func say(_ now: NowPlaying, beside page: URL, in window: Window, until seen: String) async throws {
    let file = page.deletingLastPathComponent().appendingPathComponent("wallet/now.js")
    try Data(NowPlaying.script(of: now).utf8).write(to: file)
    _ = try await window.value(
      of: "new Promise(done => { const look = () => (\(seen)) ? done(1) : setTimeout(look, 20); look() })",
      as: Int.self)
  }

  /// Keeps the addresses that would be given to the desktop.
  private static let listening = """
    window.asked = []
    const click = HTMLAnchorElement.prototype.click
    HTMLAnchorElement.prototype.click = function () {
      if (this.href.startsWith('albumscan:')) window.asked.push(this.href)
      else click.call(this)
    }
    """

  @Test func `a wallet that is looked through anew says so, and is shown anew after that`() async throws {
    try await wallet { window, page in
      var now = NowPlaying(state: .stop, disc: nil, track: nil, elapsed: 0, at: Date())
      now.updating = true
      let lead = "document.querySelector('.lead').textContent"
      try await say(now, beside: page, in: window, until: "\(lead) === 'Updating…'")
      _ = try await window.value(of: "(window.isBefore = true, 1)", as: Int.self)
      now.updating = nil
      try await say(now, beside: page, in: window, until: "true")
      // What is asked while the page goes isn't answered.
      let isNew = "document.readyState === 'complete' && !window.isBefore"
      while (try? await window.value(of: isNew, as: Bool.self)) != true { try await Task.sleep(for: .milliseconds(20)) }
      #expect(try await window.value(of: lead) == "12 albums from “CDs”")
    }
  }

  @Test func `a narrow window shows one disc at a time`() async throws {
    try await wallet(width: 390) { window, _ in
      #expect(try await place(in: window) == "Album 1 of 11")
      _ = try await window.value(of: "(document.querySelector('.binder').focus(), 1)", as: Int.self)
      try await window.press("ArrowRight")
      #expect(try await place(in: window) == "Album 2 of 11")
      #expect(
        try await window.value(
          of: "document.querySelectorAll('.leaf-page:not([inert]) a').length") == 1)
    }
  }

  @Test func `covers and list are views of the same, and are searched without accents`() async throws {
    try await wallet(stillness: true) { window, _ in
      _ = try await window.value(of: "(document.querySelector('[value=grid]').click(), 1)", as: Int.self)
      #expect(try await window.value(of: "document.querySelector('.stage').checkVisibility()") == false)
      #expect(
        try await window.value(
          of: "[...document.querySelectorAll('.disc-item')].filter(i => i.checkVisibility()).length") == 12)
      _ = try await window.value(of: "(document.querySelector('[type=search]').focus(), 1)", as: Int.self)
      try await window.type("lanterns")
      #expect(
        try await window.value(
          of: "[...document.querySelectorAll('.disc-item')].filter(i => i.checkVisibility()).length") == 1)
      _ = try await window.value(of: "(document.querySelector('[value=binder]').click(), 1)", as: Int.self)
      #expect(try await place(in: window) == "Spread 1 of 1")
    }
  }

  func isShown(_ selector: String, in window: Window) async throws -> Bool {
    try await window.value(of: "document.querySelector('\(selector)').checkVisibility()")
  }

  private func shown(_ selector: String, in window: Window) async throws -> Int {
    try await window.value(of: "[...document.querySelectorAll('\(selector)')].filter(i => i.checkVisibility()).length")
  }

  @Test func `without its script the wallet is a list with a command for each disc`() async throws {
    try await wallet(scripts: false) { window, _ in
      let isLively = [
        try await isShown(".stage", in: window), try await isShown(".tools", in: window),
        try await isShown(".views", in: window),
      ]
      #expect(isLively == [false, false, false])
      let commands = try await shown(".disc-item code", in: window)
      #expect(commands == 11)
    }
  }

  @Test func `on paper the wallet is a list`() async throws {
    try await wallet { window, _ in
      try await window.look(width: 794, print: true)
      let (stage, discs) = (try await isShown(".stage", in: window), try await shown(".disc-item", in: window))
      #expect(!stage && discs == 12)
    }
  }

  @Test func `two thousand discs are leafed through, and no more than a handful of them are drawn`() async throws {
    try await wallet { window, page in
      let discs = (0..<2_000).map { number in
        var disc = SamplePages.disc(number % 11, DrawnCollection.albums[number % 11])
        disc.id = "b0" + String(repeating: "0", count: 6 - String(number, radix: 16).count) + String(number, radix: 16)
        return disc
      }
      let large = page.deletingLastPathComponent().appendingPathComponent("large.html")
      try Data(WalletPage(WalletPageModel(discs: discs, key: SamplePages.key)).text.utf8).write(to: large)
      try await window.open(large)
      #expect(try await place(in: window) == "Spread 1 of 1000")
      // Twenty turns, one after another, with a look at each frame.
      struct Frames: Decodable {
        let count: Int, longest: Double, milliseconds: Double, drawn: Int, madeInTurns: Int, load: Double
      }
      let frames: Frames = try await window.value(
        of: """
          (async () => {
            const binder = document.querySelector('.binder')
            const next = document.querySelector('[data-go="1"]')
            let [count, longest, drawn, madeInTurns, last, going] = [0, 0, 0, 0, performance.now(), true]
            const made = new MutationObserver(changes => {
              if (binder.matches('.is-turning')) madeInTurns += changes.length
            })
            made.observe(binder, { childList: true, subtree: true })
            const start = last
            const look = now => {
              count += 1
              longest = Math.max(longest, now - last)
              last = now
              drawn = Math.max(drawn, document.querySelectorAll('.binder .sleeve').length)
              if (going) requestAnimationFrame(look)
            }
            requestAnimationFrame(look)
            for (let turn = 0; turn < 20; turn++) {
              next.click()
              await new Promise(done => {
                const wait = () => !binder.matches('.is-turning') ? done() : requestAnimationFrame(wait)
                wait()
              })
            }
            going = false
            const load = performance.getEntriesByType('navigation')[0].loadEventEnd
            return { count, longest, milliseconds: performance.now() - start, drawn, madeInTurns, load }
          })()
          """)
      #expect(try await place(in: window) == "Spread 21 of 1000")
      #expect(frames.drawn <= 10)
      #expect(frames.madeInTurns == 0, "what a turn shows lies there before it")
      print(
        "WALLET 2000 discs: loaded in \(Int(frames.load)) ms, \(frames.count) frames in \(Int(frames.milliseconds)) ms, "
          + "the longest \(Int(frames.longest)) ms")
    }
  }
}
