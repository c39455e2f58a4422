import Browser
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Commands on the pages, copied in a real browser.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: Browser.isToBeHad, "chromium is needed"))
struct CopyTests {
  private let folder: TemporaryFolder
  private let profile: URL

  init() throws {
    folder = try TemporaryFolder()
    profile = URL(fileURLWithPath: folder.path.string)
  }

  private func open(
    _ name: String, scripts: Bool = true, _ body: @Sendable (Window) async throws -> Void
  ) async throws {
    let samples = try SamplePages(in: profile.appendingPathComponent("AlbumScan"))
    let page = try #require(samples.pages.first { $0.name == name }).file
    try await Browser.run(in: profile) { browser in
      let window = try await browser.window()
      try await window.look(width: 390)
      if !scripts { try await window.runScripts(false) }
      try await window.open(page)
      try await body(window)
    }
  }

  /// Presses the button beside the last command with the keyboard, and waits until the page has said something.
  /// - Returns: what it said.
  private func copyLast(with key: String, in window: Window) async throws -> String {
    _ = try await window.value(of: "[...document.querySelectorAll('.copy')].at(-1).focus(), 1", as: Int.self)
    try await window.press(key)
    return try await window.value(
      of: """
        new Promise(done => { const said = document.querySelector('[role=status]')
          const look = () => said.textContent ? done(said.textContent) : requestAnimationFrame(look); look() })
        """)
  }

  @Test(arguments: ["failed", "unsure", "review-pending", "review-unavailable", "gallery-empty", "stats"])
  func `each command has a button that says what it copies`(name: String) async throws {
    try await open(name) { window in
      let commands: [String] = try await window.value(
        of: "[...document.querySelectorAll('pre > code')].map(c => 'Copy ' + c.textContent)")
      let names: [String] = try await window.value(
        of: "[...document.querySelectorAll('button.copy')].map(b => b.ariaLabel)")
      #expect(!commands.isEmpty && names == commands)
      #expect(try await window.stumblingBlocks() == [])
      #expect(window.complaints == [])
      try await window.look(width: 794, print: true)
      #expect(try await window.value(of: "document.querySelector('.copy').checkVisibility()") == false)
    }
  }

  @Test(arguments: ["Enter", "Space"])
  func `a command is copied by the keyboard, and the page says so`(key: String) async throws {
    try await open("unsure") { window in
      let said = try await copyLast(with: key, in: window)
      let command = "albumscanctl accept 41 --album \"Artist - Title\""
      #expect(said == "Copied: \(command)")
      #expect(try await window.value(of: "document.activeElement.textContent") == "Copied")
      #expect(try await window.clipboard() == command)
      #expect(window.complaints == [])
    }
  }

  @Test func `where the browser keeps the clipboard to itself, a command is copied all the same`() async throws {
    try await open("failed") { window in
      _ = try await window.value(
        of: "navigator.clipboard.writeText = () => Promise.reject(new Error('not here')), 1", as: Int.self)
      #expect(try await copyLast(with: "Enter", in: window) == "Copied: albumscanctl show 44")
      #expect(try await window.value(of: "document.activeElement.className") == "copy is-copied")
      #expect(try await window.clipboard() == "albumscanctl show 44")
    }
  }

  @Test func `where nothing can be copied, the command is selected, and the page says which keys copy it`() async throws
  {
    try await open("failed") { window in
      _ = try await window.value(
        of: """
          navigator.clipboard.writeText = () => Promise.reject(new Error('not here')),
          document.execCommand = () => false, 1
          """, as: Int.self)
      #expect(try await copyLast(with: "Enter", in: window) == "The command is selected. Press Ctrl+C to copy it.")
      #expect(try await window.value(of: "getSelection().toString()") == "albumscanctl show 44")
    }
  }

  @Test func `without scripts a press on a command selects all of it`() async throws {
    try await open("failed", scripts: false) { window in
      let buttons: Int = try await window.value(of: "document.querySelectorAll('button').length")
      #expect(buttons == 0)
      #expect(
        try await window.value(of: "getComputedStyle(document.querySelector('pre > code')).userSelect") == "all")
    }
  }
}
