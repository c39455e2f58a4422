import DrawnCovers
import Foundation
import SystemPackage
import Testing

/// `albumscanctl share`, and the page for the phone.
@Suite struct ShareTests {
  @Test func `what is given away is one file without what is private`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "private name.jpg")
      try await home.once(endingWith: 0)
      let file = home.home.appending("shared.html")
      let shared = try await home.ctl("share", "1", "--output", file.string)
      #expect(shared.code == 0 && shared.output == "\(file)\n", "\(shared.errors)")
      let page = String(decoding: try #require(FileManager.default.contents(atPath: file.string)), as: UTF8.self)
      #expect(page.contains("Undertow") && page.contains("data:image/jpeg;base64,"))
      for secret in ["private name", home.home.string, "originals", "What this scan cost"] where page.contains(secret) {
        Issue.record("it says '\(secret)'")
      }
      #expect(page.utf8.count <= 300_000)
      let printed = try await home.ctl("share", "1", "--output", "-")
      #expect(printed.output == page)
      // Nothing is overwritten unless it was named.
      for name in ["Sable-Finch - Undertow.html", "Sable-Finch - Undertow 2.html"] {
        let written = try await home.ctl("share", "1")
        #expect(written.output.hasSuffix("\(name)\n"), "\(written.output)")
      }
      #expect(try await home.ctl("share", "9").code == 4)

      // The phone's page was written in the same run, and goes where it isn't wanted.
      let phone = home.root.appending("done/phone.html").string
      let text = String(decoding: FileManager.default.contents(atPath: phone) ?? Data(), as: UTF8.self)
      #expect(text.contains("Undertow"))
      try home.configure(["phone.albums": "0"])
      try await home.once(endingWith: 0)
      #expect(!FileManager.default.fileExists(atPath: phone))
    }
  }
}
