import Albums
import DrawnCovers
import Foundation
import Glibc
import MusicFiles
import Simulator
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// `albumscanctl learn` and `known`: what a user's own music teaches.
@Suite struct LearnTests {
  private static let albums = [
    DrawnCollection.paperLanterns, DrawnCollection.nightShift, DrawnCollection.brassTacks, DrawnCollection.undertow,
  ]

  @Test func `a photo that failed is known once its cover was learned, by the retry that is named`() async throws {
    try await withTestHome(.anthropic, ["models.provider": "none"], keys: []) { home, _ in
      try home.copy(try Photos.front(Self.albums[0]), as: "IMG.jpg")
      try await home.once(endingWith: 2)
      #expect(try await home.history().map(\.state) == ["failed"])
      try home.writeTrack(try MusicFile(of: Self.albums[0]), to: "Lanterns/1.flac")
      #expect(try await home.learn().code == 0)
      #expect(try await home.ctl("retry", "--failed").code == 0)
      try await home.once(endingWith: 0)
      #expect(try home.bundles().map(\.document.identification.by) == [.coverIndex])
    }
  }

  @Test func `a photo of an album in the library is known at once, until its cover is forgotten`() async throws {
    try await withTestHome { home, simulator in
      try home.writeTrack(try MusicFile(of: Self.albums[0]), to: "Lanterns/1.flac")
      try home.writeTrack(try MusicFile(of: Self.albums[1], cover: nil), to: "Night/1.mp3")
      try home.writeMusic(try DrawnCover(Self.albums[1]).jpeg(size: 600), to: "Night/Cover.JPG")
      try await home.withDaemon { _ in
        // While the daemon runs.
        let first = try await home.learn()
        #expect(first.code == 0)
        #expect(first.report.counts == [2, 0, 0, 0, 2])
        let known = try await home.known()
        #expect(known.schema == "albumscan/known/1")
        #expect(known.covers == 2)
        #expect(Set(known.known.map(\.albumTitle)) == ["Paper Lanterns", Self.albums[1].albumTitle])
        #expect(known.known.allSatisfy { $0.from == "library" })
        let lanterns = try #require(known.known.first { $0.albumTitle == "Paper Lanterns" })
        #expect(lanterns.releaseGroup == Self.albums[0].releaseGroupID)
        #expect(lanterns.path == home.music.appending("Lanterns").string)

        try home.copy(try Photos.front(Self.albums[0]), as: "lanterns.jpg")
        try home.copy(try Photos.front(Self.albums[1]), as: "night.jpg")
        for (photo, album) in [("lanterns.jpg", Self.albums[0]), ("night.jpg", Self.albums[1])] {
          let bundle = try await home.bundle(ofPhoto: photo)
          #expect(bundle.document.identification.by == .coverIndex)
          #expect(bundle.document.identification.confidence == .verified)
          #expect(bundle.document.album.albumTitle == album.albumTitle)
          #expect(bundle.document.album.musicbrainz.releaseGroup?.value == album.releaseGroupID)
        }
        #expect(!simulator.paidCalls.map(\.question).contains("reading"))

        for entry in try await home.known().known {
          #expect(try await home.ctl("known", "--remove", "\(entry.number)").code == 0)
        }
        #expect(try await home.known().covers == 0)
        try home.copy(Photos.copy(1, of: try Photos.front(Self.albums[0])), as: "again.jpg")
        let again = try await home.bundle(ofPhoto: "again.jpg")
        #expect(again.document.identification.by == .call1)
      }
    }
  }

