import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What the desktop shows of a find, and what a person's answer there does.
@Suite struct NotificationTests {
  private static let held: [String: String?] = ["review.holdSeconds": "60"]

  @Test func `a find is shown, and pressing Wrong album rejects it before its review is paid for`() async throws {
    try await withTestHome(.anthropic, Self.held) { home, simulator in
      try await home.withDesktop("--with-systemd") { desktop in
        try await home.withDaemon(variables: desktop.variables) { _ in
          try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
          // With its cover beside it, as soon as that is there: one notification.
          let shown = try await awaited("its cover") { desktop.notifications.first { $0.image != nil } }
          #expect(Set(desktop.notifications.map(\.id)) == [shown.id])
          #expect(shown.application == "AlbumScan")
          #expect(shown.summary == "We found Undertow by Sable/Finch")
          #expect(shown.body == "In IMG.jpg")
          #expect(shown.actions == ["default": "Open", "open": "Open", "wrong": "Wrong album"])
          let image = try #require(shown.image.flatMap(URL.init(string:)))
          #expect(
            image.isFileURL && FileManager.default.contents(atPath: image.path)?.starts(with: [0xFF, 0xD8]) == true)
          #expect(try await home.status().inHand.map(\.line) == ["We found Undertow by Sable/Finch"])

          // Its page is there before its review; the user's service manager opens it, outside of the daemon's walls.
          let page = try #require(try home.bundles().first).path.appending("index.html").string
          let look = "SELECT viewed IS NOT NULL FROM scan"
          #expect(try await home.asked(look) == "0")
          try await desktop.press("open", on: shown)
          try await until("it to count as viewed") { try await home.asked(look) == "1" }
          let opened = try await awaited("a page to be opened") { desktop.calls.first { $0.call == "start" } }
          let address = try #require(opened.argv?.last.flatMap(URL.init(string:)))
          #expect(address.isFileURL && address.path == page)

          try await desktop.press("wrong", on: shown)
          try await home.scan(ofPhoto: "IMG.jpg", in: "rejected")
          // Its buttons would do nothing any more.
          try await until("it to be taken away") { desktop.calls.contains { $0.call == "close" && $0.id == shown.id } }
          #expect(try home.bundles().isEmpty)
        }
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading"])
      #expect(home.originals().keys.sorted() == ["IMG.jpg"])
    }
  }

  @Test func `Open leads to the page once there is one, and Wrong album still rejects`() async throws {
    try await withTestHome { home, _ in
      try await home.withDesktop("--with-systemd") { desktop in
        try await home.withDaemon(variables: desktop.variables) { _ in
          try home.copy(try Photos.front(DrawnCollection.undertow), as: "100% $HOME.jpg")
          try await home.scan(ofPhoto: "100% $HOME.jpg", in: "done")
          let bundle = try await home.bundle(ofPhoto: "100% $HOME.jpg")
          let shown = try await awaited("a notification") { desktop.notifications.first }
          try await desktop.press("default", on: shown)
          let opened = try await awaited("a page to be opened") { desktop.calls.first { $0.call == "start" } }
          let address = try #require(opened.argv?.last)
          #expect(address.hasPrefix("file:///") && !address.contains("$") && !address.contains(" "))
          #expect(URL(string: address)?.path == bundle.path.appending("index.html").string)

          try await desktop.press("wrong", on: shown)
          try await home.scan(ofPhoto: "100% $HOME.jpg", in: "rejected")
          try await until("the page to be gone") { try home.bundles().isEmpty && !home.gallery().contains("Undertow") }
        }
      }
    }
  }

