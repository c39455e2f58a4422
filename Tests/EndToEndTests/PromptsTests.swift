import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// Prompts of a user's own: what they change is shown, and they are what models are asked with.
@Suite struct PromptsTests {
  @Test func `own prompts are shown against the installed ones, and are the ones that are sent`() async throws {
    try await withTestHome { home, simulator in
      #expect(try await home.ctl("prompts", "diff").output.contains("You have no prompts of your own"))

      let installed = try await home.ctl("prompts", "diff", "album_review")
      #expect(installed.code == 0)
      let folder = ".config/albumscan/prompts"
      try home.folder.makeFolder(folder)
      let original = try #require(FileManager.default.contents(atPath: "\(TestHome.checkout)/Prompts/album_review.txt"))
      var lines = String(decoding: original, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      let first = lines[0]
      lines[0] = "You are a critic who loves brass bands above all."
      try home.folder.write(lines.joined(separator: "\n").utf8, to: "\(folder)/album_review.txt")
      try home.folder.write("nobody reads this".utf8, to: "\(folder)/album_reveiw.txt")

      let diff = try await home.ctl("prompts", "diff")
      #expect(diff.code == 0)
      #expect(diff.output.contains("- \(first)"))
      #expect(diff.output.contains("+ You are a critic who loves brass bands above all."))
      #expect(diff.output.contains("… "))
      #expect(!diff.output.contains("album_search"))
      #expect(diff.errors.contains("album_reveiw.txt isn't used: no prompt has this name"))
      let report = try await home.ctl("prompts", "diff", "--json").document()
      let prompts = try #require(report["prompts"] as? [[String: Any]])
      #expect(prompts.map { $0["name"] as? String } == ["album_review"])
      #expect(prompts.first?["added"] as? [String] == ["You are a critic who loves brass bands above all."])
      #expect(report["unknown"] as? [String] == ["album_reveiw.txt"])

      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.paperLanterns), as: "IMG.jpg")
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
      }
      let asked = simulator.paidCalls.filter { $0.question == "review" }.map {
        String(decoding: $0.body ?? Data(), as: UTF8.self)
      }
      #expect(asked.count == 1)
      #expect(asked.allSatisfy { $0.contains("brass bands above all") })
    }
  }

  @Test func `a prompt that can't be used is said, not passed over`() async throws {
    try await withTestHome { home, _ in
      try home.folder.makeFolder(".config/albumscan/prompts")
      try home.folder.write(" \n".utf8, to: ".config/albumscan/prompts/album_search.txt")
      let diff = try await home.ctl("prompts", "diff")
      #expect(diff.code == 1)
      #expect(diff.errors.contains("album_search.txt is empty"))
      #expect(try await home.ctl("prompts", "diff", "nonsense").code == 64)
    }
  }
}
