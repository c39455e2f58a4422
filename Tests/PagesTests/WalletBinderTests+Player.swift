import Browser
import Foundation
import MPD
import Testing

@testable import Wallet

/// The player, pressed as people do, and the disc in it.
extension WalletBinderTests {
  private static let press = """
    (document.querySelector('.right.is-open a').dispatchEvent(new MouseEvent('click', \
    { bubbles: true, cancelable: true })), document.querySelector('dialog').open)
    """
  private static let address = "albumscan:play?id=\(SamplePages.id(1))&k=\(SamplePages.key)"
  private static let answer = "(p => p.checkVisibility() ? p.textContent : '')(document.querySelector('.answer'))"
  private static let tag = "(document.querySelector('.right.is-open .plays')?.textContent ?? '')"

  private static func waiting(until seen: String) -> String {
    "new Promise(done => { const look = () => \(seen) ? done(1) : setTimeout(look, 20); look() })"
  }

  /// As a person does, which a link tells from a script's click.
  private func click(_ selector: String, in window: Window) async throws {
    let event = "new MouseEvent('click', { bubbles: true, cancelable: true })"
    _ = try await window.value(of: "document.querySelector('\(selector)').dispatchEvent(\(event))", as: Bool.self)
  }

  /// What the desktop was asked, once it is as much as expected; a moment later if that is nothing.
  private func asked(_ count: Int = 1, in window: Window) async throws -> [String] {
    try await window.value(
      of: """
        new Promise(done => {
          const take = () => done(window.asked.splice(0))
          const look = () => window.asked.length >= \(count) ? take() : setTimeout(look, 20)
          \(count == 0) ? setTimeout(take, 50) : look()
        })
        """)
  }

  @Test(arguments: [false, true])
  func `a press opens a disc's player and plays it or goes on, a second one only opens it, and closing it pauses`(
    keepsPlaying: Bool
  ) async throws {
    try await wallet { window, page in
      if keepsPlaying {
        _ = try await window.value(of: "(document.querySelector('dialog').dataset.keepsPlaying = '', 1)", as: Int.self)
      }
      func tell(_ state: PlayerStatus.State, until seen: String) async throws {
        let now = NowPlaying(state: state, disc: SamplePages.id(1), track: 1, elapsed: 0, at: Date())
        try await say(now, beside: page, in: window, until: "\(Self.tag) === '\(seen)'")
      }
      #expect(try await window.value(of: Self.press) == true)
      #expect(try await asked(in: window) == [Self.address])
      #expect(try await window.value(of: Self.answer) == "Starting…")
      #expect(try await window.value(of: Self.tag) == "Starting…")
      try await tell(.play, until: "▶ playing")
      #expect(try await window.value(of: Self.answer) == "")
      let pause = keepsPlaying ? [] : [Self.address.replacing("play", with: "pause")]
      try await window.press("Escape")
      #expect(try await asked(pause.count, in: window) == pause)
      try await tell(.pause, until: "paused")
      #expect(try await window.value(of: Self.press) == true)
      #expect(try await asked(in: window) == [Self.address])
      try await tell(.play, until: "▶ playing")
      try await window.press("Escape")
      #expect(try await asked(pause.count, in: window) == pause)
      // What somebody else has in is shown, and isn't this player's to pause.
      try await tell(.play, until: "▶ playing")
      #expect(try await window.value(of: Self.press) == true)
      try await window.press("Escape")
      #expect(try await asked(0, in: window) == [])
    }
  }

  @Test func `a button that does nothing says why where it was pressed, and can replace the queue`() async throws {
    try await wallet { window, page in
      let file = page.deletingLastPathComponent().appendingPathComponent("wallet/now.js")
      func fail(_ error: PlayingError, at: Date = Date()) throws {
        let failed = FailedPress(of: SamplePages.id(1), because: error, at: at)
        try Data(NowPlaying.script(of: nil, failed: failed).utf8).write(to: file)
      }
      func answered(_ words: String) async throws {
        _ = try await window.value(
          of: Self.waiting(until: "\(Self.answer).startsWith('\(words)')"), as: Int.self)
      }
      // That of yesterday isn't this one's.
      try fail(.busy, at: Date(timeIntervalSinceNow: -86_400))
      #expect(try await window.value(of: Self.press) == true)
      try fail(.missing(file: "gone.flac"))
      try await answered("MPD no longer")
      let words: String = try await window.value(of: Self.answer)
      #expect(words.hasSuffix("albumscanctl wallet refresh"))
      #expect(try await isShown(".replace", in: window) == false)
      #expect(try await window.value(of: Self.tag) == "")
      try await click(".tracks a", in: window)
      #expect(try await window.value(of: Self.answer) == "Starting…")
      try fail(.othersQueue(songs: 3, command: ""))
      try await answered("MPD’s queue contains 3 songs".replacing("’", with: "\\'"))
      _ = try await asked(2, in: window)
      try await click(".replace", in: window)
      let forced = try await asked(in: window)
      #expect(forced == [Self.address.replacing("&k=", with: "&force&k=")])
      #expect(WalletAddress(forced.first ?? "")?.isForced == true)
      #expect(try await isShown(".replace", in: window) == false)
      // It is in, and comes out again.
      #expect(try await isShown("[data-action=eject]", in: window) == false)
      let now = NowPlaying(state: .play, disc: SamplePages.id(1), track: 1, elapsed: 0, at: Date())
      try await say(now, beside: page, in: window, until: "\(Self.answer) === ''")
      #expect(try await isShown("[data-action=eject]", in: window))
      try await click("[data-action=eject]", in: window)
      try await window.press("Escape")
      #expect(try await asked(in: window) == [Self.address.replacing("play", with: "eject")])
    }
  }

