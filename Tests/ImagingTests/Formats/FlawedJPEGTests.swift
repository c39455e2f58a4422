import PhotoFormats
import Testing

@testable import Imaging

/// JPEGs with stray bytes, odd segments, or a missing end, which other programs show all the same.
@Suite struct FlawedJPEGTests {
  private static let plain = SampleJPEG.fields(width: 800, height: 600)
  private static let progressive = SampleJPEG.fields(width: 800, height: 600, .init(isProgressive: true))

  private func photo(_ bytes: [UInt8]) throws -> CoverPicture { try Likeness.picture(bytes) }

  private func cover(_ bytes: [UInt8]) throws -> CoverArtwork {
    try bytes.withUnsafeBytes { bytes throws(ImagingError) in try CoverArtwork(ofCover: bytes) }
  }

  /// A JPEG with bytes put in front of each segment up to the picture data, from the given one on.
  private static func straying(_ stray: [UInt8], in jpeg: [UInt8], from first: Int = 0) -> [UInt8] {
    var (strayed, at, number) = (Array(jpeg.prefix(2)), 2, 0)
    while true {
      let end = at + 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
      strayed += (number >= first ? stray : []) + jpeg[at..<end]
      if jpeg[at + 1] == 0xDA { return strayed + jpeg[end...] }
      (at, number) = (end, number + 1)
    }
  }

  @Test(
    arguments: [plain, progressive],
    [[0, 0, 1], [0x42, 0xFF, 0x00], [0xFF, 0xD0, 0xFF, 0x01], [UInt8](repeating: 0, count: 300)] as [[UInt8]])
  func `stray bytes between the segments of a header are no flaw`(jpeg: [UInt8], stray: [UInt8]) throws {
    for first in 0...3 {
      let strayed = Self.straying(stray, in: jpeg, from: first)
      #expect(try photo(strayed) == photo(jpeg))
      #expect(try cover(strayed) == cover(jpeg))
    }
  }

  @Test func `the orientation and the colors behind stray bytes count`() throws {
    var writer = JPEGWriter()
    writer.profile = Profiles.displayP3.bytes
    let jpeg = SampleJPEG.turned(6, try writer.jpeg(of: Likeness.pixels))
    #expect(try photo(Self.straying([0, 9], in: jpeg)) == photo(jpeg))
    #expect(try photo(jpeg) != photo(writer.jpeg(of: Likeness.pixels)))
  }

  @Test func `a revision or a color transformation that nobody knows is no flaw`() throws {
    let jfif = Self.plain.prefix(20)
    let odd = jfif.prefix(11) + [7] + jfif.dropFirst(12) + Self.plain.dropFirst(20)
    #expect(try photo(Array(odd)) == photo(Self.plain))
    let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 99]
    let bare = Array(Self.plain.prefix(2) + Self.plain.dropFirst(20))
    #expect(try photo(SampleJPEG.inserting(marker: 0xEE, adobe, into: bare)) == photo(Self.plain))
  }

  @Test(arguments: [plain, progressive])
  func `an end that is missing alone is no flaw, whatever stands there`(jpeg: [UInt8]) throws {
    let ends: [[UInt8]] = [
      [], [0xFF], [UInt8](repeating: 0, count: 5_000), [UInt8](repeating: 0, count: 600) + [0xFF, 0xD9],
    ]
    for end in ends {
      #expect(try photo(jpeg.dropLast(2) + end) == photo(jpeg))
      #expect(try cover(jpeg.dropLast(2) + end) == cover(jpeg))
    }
  }

  @Test func `what is missing is said, behind stray bytes too`() throws {
    let noise = SampleJPEG.noise(width: 640, height: 640)
    let strayed = Self.straying([0, 1], in: noise)
    let cut = Array(strayed.prefix(strayed.count * 3 / 4))
    #expect(try photo(cut).isTruncated)
    #expect(throws: ImagingError.broken("only the first 75% of the picture is there")) { try cover(cut) }
    let filled = noise.prefix(noise.count * 3 / 4) + [UInt8](repeating: 0, count: noise.count / 4)
    #expect(try photo(Array(filled)).isTruncated)
    #expect(throws: ImagingError.broken("only the first 75% of the picture is there")) { try cover(Array(filled)) }
  }

  @Test func `a cover is used if nothing but its last bytes or fine detail is missing`() throws {
    #expect(try cover(Self.plain.dropLast(12)).width == 800)
    let noise = SampleJPEG.noise(width: 640, height: 640, .init(isProgressive: true))
    #expect(try cover(noise.dropLast(2_000)).width == 640)
    #expect(throws: ImagingError.broken("it is incomplete or damaged")) {
      try cover(Array(noise.prefix(noise.count / 3)))
    }
  }

  @Test func `a cover with invalid data is used if all of its rows are there`() throws {
    var noise = Array(SampleJPEG.noise(width: 640, height: 640).dropLast(2))
    noise += [UInt8](repeating: 5, count: 40) + [0xFF, 0xD9]
    #expect(try photo(noise).isDamaged)
    #expect(try cover(noise).width == 640)
  }

  @Test(
    arguments: [
      (0xC3, "Lossless JPEG"), (0xC7, "Lossless JPEG"), (0xC5, "Hierarchical JPEG"), (0xF7, "JPEG-LS"),
    ] as [(UInt8, String)])
  func `a kind of JPEG that libjpeg doesn't decode is refused by name`(marker: UInt8, name: String) throws {
    var jpeg = Self.plain
    let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg[frame + 1] = marker
    #expect(throws: ImagingError.unsupported(format: name)) { try photo(jpeg) }
    (jpeg[frame + 1], jpeg[frame + 4]) = (0xC1, 12)
    #expect(throws: ImagingError.unsupported(format: "12-bit JPEG")) { try photo(jpeg) }
  }

  /// Reads past the end stop the program, and loops without an end the test.
  @Test func `no bytes whatever in a header make the reader stumble`() {
    var random = SeededGenerator(seed: 38)
    for _ in 0..<3_000 {
      var jpeg = Array(Self.plain.prefix(Int.random(in: 3...900, using: &random)))
      for _ in 0..<8 {
        jpeg[Int.random(in: 2..<jpeg.count, using: &random)] =
          [0xFF, 0xD9, 0xDA, 0x00, .random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
      }
      jpeg.withUnsafeBytes { bytes in
        let mended = MendedJPEG(bytes)
        _ = (mended.dropZeros(), JPEGSegments.profile(in: bytes), JPEGSegments.unsupportedKind(of: bytes))
        _ = JPEGSegments.haveOneScan(bytes)
      }
    }
  }
}
