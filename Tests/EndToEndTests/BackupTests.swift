import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// The ledger, kept elsewhere and taken back.
@Suite struct BackupTests {
  private struct Report: Decodable {
    let file: String
    let scans: Int
    let covers: Int
    let setAside: String?
  }

  @Test func `a backup made while photos are scanned is taken back, and the line goes on from there`() async throws {
    try await withTestHome { home, simulator in
      let backup = home.home.appending("kept/ledger.db").string
      try home.folder.makeFolder("kept")
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
        try await home.scan(ofPhoto: "one.jpg", in: "done")
        simulator.slow(.anthropic, by: .seconds(2))
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        try await until("the second to be on its way") { simulator.paidCalls.count > 2 }
        let made = try await home.ctl("backup", backup, "--json").decoded(as: Report.self)
        #expect(made.scans == 2 && made.file == backup && made.setAside == nil)
        #expect(try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int == 0o600)
        #expect(home.files(below: home.home.appending("kept")) == [FilePath(backup)])
        simulator.slow(.anthropic, by: .zero)
        try await home.scan(ofPhoto: "two.jpg", in: "done")
        let refused = try await home.ctl("restore", backup)
        #expect(refused.code == 75 && refused.errors.contains("systemctl --user stop albumscand"))
        #expect(try await home.history().map(\.state) == ["done", "done"])
      }
      // A second backup takes the place of the first, and no other file does.
      #expect(try await home.ctl("backup", backup).code == 0)
      try home.folder.write("mine".utf8, to: "kept/diary.txt")
      let refused = try await home.ctl("backup", home.home.appending("kept/diary.txt").string)
      #expect(refused.code == 1 && refused.errors.contains("diary.txt"))
      #expect(try home.folder.read("kept/diary.txt") == Array("mine".utf8))

      // The worst that can happen to a ledger, but one.
      try home.folder.write("ruined".utf8, to: ".local/state/albumscan/albumscan.db")
      #expect(try await home.ctl("history").code == 1)
      let restored = try await home.ctl("restore", backup, "--json").decoded(as: Report.self)
      #expect(restored.scans == 2)
      #expect(home.contents(of: FilePath(try #require(restored.setAside))) == Data("ruined".utf8))
      try await home.withDaemon { _ in
        #expect(try await home.history().map(\.state) == ["done", "done"])
        // What was paid for before is known again.
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "again.jpg")
        try await home.scan(ofPhoto: "again.jpg", in: "done")
      }
      #expect(simulator.paidCalls.count == 4)
    }
  }

  @Test func `what is no backup changes nothing`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.photo(.wall), as: "wall.jpg")
      try await home.once(endingWith: 2)
      try home.folder.write("hello".utf8, to: "letter.txt")
      for name in ["letter.txt", "nowhere.db", "AlbumScan"] {
        let refused = try await home.ctl("restore", home.home.appending(name).string)
        #expect(refused.code == 1 && refused.errors.contains(name), "\(name): \(refused.errors)")
      }
      #expect(try await home.history().map(\.photo) == ["wall.jpg"])
      let missing = try await home.ctl("backup", home.home.appending("nowhere/ledger.db").string)
      #expect(missing.code == 1 && missing.errors.contains("nowhere"))
    }
  }
}