  @Test func `where no desktop takes the addresses the player says so, and nothing starts for ever`() async throws {
    try await wallet { window, page in
      try await window.pose(
        as: "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36")
      try await window.open(try #require(URL(string: "\(page.absoluteString)?phone")))
      #expect(try await window.value(of: Self.press) == true)
      #expect(try await asked(0, in: window) == [])
      let words: String = try await window.value(of: Self.answer)
      #expect(words.hasPrefix("Playing needs the computer"))
      #expect(try await window.value(of: Self.tag) == "")
      #expect(try await isShown("dialog pre", in: window), "the command is there")
      // A computer on which nobody answers.
      try await window.pose(as: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36")
      try await window.begin(
        with: "const wait = setTimeout; window.setTimeout = (body, time) => wait(body, time === 8000 ? 100 : time)")
      try await window.open(try #require(URL(string: "\(page.absoluteString)?desk")))
      #expect(try await window.value(of: Self.press) == true)
      #expect(try await asked(in: window) == [Self.address])
      _ = try await window.value(
        of: Self.waiting(until: "\(Self.answer).startsWith('No answer yet')"), as: Int.self)
      #expect(try await window.value(of: Self.tag) == "")
    }
  }

  @Test func `a disc has the measures of a compact disc`() async throws {
    try await wallet { window, _ in
      try await window.look(width: 1280, density: 3)
      // Artwork of one color. What is seen along a radius on which there is no sheen, from the middle to beyond the rim.
      let middle: [Double] = try await window.value(
        of: """
          (async () => {
            const square = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
              + '<rect width="9" height="9" fill="#f0f"/></svg>'
            const image = document.querySelector('.right.is-open .face img')
            image.src = `data:image/svg+xml,${encodeURIComponent(square)}`
            await image.decode()
            const disc = document.querySelector('.right.is-open .cd').getBoundingClientRect()
            return [disc.left + disc.width / 2, disc.top + disc.height / 2, disc.width / 2]
          })()
          """)
      let picture = try await window.picture().base64EncodedString()
      let pixels: [[Double]] = try await window.value(
        of: """
          (async () => {
            const shot = new Image()
            shot.src = 'data:image/png;base64,\(picture)'
            await shot.decode()
            const canvas = Object.assign(document.createElement('canvas'), { width: shot.width, height: shot.height })
            const context = canvas.getContext('2d')
            context.drawImage(shot, 0, 0)
            const { data, width } = context.getImageData(0, 0, shot.width, shot.height)
            const [x, y, radius] = \(middle).map(length => length * 3)
            const seen = []
            for (let part = 0; part <= 1.05; part += 0.001) {
              const along = part * radius * Math.SQRT1_2
              const at = 4 * (Math.round(y + along) * width + Math.round(x + along))
              seen.push([part, data[at], data[at + 1], data[at + 2]])
            }
            return seen
          })()
          """)
      let isArt: ([Double]) -> Bool = { $0[1] > 220 && $0[2] < 60 && $0[3] > 220 }
      let art = pixels.filter(isArt).map { $0[0] }
      let (hole, rim) = (try #require(art.first), try #require(art.last))
      #expect((0.125...0.145).contains(hole), "the hole, with the highlight on its edge: \(hole)")
      #expect((0.965...0.985).contains(rim), "the artwork ends: \(rim)")
      #expect(pixels.allSatisfy { $0[0] > 0.12 || $0[1] + $0[2] + $0[3] < 250 }, "the sleeve is seen through the hole")
      let ring = pixels.filter { (0.15...0.95).contains($0[0]) && !isArt($0) }.map { $0[0] }
      let (inner, outer) = (try #require(ring.first), try #require(ring.last))
      #expect((0.262...0.268).contains(inner) && (0.272...0.278).contains(outer), "the clamp ring: \(inner), \(outer)")
      let plastic = pixels.filter { (0.985...0.995).contains($0[0]) }
      #expect(
        plastic.allSatisfy { $0[1] + $0[2] + $0[3] > 180 && abs($0[1] - $0[2]) < 30 }, "the rim is clear: \(plastic)")
      #expect(pixels.allSatisfy { $0[0] < 1.02 || $0[1] + $0[2] + $0[3] < 300 }, "nothing is beyond it")
    }
  }
}
