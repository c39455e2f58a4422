import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Covers between the lines of `albumscanctl`, in terminals that draw pictures and in those that don't.
@Suite struct PictureTests {
  private static let kittyPicture = "\u{1B}_Ga=T,f=24,"
  private static let sixelPicture = "\u{1B}P0;1q\"1;1;"

  /// The pixels of the first picture in kitty's protocol.
  private func kittyPixels(in text: String) throws -> (width: Int, height: Int, samples: [UInt8]) {
    let start = try #require(text.range(of: Self.kittyPicture)?.lowerBound)
    var pixels = Data()
    for piece in text[start...].components(separatedBy: "\u{1B}_G").dropFirst() {
      let parts = piece.components(separatedBy: "\u{1B}\\")[0].split(separator: ";")
      pixels += try #require(Data(base64Encoded: String(parts[1])))
      if parts[0].hasSuffix("m=0") { break }
    }
    let size = try #require(text[start...].firstMatch(of: #/s=([0-9]+),v=([0-9]+)/#))
    return (try #require(Int(size.1)), try #require(Int(size.2)), [UInt8](pixels))
  }

  @Test func `a cover is shown in the terminal's own language, and nowhere else`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
      try await home.once(endingWith: 0)

      let (kitty, code) = try await home.inTerminal(["show", "1"], as: .kitty)
      #expect(code == 0)
      let (width, height, samples) = try kittyPixels(in: kitty)
      #expect((width, height, samples.count) == (256, 256, 256 * 256 * 3))
      // It is a cover with something on it, and the words come after it.
      #expect(Set(samples).count > 20)
      #expect(kitty.contains("c=20,r=10,C=1,q=2,"))
      let end = try #require(kitty.range(of: "\u{1B}8\u{1B}[10B\r")?.upperBound)
      #expect(kitty[end...].contains("Sable/Finch"))

      let sixel = try await home.inTerminal(["show", "1"], as: .sixel).written
      #expect(sixel.contains(Self.sixelPicture + "200;200#0;2;"))
      // No more colours than it said it has.
      #expect(sixel.contains("#15;2;") && !sixel.contains("#16;2;"))

      let refusals: [(Terminal.Emulation, [String: String], [String], Int)] = [
        (.plain, [:], ["show", "1"], 80), (.mute, [:], ["show", "1"], 80), (.kitty, [:], ["show", "1", "--json"], 80),
        (.kitty, ["NO_COLOR": "1"], ["show", "1"], 80), (.kitty, ["TERM": "dumb"], ["show", "1"], 80),
        (.kitty, ["TERM": "linux"], ["show", "1"], 80), (.kitty, [:], ["show", "1"], 20),
        (.kitty, ["TMUX": "/tmp/tmux-1/default,1,0"], ["show", "1"], 80), (.kitty, [:], ["history"], 80),
      ]
      for (character, variables, arguments, columns) in refusals {
        let (written, code) = try await home.inTerminal(
          arguments, columns: columns, variables: variables, as: character)
        #expect(code == 0, "\(variables) \(arguments)")
        #expect(written.contains("Undertow"), "\(variables) \(arguments)")
        #expect(
          !written.contains(Self.kittyPicture) && !written.contains(Self.sixelPicture), "\(variables) \(arguments)")
        // No answer is echoed.
        #expect(!written.contains("^["), "\(written)")
        // Who isn't asked sees nothing of it; within another terminal nothing makes a title of a question.
        if !variables.isEmpty || arguments.contains("--json") { #expect(!written.contains("\u{1B}_")) }
      }
      let within = try await home.inTerminal(
        ["show", "1"], variables: ["TMUX": "/tmp/tmux-1/default,1,0"], as: .sixel
      ).written
      #expect(within.contains(Self.sixelPicture))
      // Outside a terminal there is no escape at all, whatever the terminal's name.
      #expect(try await home.ctl(["show", "1"], variables: ["TERM": "xterm-kitty"]).output.contains("\u{1B}") == false)
    }
  }

  @Test func `a cover that can't be read is left out`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
      try await home.once(endingWith: 0)
      let bundle = try #require(try await home.history().first?.bundle)
      let artwork = home.root.appending(bundle).appending("artwork.jpg")
      for spoil in ["rm", "mkfifo", "rm '\(artwork)'; echo '<script>' >", "rm '\(artwork)'; ln -s /dev/zero"] {
        try await home.sh("\(spoil) '\(artwork)'")
        let (written, code) = try await home.inTerminal(["show", "1"], as: .kitty)
        #expect(code == 0)
        #expect(written.contains("Sable/Finch") && !written.contains(Self.kittyPicture), "\(spoil)")
      }
    }
  }

  @Test func `Ctrl-C while a terminal is asked ends the program, and the line is as it was`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
      try await home.once(endingWith: 0)
      let (written, code) = try await home.inTerminal(["show", "1"], as: .mute) { terminal in
        try await until("the question", every: .milliseconds(5)) { terminal.written.contains("\u{1B}[c") }
        try terminal.type("\u{3}")
      }
      // By the signal, so that a shell's loop ends, too; or after the patience, where the machine was slow to type.
      #expect(code == nil || code == 130 || written.contains("Sable/Finch"))
    }
  }

  @Test func `albums to choose from are shown side by side, each above its number`() async throws {
    try await withTestHome(options: DecisionTests.withTwin) { home, _ in
      try home.copy(try Photos.front(DrawnCollection.localHalden), as: "IMG.jpg")
      try await home.once(endingWith: 2)
      let bundle = try #require(try home.bundles(in: "unsure").first)
      let covers = bundle.document.identification.candidates.filter { $0.artwork != nil }.count
      #expect(covers == 2)
      for verb in [["unsure"], ["show", "1"]] {
        let written = try await home.inTerminal(verb, as: .kitty).written
        #expect(written.components(separatedBy: Self.kittyPicture).count == 3, "\(verb)")
        let numbers = "\r  1" + String(repeating: " ", count: 21) + "2\n"
        #expect(Terminal.plain(written).contains(numbers), "\(verb)")
        // There is room for one alone.
        let narrow = try await home.inTerminal(verb, columns: 40, as: .kitty).written
        #expect(narrow.components(separatedBy: Self.kittyPicture).count == 2, "\(verb)")
      }
    }
  }
}
