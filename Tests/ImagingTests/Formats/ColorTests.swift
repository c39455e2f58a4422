import PhotoFormats
import Testing

@testable import Imaging

/// Colors are those that the file means, in sRGB.
@Suite struct ColorTests {
  /// Four fields of one color each.
  private static func fields(_ colors: [(UInt8, UInt8, UInt8)]) -> Pixels {
    Pixels(width: 640, height: 640) { x, y in colors[(y / 320) * 2 + x / 320] }
  }

  private func colors(_ photo: [UInt8]) throws -> [[Int]] {
    let seen = try Likeness.seen(Likeness.picture(photo).jpeg)
    return [(256, 256), (768, 256), (256, 768), (768, 768)].map { x, y in
      (0..<3).map { Int(seen[(y * 1024 + x) * 3 + $0]) }
    }
  }

  private func isNear(_ one: [[Int]], _ other: [[Int]], within limit: Int = 4) -> Bool {
    zip(one.joined(), other.joined()).allSatisfy { abs($0 - $1) <= limit }
  }

  /// Numbers of Display P3, and the sRGB that means the same light (computed by the definitions of both).
  private static let p3: [(UInt8, UInt8, UInt8)] = [(200, 100, 80), (100, 150, 90), (60, 80, 160), (128, 128, 128)]
  private static let p3InSRGB = [[215, 93, 73], [83, 152, 83], [54, 81, 166], [128, 128, 128]]

  @Test func `a Display P3 photo is converted, in every format`() throws {
    let (pixels, profile) = (Self.fields(Self.p3), Profiles.displayP3.bytes)
    var png = PNGWriter()
    png.chunks = [("iCCP", Array("P3\0\0".utf8) + PNGWriter.zlib(profile))]
    var webp = WebPWriter()
    webp.profile = profile
    var heic = HEIFWriter(.hevc)
    heic.profile = profile
    var avif = HEIFWriter(.av1)
    avif.profile = profile
    let photos = [
      try jpeg(of: pixels, profile), png.png(of: pixels), try webp.webp(of: pixels), try heic.heif(of: pixels),
      try avif.heif(of: pixels),
    ]
    for (number, photo) in photos.enumerated() {
      let seen = try colors(photo)
      #expect(isNear(seen, Self.p3InSRGB), "\(number): \(seen)")
    }
  }

  @Test func `an Adobe RGB photo is converted`() throws {
    let pixels = Self.fields([(150, 100, 80), (100, 150, 90), (60, 80, 160), (128, 128, 128)])
    let seen = try colors(jpeg(of: pixels, Profiles.adobeRGB.bytes))
    #expect(isNear(seen, [[167, 100, 78], [66, 151, 86], [46, 79, 164], [129, 129, 129]]), "\(seen)")
  }

  @Test func `an sRGB profile changes nothing, and one that is broken neither`() throws {
    let pixels = Self.fields(Self.p3)
    let plain = try Likeness.picture(jpeg(of: pixels, nil)).jpeg
    #expect(try Likeness.picture(jpeg(of: pixels, Profiles.sRGB.bytes)).jpeg == plain)
    #expect(try Likeness.picture(jpeg(of: pixels, Array("no profile".utf8))).jpeg == plain)
    #expect(try Likeness.picture(jpeg(of: pixels, Array(Profiles.displayP3.bytes.prefix(200)))).jpeg == plain)
  }

  @Test func `a long profile is put together from its segments`() throws {
    let profile = Profiles.displayP3.bytes
    let (one, two) = (Array(profile.prefix(100)), Array(profile.dropFirst(100)))
    var photo = try Likeness.jpeg(of: Self.fields(Self.p3))
    photo = SampleJPEG.inserting(marker: 0xE2, Array("ICC_PROFILE\0".utf8) + [1, 2] + one, into: photo)
    #expect(!isNear(try colors(photo), Self.p3InSRGB, within: 8))
    photo = SampleJPEG.inserting(marker: 0xE2, Array("ICC_PROFILE\0".utf8) + [2, 2] + two, into: photo)
    #expect(isNear(try colors(photo), Self.p3InSRGB))
  }

  @Test func `a PNG's gamma is obeyed`() throws {
    let pixels = Self.fields([(55, 55, 55), (128, 128, 128), (10, 10, 10), (255, 255, 255)])
    var png = PNGWriter()
    // 1.0: the numbers are light itself.
    png.chunks = [("gAMA", [0x00, 0x01, 0x86, 0xA0])]
    let bright = [[128, 128, 128], [188, 188, 188], [56, 56, 56], [255, 255, 255]]
    #expect(isNear(try colors(png.png(of: pixels)), bright))
    png.color = .gray
    #expect(isNear(try colors(png.png(of: pixels)), bright))
    png.chunks = [("gAMA", [0x00, 0x00, 0xB1, 0x8F])]
    #expect(isNear(try colors(png.png(of: pixels)), [55, 128, 10, 255].map { [$0, $0, $0] }, within: 8))
  }

  @Test func `a gray photo with a profile of grays stays gray`() throws {
    let pixels = Self.fields([(55, 55, 55), (128, 128, 128), (10, 10, 10), (255, 255, 255)])
    var png = PNGWriter(.gray)
    png.chunks = [("iCCP", Array("g\0\0".utf8) + PNGWriter.zlib(Profiles.gray.bytes))]
    #expect(isNear(try colors(png.png(of: pixels)), [55, 128, 10, 255].map { [$0, $0, $0] }, within: 8))
  }

  private func jpeg(of pixels: Pixels, _ profile: [UInt8]?) throws -> [UInt8] {
    let jpeg = try Likeness.jpeg(of: pixels)
    guard let profile else { return jpeg }
    return SampleJPEG.inserting(marker: 0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile, into: jpeg)
  }
}
