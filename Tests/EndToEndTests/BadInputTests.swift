import Albums
import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What lies in an inbox and is no good photo.
@Suite struct BadInputTests {
  @Test func `files that can't be photos fail with a reason that helps, and hold nobody up`() async throws {
    let expected = [
      "empty.jpg": "The file is empty.", "text.jpg": "The file is not an image.",
      "sheet.pdf": "PDF documents aren't supported.", "cut.jpg": "The photo is damaged: ",
    ]
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        let good = try Photos.front(DrawnCollection.undertow)
        try home.copy(Data(), as: "empty.jpg")
        try home.copy(Data("This is a shopping list, not a photo.\n".utf8), as: "text.jpg")
        try home.copy(Data("%PDF-1.7\n%\u{E2}\n".utf8), as: "sheet.pdf")
        try home.copy(good.prefix(good.count / 10), as: "cut.jpg")
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
      try await home.withDaemon { daemon in
        try await home.sh("truncate -s 20G $INBOX/film.mp4; truncate -s 300G large.jpg")
        let head = try FileDescriptor.open(home.workplace.appending("large.jpg"), .writeOnly)
        try head.closeAfter { _ = try head.writeAll(good.dropLast(2)) }
        try await home.sh("mv large.jpg $INBOX/")
        try home.copy(good, as: "good.jpg")
        try await home.scan(ofPhoto: "good.jpg", in: "done")
        // "rchar: 12345", all that it has read (proc_pid_io(5)).
        let io = try String(contentsOfFile: "/proc/\(daemon.pid)/io", encoding: .utf8).split(separator: "\n")
        let read = try #require(io.first { $0.hasPrefix("rchar: ") }.flatMap { Int($0.dropFirst(7)) })
        #expect(read < 1 << 30)
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
}
