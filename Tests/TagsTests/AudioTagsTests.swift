import Foundation
import MusicFiles
import SystemPackage
import Tags
import TestSupport
import Testing

/// What music files of each format say, and what becomes of files that lie.
@Suite struct AudioTagsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read<Value>(
    _ bytes: [UInt8], named name: String, _ body: (FileDescriptor) throws -> Value
  ) throws -> Value {
    let file = try FileDescriptor.open(try folder.write(bytes, to: name), .readOnly)
    return try file.closeAfter { try body(file) }
  }

  private func tags(_ bytes: [UInt8], named name: String) throws -> AudioTags? {
    try read(bytes, named: name) { AudioTags(of: $0, named: name) }
  }

  private static var full: MusicFile {
    var file = MusicFile(artist: "Die Höchste Eisenbahn & Gäste", album: "Schau in den Lauf, Hase — 歌")
    file.albumArtist = "Die Höchste Eisenbahn"
    file.title = "Egal wohin"
    file.date = "2013-11-08"
    file.originalDate = "2012"
    file.genres = ["indie pop", "chanson"]
    file.label = "Tapete"
    file.barcode = "4015698338324"
    file.track = "3"
    file.disc = "2"
    file.isCompilation = true
    file.releaseGroup = "0a4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11"
    file.release = "1b5e3caf-69cc-4be4-9e8d-1f1c6b4e3d22"
    file.albumArtistID = "2c6f4db0-7add-4cf5-af9e-2a2d7c5f4e33"
    file.picture = picture
    return file
  }

  /// Larger than one page of Ogg, and than 64 kB.
  private static let picture = [UInt8]((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

  @Test(arguments: MusicFile.Format.allCases)
  func `each format gives its tags and its picture`(_ format: MusicFile.Format) throws {
    let bytes = Self.full.bytes(as: format)
    let name = "track.\(format.rawValue)"
    let tags = try #require(try tags(bytes, named: name))
    let wanted = Self.full
    #expect(tags.artist == wanted.artist)
    #expect(tags.albumArtist == wanted.albumArtist)
    #expect(tags.album == wanted.album)
    #expect(tags.date == wanted.date)
    #expect(tags.originalDate == wanted.originalDate)
    #expect(tags.label == wanted.label)
    #expect(tags.barcode == wanted.barcode)
    #expect(tags.track?.hasPrefix("3") == true)
    #expect(tags.disc?.hasPrefix("2") == true)
    // TagLib has no word for it in WMA.
    #expect(tags.compilation == (format == .wma ? nil : "1"))
    #expect(tags.releaseGroup == wanted.releaseGroup)
    #expect(tags.release == wanted.release)
    #expect(tags.albumArtistIDs == [wanted.albumArtistID])
    #expect(tags.genres == wanted.genres)
    #expect(tags.hasPicture)
    let picture = try read(bytes, named: name) { AudioTags.picture(in: $0, named: name) }
    #expect(picture.map { Array($0) } == Self.picture)
  }

  @Test(arguments: MusicFile.Format.allCases.filter { $0 != .mp3 })
  func `a file whose ending lies is known by what is in it`(_ format: MusicFile.Format) throws {
    #expect(try tags(Self.full.bytes(as: format), named: "x.flac")?.album == Self.full.album)
  }

  @Test(arguments: [MusicFile.Format.flac, .mp3, .ogg, .wma])
  func `the front cover goes before other pictures, and one without a word before the artist's`(
    _ format: MusicFile.Format
  ) throws {
    var file = MusicFile(artist: "A", album: "B", picture: [1, 2, 3])
    file.pictureType = 8
    let name = "x.\(format.rawValue)"
    #expect(try picture(file, format) == [1, 2, 3])
    file.frontBehind = [4, 5, 6]
    #expect(try picture(file, format) == [4, 5, 6], "\(name)")
  }

  private func picture(_ file: MusicFile, _ format: MusicFile.Format) throws -> [UInt8]? {
    let name = "x.\(format.rawValue)"
    return try read(file.bytes(as: format), named: name) { AudioTags.picture(in: $0, named: name).map { Array($0) } }
  }

  @Test(arguments: MusicFile.Format.allCases)
  func `a file without tags has none`(_ format: MusicFile.Format) throws {
    let tags = try #require(try tags(MusicFile().bytes(as: format), named: "x.\(format.rawValue)"))
    #expect(tags == AudioTags())
  }

  @Test func `a text of a megabyte is cut, a picture of more than 20 MB is none`() throws {
    var file = MusicFile(artist: String(repeating: "A", count: 1 << 20), album: "B")
    file.genres = (0..<1000).map { "genre \($0)" }
    let tags = try #require(try tags(file.bytes(as: .flac), named: "x.flac"))
    #expect(tags.artist?.utf8.count == 4000)
    #expect(tags.genres.count == 20)
    file = MusicFile(artist: "A", album: "B", picture: [UInt8](repeating: 7, count: AudioTags.largestPicture + 1))
    let bytes = file.bytes(as: .mp3)
    #expect(try #require(try self.tags(bytes, named: "x.mp3")).hasPicture == false)
    #expect(try read(bytes, named: "x.mp3") { AudioTags.picture(in: $0, named: "x.mp3") } == nil)
  }

  @Test(arguments: MusicFile.Format.allCases)
  func `what is no music has no album`(_ format: MusicFile.Format) throws {
    for bytes in [[], [0], Array("no music at all".utf8), [UInt8](repeating: 0xFF, count: 5000)] {
      #expect(try tags(bytes, named: "x.\(format.rawValue)")?.album == nil)
    }
  }

  @Test func `a file that counts thousands of entries behind its end is damaged`() throws {
    var file = Self.full
    file.picture = nil
    var bytes = file.bytes(as: .wma)
    #expect(try tags(bytes, named: "x.wma")?.album == file.album)
    // The last thing in it is how many pictures there are.
    bytes.replaceSubrange((bytes.count - 2)..., with: [0xFF, 0xFF])
    #expect(try tags(bytes, named: "x.wma") == nil)
  }

  /// 60 mutants of each format: bytes changed, cut off, put in, lengths blown up.
  @Test(arguments: MusicFile.Format.allCases)
  func `damaged files do no harm`(_ format: MusicFile.Format) throws {
    var file = Self.full
    file.picture = Array(Self.picture.prefix(3000))
    let sound = file.bytes(as: format)
    var random: UInt64 = 1
    for number in 0..<60 {
      var mutant = sound
      // Where lengths stand rather than in the picture.
      func place() -> Int {
        // Knuth's (TAOCP 2, 3.3.4), of which the upper bits are used.
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((random >> 33) % UInt64(min(mutant.count, number % 2 == 0 ? 700 : mutant.count)))
      }
      switch number % 5 {
      case 0: for _ in 0..<8 { mutant[place()] = UInt8(truncatingIfNeeded: random >> 40) }
      case 1: mutant.removeSubrange(place()...)
      case 2: mutant.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF], at: place())
      case 3:
        let at = place()
        for offset in at..<min(at + 4, mutant.count) { mutant[offset] = 0xFF }
      default: mutant += mutant[place()...]
      }
      let name = "\(number).\(format.rawValue)"
      let read = try tags(mutant, named: name)
      #expect((read?.album?.utf8.count ?? 0) <= 12_000)
      _ = try self.read(mutant, named: name) { AudioTags.picture(in: $0, named: name) }
    }
  }
}
