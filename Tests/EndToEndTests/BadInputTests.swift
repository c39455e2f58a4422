import Albums
import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What lies in an inbox and is no good photo, or has a name that nobody expects.
@Suite struct BadInputTests {
  @Test func `files that can't be photos fail with a reason that helps, and hold nobody up`() async throws {
    let expected = [
      "empty.jpg": "The file is empty.", "text.jpg": "The file is not an image.",
      "heic.jpg": "The photo is damaged: ", "drawing.png": "The photo is too small: ",
      "sheet.pdf": "PDF documents aren't supported.", "film.mov": "Videos aren't supported.",
      "cut.jpg": "The photo is damaged: ", "huge.jpg": "The photo is too large: ",
      "tiny.jpg": "The photo is too small: ",
    ]
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        let good = try Photos.front(DrawnCollection.undertow)
        try home.copy(Data(), as: "empty.jpg")
        try home.copy(Data("This is a shopping list, not a photo.\n".utf8), as: "text.jpg")
        try home.copy(Data([0, 0, 0, 24]) + Data("ftypheic\0\0\0\0mif1heic".utf8), as: "heic.jpg")
        try home.copy(Self.png, as: "drawing.png")
        try home.copy(Data("%PDF-1.7\n%\u{E2}\n".utf8), as: "sheet.pdf")
        try home.copy(Data([0, 0, 0, 24]) + Data("ftypqt  \0\0\0\0qt  qt  ".utf8), as: "film.mov")
        try home.copy(good.prefix(good.count / 10), as: "cut.jpg")
        try home.copy(Self.claiming(width: 65_500, height: 65_500, good), as: "huge.jpg")
        try home.copy(try DrawnCover(DrawnCollection.undertow).jpeg(size: 16), as: "tiny.jpg")
        try home.copy(good, as: "good.jpg")
        try await home.bundle(ofPhoto: "good.jpg")
        for (name, reason) in expected {
          let entry = try await home.scan(ofPhoto: name, in: "failed")
          #expect(entry.reason?.hasPrefix(reason) == true, "\(name): \(entry.reason ?? "")")
          #expect(entry.hint?.isEmpty == false, "\(name)")
        }
        // What no picture could be made of can't be read in another way.
        let text = try await home.scan(ofPhoto: "text.jpg", in: "failed").id
        let shown = try await home.ctl("show", "\(text)").output
        #expect(shown.ranges(of: "albumscanctl retry \(text)").count == 1, "\(shown)")
        #expect(!shown.contains("albumscanctl redo"), "\(shown)")
        #expect(try await home.history().count == expected.count + 1)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      #expect(Set(home.originals().keys) == Set(expected.keys).union(["good.jpg"]))
      #expect(home.names(in: "failed").count == expected.count)
    }
  }

  /// They take no room, but reading them would take minutes.
  @Test func `the largest files keep no photo waiting, stay where they are, and are named`() async throws {
    try await withTestHome { home, simulator in
      let good = try Photos.front(DrawnCollection.undertow)
      try await home.withDaemon { _ in
        try await home.sh("truncate -s 20G $INBOX/film.mp4; truncate -s 300G large.jpg")
        let head = try FileDescriptor.open(home.workplace.appending("large.jpg"), .writeOnly)
        try head.closeAfter { _ = try head.writeAll(good.dropLast(2)) }
        try await home.sh("mv large.jpg $INBOX/")
        let clock = ContinuousClock()
        let start = clock.now
        try home.copy(good, as: "good.jpg")
        try await home.scan(ofPhoto: "good.jpg", in: "done")
        #expect(clock.now - start < .seconds(30))
        let status = try await home.ctl("status")
        #expect(status.code == 0 && status.output.contains("film.mp4 isn't scanned: it has 20 GB"), "\(status.output)")
        #expect(status.output.contains("large.jpg isn't scanned: it has 300 GB, and a photo may have at most 64 MB"))
        try await home.sh("rm $INBOX/film.mp4 $INBOX/large.jpg")
        try await until("the notes to go") { try await home.ctl("status").output.contains("isn't scanned") == false }
      }
      try await home.sh("truncate -s 300G large.jpg")
      let refused = try await home.ctl("scan", home.workplace.appending("large.jpg").string)
      #expect(refused.code == 1 && refused.errors.contains("it has 300 GB, and a photo may have at most 64 MB"))
      #expect(try await home.history().map(\.photo) == ["good.jpg"])
    }
  }

  @Test func `a photo whose end is missing is used where enough of it is there`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        let photo = try Photos.front(DrawnCollection.undertow)
        try home.copy(photo.prefix(photo.count * 95 / 100), as: "nearly.jpg")
        let bundle = try await home.bundle(ofPhoto: "nearly.jpg")
        #expect(bundle.document.album.albumTitle == "Undertow")
        #expect(bundle.document.photo.notes.contains("truncated"))
        let said = "The end of the photo was missing; the rest was enough."
        let page = try bundle.page()
        #expect(page.contains(said))
        let id = try await home.scan(ofPhoto: "nearly.jpg", in: "done").id
        #expect(try await home.ctl("show", "\(id)").output.contains(said))
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `names of any bytes are taken`() async throws {
    try await withTestHome { home, _ in
      let longest = String(repeating: "a", count: 251) + ".jpg"
      let control = "red\u{1B}[31m\u{7}\u{202E}gpj.jpg"
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: longest)
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: control)
        // No UTF-8: a lone 0xFF, and Latin-1.
        let bytes: [UInt8] = Array("caf".utf8) + [0xE9, 0xFF] + Array(".jpg".utf8)
        let odd = home.inbox.appending(try #require(Self.component(bytes)))
        let elsewhere = try home.copy(try Photos.front(DrawnCollection.wharf), as: "odd", into: "elsewhere")
        #expect(odd.withPlatformString { rename(elsewhere.string, $0) } == 0)

        try await until("all three to be done") { try await home.status().count("done") == 3 }
        for bundle in try home.bundles() { #expect(bundle.name.utf8.count <= 200) }
        #expect(
          Set(try home.bundles().map(\.document.album.albumTitle)) == [
            "Undertow", "Night Shift Radio", "Wharf Street Soul",
          ])
        // They are put away under names that every system can hold.
        let names = Set([String(repeating: "a", count: 196) + ".jpg", "red[31mgpj.jpg", "caf\u{FFFD}\u{FFFD}.jpg"])
        #expect(Set(home.originals().keys) == names)

        for verb in [["history"], ["status"], ["show", "1"], ["show", "2"], ["show", "3"]] {
          let printed = try await home.ctl(verb)
          #expect(!printed.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\u{202E}" })
        }
        #expect(!home.log.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
      }
    }
  }

  @Test func `two photos of one name in two folders are two scans, and both are kept`() async throws {
    try await withTestHome { home, _ in
      let photos = [try Photos.front(DrawnCollection.undertow), try Photos.front(DrawnCollection.nightShift)]
      try await home.withDaemon { _ in
        try home.copy(photos[0], as: "IMG.jpg", into: "AlbumScan/inbox/a")
        try home.copy(photos[1], as: "IMG.jpg", into: "AlbumScan/inbox/b")
        try await until("both to be done") { try await home.status().count("done") == 2 }
      }
      #expect(try home.bundles().count == 2)
      let kept = home.files(below: home.root.appending("originals")).compactMap { home.contents(of: $0) }
      #expect(Set(kept) == Set(photos))
    }
  }

  @Test func `the same photo in two places at once is one scan`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        _ = try await home.ctl("pause")
        let photo = try Photos.front(DrawnCollection.undertow)
        try home.copy(photo, as: "one.jpg", into: "AlbumScan/inbox/a")
        try home.copy(photo, as: "two.jpg", into: "AlbumScan/inbox/b")
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "last.jpg")
        try await until("the photos to wait") { try await home.status().count("waiting") == 2 }
        _ = try await home.ctl("resume")
        try await until("both to be done") { try await home.status().count("done") == 2 }
      }
      #expect(simulator.paidCalls.count == 4)
    }
  }

  @Test func `pipes, links and hidden files in the inbox are left alone`() async throws {
    try await withTestHome { home, simulator in
      let outside = try home.copy(try Photos.front(DrawnCollection.nightShift), as: "outside.jpg", into: "elsewhere")
      #expect(mkfifo(home.inbox.appending("pipe.jpg").string, 0o600) == 0)
      #expect(symlink(outside.string, home.inbox.appending("link.jpg").string) == 0)
      #expect(symlink("/etc", home.inbox.appending("linked-folder").string) == 0)
      try home.copy(try Photos.front(DrawnCollection.nightShift), as: ".hidden.jpg")
      try home.copy(try Photos.front(DrawnCollection.nightShift), as: "unfinished.jpg.part")
      try await home.withDaemon { _ in
        #expect(mkfifo(home.inbox.appending("later.jpg").string, 0o600) == 0)
        #expect(symlink(outside.string, home.inbox.appending("later-link.jpg").string) == 0)
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "good.jpg")
        try await home.bundle(ofPhoto: "good.jpg")
        #expect(try await home.history().map(\.photo) == ["good.jpg"])
      }
      #expect(home.exists(outside))
      #expect(home.exists(home.inbox.appending(".hidden.jpg")))
      #expect(simulator.paidCalls.count == 2)
    }
  }

  @Test func `a photo that is taken away before its turn fails with a reason`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        _ = try await home.ctl("pause", "to", "look")
        let path = try home.copy(try Photos.front(DrawnCollection.undertow), as: "gone.jpg")
        try await until("the photo to wait") { try await home.status().count("waiting") == 1 }
        try FileManager.default.removeItem(atPath: path.string)
        _ = try await home.ctl("resume")
        let entry = try await home.scan(ofPhoto: "gone.jpg", in: "failed")
        #expect(entry.reason == "gone.jpg was removed before it could be read")
      }
      #expect(simulator.paidCalls.isEmpty)
    }
  }

  @Test func `a file that can't be read is waited for`() async throws {
    try await withTestHome { home, _ in
      try await home.withDaemon(readingAll: false) { _ in
        let path = try home.copy(try Photos.front(DrawnCollection.undertow), as: "closed.jpg", into: "elsewhere")
        #expect(chmod(path.string, 0) == 0)
        let target = home.inbox.appending("closed.jpg")
        #expect(rename(path.string, target.string) == 0)
        try await until("status to say so") {
          try await home.status().health.contains { $0.reason.contains("closed.jpg") }
        }
        #expect(chmod(target.string, 0o600) == 0)
        try await home.bundle(ofPhoto: "closed.jpg")
        #expect(try await home.status().health.isEmpty)
      }
    }
  }

  private static func component(_ bytes: [UInt8]) -> FilePath.Component? {
    (bytes + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { FilePath(platformString: $0) } }
    }?.lastComponent
  }

  /// The same JPEG with another size in its frame header.
  private static func claiming(width: Int, height: Int, _ jpeg: Data) -> Data {
    var bytes = Array(jpeg)
    var place = 2
    while place + 9 < bytes.count {
      if bytes[place + 1] == 0xC0 || bytes[place + 1] == 0xC2 {
        bytes.replaceSubrange(
          (place + 5)..<(place + 9),
          with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
        break
      }
      place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
    }
    return Data(bytes)
  }

  /// One grey pixel.
  private static let png =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==") ?? Data()
}