  @Test func `a second time only what is new or changed is learned`() async throws {
    try await withTestHome { home, _ in
      for (number, album) in Self.albums.prefix(3).enumerated() {
        for track in 1...2 {
          var file = try MusicFile(of: album, cover: track == 1 ? 500 : nil)
          file.track = "\(track)"
          try home.writeTrack(file, to: "\(number)/\(track).ogg")
        }
      }
      #expect(try await home.learn().report.counts == [3, 0, 0, 0, 3])
      let second = try await home.learn()
      #expect(second.code == 0)
      #expect(second.report.counts == [0, 0, 3, 0, 3])
      let words = try await home.ctl("learn", home.music.string)
      #expect(words.output.contains("0 new, 3 known already"), "\(words.output)")

      // Another cover, another spelling, another album, and the same album elsewhere.
      var changed = try MusicFile(of: Self.albums[0], cover: 400)
      changed.picture = Array(try DrawnCover(Self.albums[0]).jpeg(size: 700, quality: 60))
      try home.writeTrack(changed, to: "0/1.ogg")
      var spelled = try MusicFile(of: Self.albums[1])
      spelled.label = "Another Label"
      try home.writeTrack(spelled, to: "1/1.ogg")
      try home.writeTrack(try MusicFile(of: Self.albums[3]), to: "new/1.m4a")
      try home.writeTrack(try MusicFile(of: Self.albums[2]), to: "copy/1.flac")
      let third = try await home.learn()
      #expect(third.code == 0)
      #expect(third.report.counts == [1, 2, 2, 0, 4])
      #expect(
        Set(third.report.albums.map { "\($0.outcome) \($0.albumTitle)" }) == [
          "learned \(Self.albums[3].albumTitle)", "updated \(Self.albums[0].albumTitle)",
          "updated \(Self.albums[1].albumTitle)",
        ])

      // A cover that was forgotten comes back with its folder; one of which no part is left goes.
      let entry = try #require(try await home.known("--search", Self.albums[3].albumTitle).known.first)
      #expect(try await home.ctl("known", "--remove", "\(entry.number)").code == 0)
      var other = try MusicFile(of: Self.albums[0])
      other.album = "Something Else"
      (other.release, other.releaseGroup) = (nil, nil)
      for track in 1...2 { try home.writeTrack(other, to: "0/\(track).ogg") }
      let fourth = try await home.learn()
      #expect(fourth.report.counts == [2, 0, 3, 0, 4])
      #expect(try await home.known("--search", Self.albums[0].albumTitle).known.isEmpty)
      #expect(try await home.known("--search", "something else").known.count == 1)
    }
  }

  @Test func `what can't be learned is listed with its reason, and stops nothing`() async throws {
    try await withTestHome { home, _ in
      try home.writeTrack(try MusicFile(of: Self.albums[0]), to: "good/1.wma")
      try home.writeTrack(MusicFile(), to: "untagged/1.mp3")
      try home.writeTrack(try MusicFile(of: Self.albums[1], cover: nil), to: "bare/1.flac")
      var broken = try MusicFile(of: Self.albums[2])
      broken.picture = Array("no picture at all, whatever it says".utf8)
      try home.writeTrack(broken, to: "broken/1.opus")
      var plain = try MusicFile(of: Self.albums[3])
      plain.picture = Array(try Self.plainPicture())
      try home.writeTrack(plain, to: "plain/1.aiff")
      try home.writeMusic([], to: "pictures/IMG_1.jpg")
      try home.writeMusic("{}".utf8, to: "pictures/IMG_1.json")
      for _ in 1...2 {
        let ended = try await home.learn()
        #expect(ended.code == 2)
        let reasons = Dictionary(
          uniqueKeysWithValues: ended.report.skipped.map {
            (String($0.path.dropFirst(home.music.string.count + 1)), $0.reason)
          })
        #expect(reasons["untagged/1.mp3"] == "It has no artist or album tag.")
        #expect(reasons["bare"]?.contains("has no picture") == true)
        #expect(reasons["broken"]?.contains("can't be used") == true, "\(reasons)")
        #expect(reasons["plain"]?.contains("too plain") == true, "\(reasons)")
        #expect(reasons["pictures/IMG_1.json"]?.contains("names no artist") == true)
        #expect(reasons.count == 5)
        #expect(ended.report.covers == 1)
      }
      let words = try await home.ctl("learn", home.music.string)
      #expect(words.code == 2)
      #expect(words.output.contains("Not learned: \(home.music.appending("bare"))"))
      #expect(words.output.contains("0 new, 1 known already, 5 not learned"))
      #expect(try await home.learn("--again").report.counts == [0, 0, 1, 5, 1])
    }
  }

  /// One color and nothing else.
  private static func plainPicture() throws -> Data {
    let canvas = Canvas(width: 500, height: 500, color: Color(0x336699))
    return try canvas.jpeg(quality: 90)
  }

  @Test func `pictures with sidecars, results of AlbumScan and named pictures are learned too`() async throws {
    try await withTestHome { home, _ in
      let covers = try Self.albums.map { try DrawnCover($0).jpeg(size: 500) }
      try home.writeMusic(covers[0], to: "a.jpg")
      try home.writeMusic(
        #"{"artistName": "\#(Self.albums[0].artistName)", "albumTitle": "\#(Self.albums[0].albumTitle)"}"#.utf8,
        to: "a.json")
      try home.writeMusic(covers[1], to: "deep/down/b.jpeg")
      try home.writeMusic("artist: B\ntitle: 'Wide: Nets'\nyear: 1974\n".utf8, to: "deep/down/b.yml")
      try home.writeMusic(covers[2], to: "Some Artist - Some Title (1999).jpg")
      #expect(try await home.learn().report.counts == [3, 0, 0, 0, 3])
      let known = try await home.known("--search", "nets")
      #expect(known.known.map(\.albumTitle) == ["Wide: Nets"])
      #expect(known.known.map(\.releaseYear) == ["1974"])
      #expect(try await home.known("--limit", "1").known.count == 1)
      let table = try await home.ctl("known")
      #expect(table.output.contains("Some Artist") && table.output.contains("1999") && table.output.contains("library"))

      // What a scan made can be learned by another machine.
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(Self.albums[3]), as: "undertow.jpg")
        // On a busy machine the page may come before its artwork.
        try await until("the artwork to come") {
          try await home.bundle(ofPhoto: "undertow.jpg").document.artwork.status == .present
        }
      }
      #expect(try await home.known("--search", Self.albums[3].albumTitle).known.map(\.from) == ["scan"])
      // Beside the results are the pictures of the wallet, which are of no album there.
      try home.copy(covers[0], as: "29883e0f.jpg", into: "AlbumScan/done/wallet/art")
      try home.copy(Data(), as: "wallet.html", into: "AlbumScan/done")
      let bundles = try await home.ctl("learn", home.root.appending("done").string, "--json")
      #expect(bundles.code == 0, "\(bundles.output) \(bundles.errors)")
      #expect(try await home.known("--search", Self.albums[3].albumTitle).known.contains { $0.from == "library" })
    }
  }

  @Test func `a dry run shows what would be learned, and learns nothing`() async throws {
    try await withTestHome { home, _ in
      try home.writeTrack(try MusicFile(of: Self.albums[0]), to: "one/1.flac")
      let shown = try await home.ctl("learn", "--dry-run", home.music.string)
      #expect(shown.code == 0)
      #expect(shown.output.contains("\(Self.albums[0].artistName) – \(Self.albums[0].albumTitle)"))
      #expect(shown.output.contains("Would learn: 1 new, 0 known already."))
      let dry = try await home.learn("--dry-run").report
      #expect(dry.dryRun)
      #expect(dry.counts == [1, 0, 0, 0, 0])
      #expect(try await home.known().covers == 0)
      #expect(try await home.ctl("known").output.contains("albumscanctl learn"))
    }
  }

  @Test func `wrong usage, and folders without anything, are said`() async throws {
    try await withTestHome { home, _ in
      #expect(try await home.ctl("learn").code == 64)
      #expect(try await home.ctl("learn", "--bad", "/").code == 64)
      #expect(try await home.ctl("known", "--limit", "-1").code == 64)
      let nowhere = try await home.ctl("learn", "nowhere")
      #expect(nowhere.code == 1)
      #expect(nowhere.errors.contains("There is no folder nowhere"))
      try home.folder.makeFolder("Music")
      let empty = try await home.ctl("learn", home.music.string)
      #expect(empty.code == 1)
      #expect(empty.errors.contains("no music and no album picture"))
      try home.writeTrack(MusicFile(), to: "x/1.flac")
      #expect(try await home.learn().code == 1)
      let unknown = try await home.ctl("known", "--remove", "7", "--json")
      #expect(unknown.code == 4)
      #expect(try unknown.document()["schema"] as? String == "albumscan/known-removal/1")
      #expect(try unknown.document()["unknown"] as? [Int] == [7])
    }
  }

  @Test func `interrupted, it keeps what it has learned, and goes on from there`() async throws {
    try await withTestHome { home, _ in
      let count = 60
      for number in 0..<count {
        try home.writeMusic(try InventedCover(number).jpeg(size: 300), to: "\(number)/cover.jpg")
        try home.writeTrack(MusicFile(artist: "Artist \(number)", album: "Album \(number)"), to: "\(number)/1.flac")
      }
      let nothing = try FileDescriptor.open("/dev/null", .writeOnly)
      defer { try? nothing.close() }
      let result = try await Subprocess.run(
        .path(BuiltProgram.ctl), arguments: ["learn", home.music.string],
        environment: .custom(home.environment.asKeys), input: .none,
        output: .fileDescriptor(nothing, closeAfterSpawningProcess: false),
        error: .fileDescriptor(nothing, closeAfterSpawningProcess: false)
      ) { execution in
        try await until("some covers to be known", every: .milliseconds(10)) { try await home.known().covers > 0 }
        kill(execution.processIdentifier.value, SIGINT)
      }
      #expect(result.terminationStatus == .signaled(SIGINT))
      let learned = try await home.known("--limit", "0")
      #expect(learned.known.count == learned.covers)
      #expect((1..<count).contains(learned.covers), "\(learned.covers)")
      let rest = try await home.learn()
      #expect(rest.code == 0)
      #expect(rest.report.covers == count)
      #expect(rest.report.unchanged >= learned.covers)
      #expect(rest.report.learned == count - learned.covers)
    }
  }
}
