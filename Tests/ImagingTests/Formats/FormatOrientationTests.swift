import DrawnCovers
import PhotoFormats
import Testing

@testable import Imaging

/// However a format says that a photo is to be turned, the picture is upright.
@Suite struct FormatOrientationTests {
  private let limit = 4.0

  /// The pixels as a camera stores them that is held so.
  private static func stored(_ orientation: Int) -> Pixels {
    var photo = DrawnPhoto(DrawnCollection.undertow)
    (photo.width, photo.height, photo.exif) = (1072, 800, ExifBlock(orientation: orientation))
    return photo.pixels()
  }

  private static func exif(_ orientation: Int) -> [UInt8] { Array(ExifBlock(orientation: orientation).tiff) }

  @Test(arguments: 1...8)
  func `EXIF turns a PNG and a WebP`(orientation: Int) throws {
    let pixels = Self.stored(orientation)
    var png = PNGWriter()
    png.chunks = [("eXIf", Self.exif(orientation))]
    #expect(try Likeness.difference(png.png(of: pixels)) < limit)
    (png.chunks, png.chunksBehind) = ([], [("eXIf", Self.exif(orientation))])
    #expect(try Likeness.difference(png.png(of: pixels)) < limit)
    var webp = WebPWriter()
    webp.exif = Self.exif(orientation)
    #expect(try Likeness.difference(webp.webp(of: pixels)) < limit)
    webp.exif = Array("Exif\0\0".utf8) + Self.exif(orientation)
    #expect(try Likeness.difference(webp.webp(of: pixels)) < limit)
  }

  private func gray(_ photo: [UInt8]) throws -> [GrayPicture] {
    try photo.withUnsafeBytes { bytes in
      [
        try #require(try CoverPicture(ofPhoto: bytes, grayLongSide: 640).gray),
        try GrayPicture(ofCover: bytes, longSide: 640),
      ]
    }
  }

  @Test(arguments: 1...8)
  func `features are looked for in what is upright, too`(orientation: Int) throws {
    let pixels = Self.stored(orientation)
    var png = PNGWriter()
    png.chunks = [("eXIf", Self.exif(orientation))]
    var webp = WebPWriter()
    webp.exif = Self.exif(orientation)
    var heic = HEIFWriter(.hevc)
    heic.orientation = orientation
    var grid = GridWriter()
    let boxes: [(Int?, Int?)] = [(nil, nil), (nil, 1), (2, nil), (nil, 0), (1, 0), (3, nil), (3, 0), (1, nil)]
    (grid.turns, grid.mirror) = boxes[orientation - 1]
    let photos = [
      SampleJPEG.turned(UInt16(orientation), try Likeness.jpeg(of: pixels)), png.png(of: pixels),
      try webp.webp(of: pixels), try heic.heif(of: pixels), try grid.heic(of: pixels),
    ]
    let upright = try gray(Likeness.jpeg(of: Likeness.pixels))
    for (number, photo) in photos.enumerated() {
      for (seen, expected) in zip(try gray(photo), upright) {
        #expect((seen.width, seen.height) == (expected.width, expected.height), "\(number)")
        #expect(Pixels.difference(seen.samples, expected.samples) < limit, "\(number)")
      }
    }
  }

  /// EXIF says the same as the boxes; it isn't to be obeyed a second time (ISO/IEC 23008-12, A.4.2).
  @Test(arguments: 1...8)
  func `its own boxes turn a HEIC, once`(orientation: Int) throws {
    var writer = HEIFWriter(.hevc)
    (writer.orientation, writer.exif) = (orientation, Self.exif(orientation))
    #expect(try Likeness.difference(writer.heif(of: Self.stored(orientation))) < limit)
  }

  @Test(arguments: [1, 6])
  func `its own boxes turn an AVIF, once`(orientation: Int) throws {
    var writer = HEIFWriter(.av1)
    (writer.orientation, writer.exif) = (orientation, Self.exif(orientation))
    #expect(try Likeness.difference(writer.heif(of: Self.stored(orientation))) < limit)
  }

  /// Quarter turns are counted anticlockwise; then axis 0 exchanges top and bottom, and axis 1 left and right.
  @Test(
    arguments: [
      (1, 0, nil), (2, nil, 1), (3, 2, nil), (4, nil, 0), (5, 1, 0), (5, 3, 1), (6, 3, nil), (7, 3, 0), (7, 1, 1),
      (8, 1, nil),
    ] as [(Int, Int?, Int?)])
  func `boxes turn a HEIC of tiles`(orientation: Int, turns: Int?, mirror: Int?) throws {
    var writer = GridWriter()
    (writer.turns, writer.mirror) = (turns, mirror)
    #expect(try Likeness.difference(writer.heic(of: Self.stored(orientation))) < limit)
  }
}
