import DrawnCovers
import PhotoFormats
import Testing

@testable import Imaging

/// Whatever format a photo comes in, its picture is that of the JPEG.
@Suite struct FormatTests {
  /// More than this, of 255, and somebody would see it. An unrelated picture differs by some sixty.
  private let limit = 3.0

  @Test(arguments: [
    PNGWriter(.rgb), PNGWriter(.rgb, isInterlaced: true), PNGWriter(.rgb, depth: 16), PNGWriter(.rgba),
    PNGWriter(.rgba, depth: 16, isInterlaced: true),
  ])
  func `a PNG shows what its JPEG shows`(writer: PNGWriter) throws {
    let png = writer.png(of: Likeness.pixels)
    #expect(try Likeness.difference(png) < limit)
    #expect(try Likeness.picture(png).format == "PNG")
  }

  @Test func `a PNG of few colors or of grays shows them`() throws {
    #expect(try Likeness.difference(PNGWriter(.palette).png(of: Likeness.pixels)) < 15)
    #expect(try Likeness.difference(PNGWriter(.palette, isInterlaced: true).png(of: Likeness.pixels)) < 15)
    let pixels = Likeness.filled(width: 1072, height: 800)
    let gray = try Likeness.seen(Likeness.picture(PNGWriter(.gray).png(of: pixels)).jpeg)
    for writer in [PNGWriter(.gray, depth: 16), PNGWriter(.gray, isInterlaced: true), PNGWriter(.grayAlpha)] {
      let other = try Likeness.seen(Likeness.picture(writer.png(of: pixels)).jpeg)
      #expect(Likeness.difference(gray, other) < 1)
    }
    for depth in [1, 2, 4] {
      let other = try Likeness.seen(Likeness.picture(PNGWriter(.gray, depth: depth).png(of: pixels)).jpeg)
      #expect(Likeness.difference(gray, other) < 300 / Double(1 << depth))
    }
  }

  @Test(arguments: [false, true])
  func `a WebP shows what its JPEG shows`(isLossless: Bool) throws {
    let webp = try WebPWriter(isLossless: isLossless).webp(of: Likeness.pixels)
    #expect(try Likeness.difference(webp) < limit)
    #expect(try Likeness.picture(webp).format == "WebP")
  }

  @Test func `a GIF shows what its JPEG shows, in its colors`() throws {
    var writer = GIFWriter()
    let gif = writer.gif(of: [Likeness.pixels])
    #expect(try Likeness.difference(gif) < 15)
    #expect(try Likeness.picture(gif).format == "GIF")
    writer.isInterlaced = true
    #expect(try Likeness.picture(gif).jpeg == Likeness.picture(writer.gif(of: [Likeness.pixels])).jpeg)
  }

  @Test(arguments: [(.hevc, 8), (.hevc, 10), (.av1, 8), (.av1, 12)] as [(HEIFWriter.Codec, Int)])
  func `a HEIC or AVIF shows what its JPEG shows`(codec: HEIFWriter.Codec, depth: Int) throws {
    var writer = HEIFWriter(codec)
    writer.depth = depth
    let photo = try writer.heif(of: Likeness.pixels)
    #expect(try Likeness.difference(photo) < limit)
    #expect(try Likeness.picture(photo).format == (codec == .hevc ? "HEIC" : "AVIF"))
  }

  @Test(arguments: [(1, true), (1, false), (6, false), (9, false), (9, true)] as [(UInt32, Bool)])
  func `however a HEIC codes its colors, they are the same`(matrix: UInt32, isFullRange: Bool) throws {
    for codec in HEIFWriter.Codec.allCases {
      var writer = HEIFWriter(codec)
      writer.coding = (matrix, isFullRange)
      #expect(try Likeness.difference(writer.heif(of: Likeness.pixels)) < limit, "\(codec)")
    }
  }

  @Test func `a HEIC of tiles shows what its JPEG shows`() throws {
    #expect(try Likeness.difference(GridWriter().heic(of: Likeness.pixels)) < limit)
  }

  @Test func `a large photo, decoded smaller, shows what its JPEG shows`() throws {
    let large = Likeness.large
    let photos = [
      PNGWriter().png(of: large), PNGWriter(.rgb, isInterlaced: true).png(of: large), try WebPWriter().webp(of: large),
      try WebPWriter(isLossless: true).webp(of: large), try HEIFWriter(.hevc).heif(of: large),
      try HEIFWriter(.av1).heif(of: large),
    ]
    for (number, photo) in photos.enumerated() {
      let difference = try Likeness.difference(photo, isLarge: true)
      #expect(difference < limit, "\(number): \(difference)")
    }
  }

  @Test func `of several pictures the first one is taken`() throws {
    let other = Pixels(width: 1072, height: 800) { _, _ in (200, 20, 20) }
    #expect(try Likeness.difference(WebPWriter().animation(of: [Likeness.pixels, other])) < limit)
    #expect(try Likeness.difference(GIFWriter().gif(of: [Likeness.pixels, other])) < 15)
    #expect(try Likeness.difference(HEIFWriter(.hevc).heif(of: [Likeness.pixels, other])) < limit)
    #expect(try Likeness.difference(HEIFWriter(.av1).heif(of: [Likeness.pixels, other])) < limit)
  }

  @Test func `what can be seen through lies on white`() throws {
    var pixels = Likeness.pixels
    let edge = pixels.width / 2
    pixels.setAlpha { x, _ in x < edge ? 0 : 255 }
    var flat = Likeness.pixels
    for index in 0..<flat.width * flat.height where index % flat.width < edge {
      for channel in 0..<3 { flat.rgba[index * 4 + channel] = 255 }
    }
    let expected = try Likeness.seen(Likeness.picture(Likeness.jpeg(of: flat)).jpeg)
    let photos = [
      PNGWriter(.rgba).png(of: pixels), PNGWriter(.rgba, depth: 16, isInterlaced: true).png(of: pixels),
      try WebPWriter().webp(of: pixels), try WebPWriter(isLossless: true).webp(of: pixels),
      try HEIFWriter(.hevc).heif(of: pixels), try HEIFWriter(.av1).heif(of: pixels),
    ]
    for (number, photo) in photos.enumerated() {
      #expect(Likeness.difference(try Likeness.seen(Likeness.picture(photo).jpeg), expected) < limit, "\(number)")
    }
    var gif = GIFWriter()
    gif.isTransparent = true
    #expect(try Likeness.picture(gif.gif(of: [flat])).jpeg == Likeness.picture(GIFWriter().gif(of: [flat])).jpeg)
  }
}

extension PNGWriter: CustomTestStringConvertible {
  package var testDescription: String { "\(color), \(depth) bits\(isInterlaced ? ", interlaced" : "")" }
}
