import MusicFiles
import RunningMPD
import SystemPackage
import Testing

@testable import MPD

@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are needed"), .timeLimit(.minutes(3)))
struct PictureTests {
  /// MPD looks at nothing in it.
  private static func bytes(_ count: Int) -> [UInt8] {
    [0xFF, 0xD8, 0xFF] + (3..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
  }

  @Test(arguments: [1, 8192, 65_536, 65_537, 200_003])
  func `an embedded picture and a folder's come whole`(size: Int) async throws {
    let embedded = Self.bytes(max(4, size))
    let mpd = try RunningMPD()
    var file = MusicFile(artist: "Sable Orchard", album: "Undertow", picture: embedded)
    file.seconds = 1
    try mpd.write(file, to: "a/1.flac")
    try mpd.write(Self.bytes(size + 5), to: "a/cover.jpg")
    try await mpd.start()
    try await mpd.update()
    let session = MPDSession(MPDEndpoint([.socket(mpd.socket.string)]), patience: RunningMPD.patience)
    #expect(try await session.picture(of: "a/1.flac", from: .embedded) == embedded)
    #expect(try await session.picture(of: "a/1.flac", from: .folder) == Self.bytes(size + 5))
  }

  @Test func `a song without a picture has none, and so has one that isn't there`() async throws {
    var file = MusicFile(artist: "Sable Orchard", album: "Undertow")
    file.seconds = 1
    let mpd = try await RunningMPD.start(.init(), ["a/1.flac": file])
    let session = MPDSession(MPDEndpoint([.socket(mpd.socket.string)]), patience: RunningMPD.patience)
    for source in MPDSession.PictureSource.allCases {
      #expect(try await session.picture(of: "a/1.flac", from: source) == nil)
      #expect(try await session.picture(of: "a/2.flac", from: source) == nil)
    }
  }

  @Test func `a folder's picture that was added, replaced, or removed since is noticed at once`() async throws {
    let mpd = try await RunningMPD.start(.init(), ["a/1.flac": MusicFile(artist: "Sable Orchard", album: "Undertow")])
    let session = MPDSession(MPDEndpoint([.socket(mpd.socket.string)]), patience: RunningMPD.patience)
    #expect(try await session.picture(of: "a/1.flac", from: .folder) == nil)
    for size in [300, 400] {
      try mpd.write(Self.bytes(size), to: "a/cover.jpg")
      #expect(try await session.picture(of: "a/1.flac", from: .folder) == Self.bytes(size))
    }
    mpd.remove("a/cover.jpg")
    #expect(try await session.picture(of: "a/1.flac", from: .folder) == nil)
  }
}
