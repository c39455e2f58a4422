import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What others put into AlbumScan's folders, and whatever becomes of the scan then: only files of AlbumScan's own making
/// are ever removed.
@Suite struct StrangersTorture {
  /// What happens to scan 1, which is done, and scan 2, which failed.
  private static let stories = [
    ["delete 1"], ["delete 1", "delete --undo", "delete 1"], ["reject 1", "delete 1"],
    ["reject 1", "redo 1 --from review"],
    ["retry 2"], ["delete 2", "delete --undo", "retry 2"], ["redo 1 --from reading", "delete 1"],
  ]

  @Test(arguments: stories)
  func `what others put into a result survives what becomes of the scan`(commands: [String]) async throws {
    try await withTestHome { home, simulator in
      let sentinels = try SentinelTree(in: home)
      try await Self.scan(home, simulator)
      let before = try sentinels.state()
      var expected = 0
      for words in commands {
        // Into whatever is there now.
        let added = try await home.sh(
          """
          cd ../AlbumScan; count=0
          for folder in done/*/ failed/*/ unsure/*/; do
            case $folder in done/months/|done/wallet/|*'*/') continue;; esac
            mkdir -p "$folder/theirs"
            for name in kept-\(expected)-$count.txt theirs/kept-\(expected)-$((count + 1)).txt; do
              echo kept > "$folder/$name"; count=$((count + 1))
            done
            [ -L "$folder/link" ] || ln -s "$OLDPWD/../Private" "$folder/link"
          done
          echo $count
          """)
        expected += try #require(Int(added))
        _ = try await home.ctl(words.split(separator: " ").map(String.init))
        _ = try await home.albumscand("--once")
        let kept = Set(
          home.files(below: home.root).compactMap { $0.lastComponent?.string }.filter { $0.hasPrefix("kept-") })
        #expect(kept.count == expected, "after \(words)")
        try sentinels.expectUntouched(since: before, words)
      }
      try sentinels.expectUnseen(simulator)
      #expect(home.originals().count == 2)
    }
  }

  @Test(arguments: ["delete 1", "reject 1", "redo 1 --from review", "redo 1 --from reading", "retry 2", "delete 2"])
  func `a command about a scan whose folder is a link leaves the link, and what is behind it`(command: String)
    async throws
  {
    try await withTestHome { home, simulator in
      let sentinels = try SentinelTree(in: home)
      try await Self.scan(home, simulator)
      let scans = try await home.history()
      let number = command.contains("1") ? 1 : 2
      let bundle = try #require(scans.first { $0.id == number }?.bundle)
      let link = home.root.appending(bundle)
      // The result itself, so that it is the scan's by all that is written there; and the trash has one, too.
      try await home.sh(
        """
        mv '\(link)' ../Private/moved; cp ../Private/photo.jpg ../Private/moved; ln -s ../../Private/moved '\(link)'
        cp -a ../Private/moved ../Private/trash
        mkdir -p ../AlbumScan/.deleted; ln -s ../../Private/trash ../AlbumScan/.deleted/\(number)
        """)
      let before = try sentinels.state()
      for words in [command, "delete \(number)", "delete --undo"] {
        _ = try await home.ctl(words.split(separator: " ").map(String.init))
        _ = try await home.albumscand("--once")
        try sentinels.expectUntouched(since: before, words)
        #expect(home.isLink(link), "after \(words)")
        #expect(home.isLink(home.root.appending(".deleted/\(number)")), "after \(words)")
      }
      try sentinels.expectUnseen(simulator)
    }
  }

  private static func scan(_ home: TestHome, _ simulator: Simulator) async throws {
    try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
    try await home.once(endingWith: 0)
    await simulator.fail(.anthropic, with: .status(400), times: 1)
    try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
    try await home.once(endingWith: 2)
  }
}
