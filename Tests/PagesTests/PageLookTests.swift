import Browser
import Foundation
import SystemPackage
import TestSupport
import Testing

/// The pages as people see them, in a real browser. Pictures of each are left in `.build/artefacts/pages`.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: Browser.isToBeHad, "chromium is needed"))
struct PageLookTests {
  private static let artefacts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../.build/artefacts/pages").standardizedFileURL
  private static let devices = [("phone", 390, 844), ("tablet", 820, 1180), ("desk", 1440, 900)]

  private let folder: TemporaryFolder
  private let profile: URL

  init() throws {
    folder = try TemporaryFolder()
    profile = URL(fileURLWithPath: folder.path.string)
    try FileManager.default.createDirectory(at: Self.artefacts, withIntermediateDirectories: true)
  }

  private func look(_ body: @Sendable (Window, SamplePages) async throws -> Void) async throws {
    let samples = try SamplePages(in: profile.appendingPathComponent("AlbumScan"))
    try await Browser.run(in: profile) { browser in try await body(try await browser.window(), samples) }
  }

  @Test func `every page is there for everybody, on every screen and in both schemes`() async throws {
    try await look { window, samples in
      for (name, file) in samples.pages {
        try await window.look(width: 390)
        try await window.open(file)
        for (device, width, height) in Self.devices {
          for scheme in Window.Scheme.allCases {
            try await window.look(width: width, height: height, scheme: scheme)
            let picture = try await window.picture(whole: true)
            try picture.write(to: Self.artefacts.appendingPathComponent("\(name)-\(device)-\(scheme.rawValue).png"))
          }
        }
        for (width, scheme) in [(320, Window.Scheme.light), (390, .dark), (820, .light), (1440, .dark)] {
          try await window.look(width: width, scheme: scheme)
          let blocks = try await window.stumblingBlocks()
          #expect(blocks == [], "\(name), \(width) wide, \(scheme)")
        }
      }
      // And none of them asked for anything that isn't in the folder, or was refused anything.
      let root = samples.root.absoluteString
      #expect(window.requests.count > samples.pages.count)
      #expect(window.requests.filter { !$0.hasPrefix(root) && !$0.hasPrefix("data:") } == [])
      #expect(window.complaints == [])
    }
  }

  @Test(arguments: [false, true])
  func `each page of an album, and the phone's, is whole alone in an empty folder`(hasScripts: Bool) async throws {
    try await look { window, samples in
      let empty = samples.root.deletingLastPathComponent().appendingPathComponent("alone")
      try await window.runScripts(hasScripts)
      for (name, file) in samples.pages where samples.alone.contains(name) {
        try? FileManager.default.removeItem(at: empty)
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        let copy = empty.appendingPathComponent("\(name).html")
        try FileManager.default.copyItem(at: file, to: copy)
        let size = try Data(contentsOf: copy).count
        #expect(size <= (name == "phone" ? 3_000_000 : 300_000), "\(name)")
        try await window.look(width: 390)
        let before = window.requests.count
        try await window.open(copy)
        let blocks = try await window.stumblingBlocks()
        #expect(blocks == [], "\(name)")
        let asked = window.requests.dropFirst(before).filter { !$0.hasPrefix("data:") }
        #expect(Array(asked) == [copy.absoluteString], "\(name)")
        let broken: Int = try await window.value(
          of: "[...document.images].filter(i => i.loading != 'lazy' && !(i.complete && i.naturalWidth)).length")
        #expect(broken == 0, "\(name)")
        let width: Int = try await window.value(of: "document.documentElement.scrollWidth")
        #expect(width <= 390, "\(name)")
      }
      #expect(window.complaints == [])
    }
  }

  @Test func `what is owned is found by a word in it, without accents, and the word is marked`() async throws {
    try await look { window, samples in
      let page = try #require(samples.pages.first { $0.name == "phone" })
      try await window.look(width: 390)
      try await window.open(page.file)
      let found: [Int] = try await window.value(
        of: """
          (input => { input.value = 'lanterns 14'; input.dispatchEvent(new Event('input'));
            const seen = [...document.querySelectorAll('.list>li')].filter(l => !l.hidden);
            return [seen.length, seen.filter(l => /lanterns/i.test(l.textContent)).length,
              document.querySelectorAll('mark').length > 0 ? 1 : 0] })(document.querySelector('.find input'))
          """)
      #expect(found[0] > 0 && found[0] == found[1] && found[2] == 1)
    }
  }

  @Test func `on paper a page is black on white, whatever the screen was`() async throws {
    try await look { window, samples in
      for name in ["album", "unsure", "gallery"] {
        let page = try #require(samples.pages.first { $0.name == name })
        try await window.look(width: 794, scheme: .dark, print: true)
        try await window.open(page.file)
        let colors: [String] = try await window.value(
          of: "(s => [s.backgroundColor, s.color])(getComputedStyle(document.body))")
        #expect(colors == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"])
        let shown: Bool = try await window.value(of: "document.querySelector('.masthead').checkVisibility()")
        #expect(!shown)
        let paper = try await window.paper()
        #expect(paper.starts(with: Data("%PDF".utf8)))
        try paper.write(to: Self.artefacts.appendingPathComponent("\(name).pdf"))
      }
    }
  }

  @Test func `nothing moves for those who asked for stillness`() async throws {
    let moving =
      "[...document.querySelectorAll('*')].flatMap(e => ['', '::before', '::after'].map(p => "
      + "getComputedStyle(e, p))).filter(s => s.transitionDuration != '0s' || s.animationName != 'none').length"
    try await look { window, samples in
      for (name, file) in samples.pages where ["album", "gallery", "unsure"].contains(name) {
        try await window.look(width: 1440, stillness: true)
        try await window.open(file)
        let count: Int = try await window.value(of: moving)
        #expect(count == 0, "\(name)")
      }
      try await window.look(width: 1440)
      let count: Int = try await window.value(of: moving)
      #expect(count > 0)
    }
  }