  @Test(arguments: [["--no-markup", "--no-actions"], []])
  func `hostile names are shown as what they are`(options: [String]) async throws {
    try await withTestHome(.anthropic, Self.held) { home, _ in
      let session = DesktopSession(in: home, options)
      defer { session.stop() }
      try await session.start()
      try await home.withDaemon(variables: session.variables) { _ in
        let name = "<u>a\u{202E}\u{7}&b</u>.jpg"
        try home.copy(try Photos.front(DrawnCollection.brackets), as: name.replacingOccurrences(of: "/", with: "|"))
        let shown = try await awaited("a notification") { session.notifications.first }
        // A summary is plain text, and no server looks for markup in it.
        #expect(
          shown.summary == "We found \"Out\" <img src=x onerror=alert(1)> by Bold & <b>Sons</b>")
        #expect(
          shown.body
            == (options.isEmpty ? "In &lt;u&gt;a&amp;b&lt;|u&gt;.jpg" : "In <u>a&b<|u>.jpg"))
        #expect(shown.actions?.isEmpty == !options.isEmpty)
      }
    }
  }

  @Test func `scans that need a person share one notification`() async throws {
    try await withTestHome(.anthropic, ["identification.require": "verified"]) { home, simulator in
      // No artwork that could settle it.
      await simulator.fail(.coverart, with: .status(404))
      try await home.withDesktop { desktop in
        try await home.withDaemon(variables: desktop.variables) { _ in
          try home.copy(try Photos.front(DrawnCollection.undertow), as: "first.jpg")
          let first = try await awaited("a notification") { desktop.notifications.first }
          #expect(first.summary == "first.jpg needs you")
          try home.copy(try Photos.front(DrawnCollection.nightShift), as: "second.jpg")
          let second = try await awaited("another") { desktop.notifications.dropFirst().first }
          #expect(second.summary == "second.jpg needs you")
          #expect(second.replaces == first.id)
          #expect(second.body?.contains("2 photos need you: albumscanctl unsure") == true)
          #expect(second.body?.contains("albumscanctl show 2") == true)
        }
      }
    }
  }

  // MARK: Without

  @Test(arguments: ["auto", "true"])
  func `without a desktop the scan is done, and nothing is called an error`(enabled: String) async throws {
    try await withTestHome(.anthropic, ["notifications.enabled": enabled]) { home, _ in
      let nowhere = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.home)/no-bus"]
      try await home.withDaemon(variables: nowhere) { _ in
        for (name, album) in [("a.jpg", DrawnCollection.undertow), ("b.jpg", DrawnCollection.nightShift)] {
          try home.copy(try Photos.front(album), as: name)
          try await home.bundle(ofPhoto: name).expectWhole()
        }
        #expect(try await home.status().health.isEmpty)
      }
      #expect(!home.log.contains("error") && !home.log.contains("warning"), "\(home.log)")
      // Who insists is told, once.
      #expect(home.log.split(separator: "can't show notifications").count == (enabled == "true" ? 2 : 1), "\(home.log)")
    }
  }

  @Test func `switched off nothing is shown, and switching on takes a reload`() async throws {
    try await withTestHome(.anthropic, ["notifications.enabled": "false"]) { home, _ in
      try await home.withDesktop { desktop in
        try await home.withDaemon(variables: desktop.variables) { daemon in
          try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
          try await home.bundle(ofPhoto: "a.jpg")
          try home.configure(["notifications.enabled": "auto"])
          try await daemon.reload()
          try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg")
          let shown = try await awaited("a notification") { desktop.notifications.first }
          #expect(shown.summary == "We found Night Shift Radio by The Velvet Turbines")
          // While one is shown, and for no longer, the daemon listens.
          let threads = try home.threads(of: daemon)
          try await desktop.order("close \(shown.id ?? 0)")
          try await until("the thread to be gone") { try home.threads(of: daemon) < threads }
        }
      }
    }
  }

  @Test func `a bus that hangs holds nothing up, and one that comes back is used again`() async throws {
    try await withTestHome { home, _ in
      try await home.withDesktop { desktop in
        try await home.withDaemon(variables: desktop.variables) { _ in
          desktop.freeze()
          try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
          try await home.bundle(ofPhoto: "a.jpg")
          desktop.thaw()
          desktop.stop()
          try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg")
          try await home.bundle(ofPhoto: "b.jpg")
          try await desktop.start()
          try home.copy(try Photos.front(DrawnCollection.cartas), as: "c.jpg")
          try await until("a notification of the third") {
            desktop.notifications.contains { $0.body == "In c.jpg" }
          }
          // A server that goes and comes back is asked anew.
          try await desktop.order("leave")
          try home.copy(try Photos.front(DrawnCollection.wharf), as: "d.jpg")
          try await home.bundle(ofPhoto: "d.jpg")
          try await desktop.order("return")
          try home.copy(try Photos.front(DrawnCollection.glassYear), as: "e.jpg")
          try await until("a notification of the fifth") {
            desktop.notifications.contains { $0.body == "In e.jpg" && $0.replaces == 0 }
          }
        }
      }
      #expect(!home.log.contains("error") && !home.log.contains("warning"), "\(home.log)")
    }
  }
}

extension TestHome {
  fileprivate func threads(of daemon: Daemon) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/task").count
  }
}