  @Test func `the artist is set in 26 pixels and the title in 22, both bold`() async throws {
    try await look { window, samples in
      for (name, file) in samples.pages where ["album", "review-pending"].contains(name) {
        try await window.look(width: 390)
        try await window.open(file)
        let sizes: [String] = try await window.value(
          of: "['.artist', 'h1'].map(n => getComputedStyle(document.querySelector(n))).map(s => s.fontSize)")
        #expect(sizes == ["26px", "22px"], "\(name)")
        let weights: [Int] = try await window.value(
          of: "['.artist', 'h1'].map(n => Number(getComputedStyle(document.querySelector(n)).fontWeight))")
        #expect(weights.allSatisfy { $0 >= 700 }, "\(name)")
      }
    }
  }

  @Test func `labels are bolder than values, the summary has the page's face, and bullets stand in by 8 pixels`()
    async throws
  {
    @Sendable func styles(_ names: [String], _ style: String, in window: Window) async throws -> [String] {
      let list = names.map { "'\($0)'" }.joined(separator: ",")
      return try await window.value(
        of: "[\(list)].map(n => getComputedStyle(document.querySelector(n)).\(style))")
    }
    try await look { window, samples in
      try await window.look(width: 390)
      try await window.open(try #require(samples.pages.first { $0.name == "album" }).file)
      let weights = try await styles([".facts dt", ".facts dd"], "fontWeight", in: window).compactMap { Int($0) }
      #expect(weights.count == 2 && weights[0] > weights[1])
      let faces = try await styles(["body", ".summary"], "fontFamily", in: window)
      #expect(faces[0] == faces[1] && faces[0].hasPrefix("\"Helvetica Neue\","))
      #expect(try await styles([".bullets"], "paddingInlineStart", in: window) == ["8px"])
      try await window.open(try #require(samples.pages.first { $0.name == "unverified-no-artwork" }).file)
      #expect(try await styles([".placeholder p"], "fontSize", in: window) == ["17px"])
      #expect(try await styles([".placeholder p"], "fontWeight", in: window) == ["500"])
      try await window.open(try #require(samples.pages.first { $0.name == "review-unavailable" }).file)
      #expect(try await styles([".triangle"], "fill", in: window) == ["rgb(179, 89, 0)"])
      try await window.open(try #require(samples.pages.first { $0.name == "gallery-empty" }).file)
      #expect(try await window.value(of: "document.querySelector('.empty .clock').checkVisibility()") == true)
    }
  }

  @Test func `artwork fills the phone's width, and the badge lies over its foot`() async throws {
    struct Boxes: Decodable {
      struct Box: Decodable { let left, right, top, bottom: Double }
      let cover, badge, label, rating: Box
    }
    try await look { window, samples in
      let page = try #require(samples.pages.first { $0.name == "album" })
      try await window.look(width: 390)
      try await window.open(page.file)
      let boxes: Boxes = try await window.value(
        of: "(b => ({cover: b('.cover img'), badge: b('.badge'), label: b('.label'), rating: b('.rating')}))"
          + "(n => document.querySelector(n).getBoundingClientRect().toJSON())")
      #expect(boxes.cover.left == 0 && boxes.cover.right == 390)
      #expect(boxes.badge.left == 0 && boxes.badge.right == 390)
      #expect(abs(boxes.badge.bottom - boxes.cover.bottom) < 1 && boxes.badge.top > boxes.cover.top + 200)
      #expect(boxes.label.right < boxes.rating.left)
    }
  }

  /// Each does harm to a sound page, and what is found then.
  private static let harms = [
    ("q('.summary').style.color = '#999'", "contrast 2.85"),
    ("q('.badge').style.background = 'rgba(0,0,0,.2)'", "contrast 1."),
    ("q('.cover img').removeAttribute('alt')", "no alternative text"),
    ("q('h1').remove()", "not exactly one first heading"),
    ("q('.review h2').outerHTML = '<h4>Key Tracks</h4>'", "a heading jumps from 1 to 4"),
    ("q('main').outerHTML = '<div>' + q('main').innerHTML + '</div>'", "outside of all landmarks"),
    ("q('.facts').style.width = '2000px'", "wide in a window of"),
    ("q('.masthead a').style.minHeight = '10px'", "a target of"),
    ("q('.masthead a').innerHTML = '<img width=9 height=9 alt=\"\">'", "no name"),
    ("q('h1').id = 'x', q('footer').id = 'x'", "the identifier x is there twice"),
    ("q('.tracks').append(document.createElement('p'))", "a list holds what isn’t an item"),
    ("document.documentElement.removeAttribute('lang')", "no language"),
    ("q('.cover img').src = 'data:image/jpeg;base64,AA=='", "a picture that isn’t there"),
  ]

  @Test func `the check for stumbling blocks finds them`() async throws {
    try await look { window, samples in
      let page = try #require(samples.pages.first { $0.name == "album" })
      try await window.look(width: 390)
      for (harm, failure) in Self.harms {
        try await window.open(page.file)
        _ = try await window.value(
          of: "(q => { \(harm); return new Promise(done => setTimeout(() => done(1), 60)) })"
            + "(n => document.querySelector(n))", as: Int.self)
        let blocks = try await window.stumblingBlocks()
        #expect(blocks.contains { $0.contains(failure) }, "\(harm): \(blocks)")
      }
    }
  }
}
