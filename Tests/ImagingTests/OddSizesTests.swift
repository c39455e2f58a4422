import CTurboJPEG
import PhotoFormats
import Testing

@testable import Imaging

/// Pictures whose sides aren't multiples of what shares a chroma sample. TurboJPEG rounds their planes up; what it makes
/// of them is compared, to the bit, with what it makes of the picture with its last column and row repeated.
@Suite struct OddSizesTests {
  /// Detail everywhere, in all colors.
  private static func pixel(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
    (UInt8((x * 37 + y * 11) % 256), UInt8((x * 5 + y * 61) % 256), UInt8((x * 23 + y * 3 + 90) % 256))
  }

  /// A picture, and the same with its last column and row repeated if its sides aren't even.
  private static func pictures(_ width: Int, _ height: Int) -> (Pixels, Pixels) {
    (
      Pixels(width: width, height: height, pixel),
      Pixels(width: width + width % 2, height: height + height % 2) { x, y in
        pixel(min(x, width - 1), min(y, height - 1))
      }
    )
  }

  private static func planes(of pixels: Pixels) throws -> PlanarImage {
    var rgb: [UInt8] = []
    for place in stride(from: 0, to: pixels.rgba.count, by: 4) { rgb += pixels.rgba[place..<place + 3] }
    return try PlanarImage(rgb: rgb, width: pixels.width, height: pixels.height, sampling: TJSAMP_420)
  }

  /// The JPEG as if its picture were smaller: the rest is in the same blocks, and isn't shown.
  private static func cut(_ jpeg: [UInt8], toWidth width: Int, height: Int) throws -> [UInt8] {
    var jpeg = jpeg
    let frame = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    for (at, side) in [(5, height), (7, width)] {
      (jpeg[frame + at], jpeg[frame + at + 1]) = (UInt8(side >> 8), UInt8(side & 255))
    }
    return jpeg
  }

  /// The first columns and rows of a plane, as many as another has.
  private static func samples(_ plane: borrowing Plane, like other: borrowing Plane) -> [UInt8] {
    (0..<min(plane.height, other.height)).flatMap { y in
      UnsafeBufferPointer(start: plane.samples + y * plane.width, count: min(plane.width, other.width))
    }
  }

  private static func expectEqual(
    _ image: borrowing PlanarImage, _ expected: borrowing PlanarImage, _ name: String
  ) {
    let luma = samples(image.luma, like: image.luma) == samples(expected.luma, like: image.luma)
    let blue = samples(image.blue, like: image.blue) == samples(expected.blue, like: image.blue)
    let red = samples(image.red, like: image.red) == samples(expected.red, like: image.red)
    #expect(luma && blue && red, "\(name)")
  }

  private static let profiles = [nil, Profiles.sRGB, .adobeRGB, .gray]

  @Test(arguments: 1...17)
  func `a picture of any size has the colors and the JPEG of the even one`(width: Int) throws {
    for height in 1...17 {
      let (odd, even) = Self.pictures(width, height)
      for profile in Self.profiles.map({ $0.map { ColorProfile.icc($0.bytes) } }) {
        let picture = try Self.planes(of: odd).inSRGB(from: profile)
        let expected = try Self.planes(of: even).inSRGB(from: profile)
        #expect((picture.width, picture.height) == (width, height))
        #expect((picture.blue.width, picture.blue.height) == ((width + 1) / 2, (height + 1) / 2))
        Self.expectEqual(picture, expected, "\(width)×\(height)")
        let jpeg = try JPEGEncoder().jpeg(of: picture, limit: .max)
        #expect(
          try jpeg == Self.cut(JPEGEncoder().jpeg(of: expected, limit: .max), toWidth: width, height: height),
          "\(width)×\(height)")
        let seen = try #require(SampleJPEG.Seen(jpeg))
        #expect((seen.width, seen.height) == (width, height))
      }
    }
  }

  /// The second picture has as many whole blocks.
  @Test(arguments: [
    (PictureKind.jpeg444, 8, 8), (.jpeg422, 16, 8), (.jpeg420, 16, 16), (.jpegGray, 8, 8), (.jpeg440, 8, 16),
    (.jpeg411, 32, 8),
  ])
  func `a JPEG of any size is decoded to exactly its pixels`(kind: PictureKind, across: Int, down: Int) throws {
    for (width, height) in [64, 65, 66, 67, 77].flatMap({ width in [64, 65, 66, 67, 79].map { (width, $0) } }) {
      let whole = Pixels(
        width: (width + across - 1) / across * across, height: (height + down - 1) / down * down, Self.pixel)
      let blocks = try kind.bytes(of: whole, nil)
      let jpeg = try Self.cut(blocks, toWidth: width, height: height)
      for parts in [1, 2, 4, 8] {
        try jpeg.withUnsafeBytes { jpeg in
          try blocks.withUnsafeBytes { blocks in
            let decoded = try JPEGDecoder(jpeg).decoded(shortSideAtLeast: min(width, height) / parts)
            let expected = try JPEGDecoder(blocks).decoded(shortSideAtLeast: min(whole.width, whole.height) / parts)
            func part(_ side: Int, _ divisor: Int) -> Int { (side + divisor - 1) / divisor }
            let image = (decoded.image.width, decoded.image.height)
            #expect(image == (part(width, parts), part(height, parts)))
            if kind != .jpegGray {
              #expect(decoded.image.blue.width == part(image.0, across / 8))
              #expect(decoded.image.blue.height == part(image.1, down / 8))
            }
            Self.expectEqual(decoded.image, expected.image, "\(width)×\(height), 1/\(parts)")
          }
        }
      }
    }
  }

  /// Where a JPEG's last block has only one row or column, all of them are equal when it is decoded, too.
  @Test(arguments: [(500, 449), (449, 500), (64, 65), (65, 64), (65, 65), (81, 97)])
  func `a cover's artwork is right to the bit, whatever its size and profile`(width: Int, height: Int) throws {
    let (odd, even) = Self.pictures(width, height)
    for profile in Self.profiles {
      let picture = try artwork(PictureKind.jpeg420.bytes(of: odd, profile))
      let expected = try artwork(PictureKind.jpeg420.bytes(of: even, profile))
      let seen = try #require(SampleJPEG.Seen(picture.jpeg))
      #expect((picture.width, picture.height, seen.width, seen.height) == (width, height, width, height))
      #expect(try picture.jpeg == Self.cut(expected.jpeg, toWidth: width, height: height))
    }
  }

  @Test(arguments: [64, 65, 66, 67, 211])
  func `a cover without loss has right artwork, too`(width: Int) throws {
    for height in [64, 65, 67] {
      let (odd, even) = Self.pictures(width, height)
      for profile in Self.profiles {
        let picture = try artwork(PictureKind.png.bytes(of: odd, profile))
        let expected = try artwork(PictureKind.png.bytes(of: even, profile))
        #expect((picture.width, picture.height) == (width, height))
        #expect(try picture.jpeg == Self.cut(expected.jpeg, toWidth: width, height: height), "\(width)×\(height)")
      }
    }
  }

  @Test(arguments: [(64, 65), (65, 64), (199, 201), (67, 1024)])
  func `a cover's pixels are all there, in its own shape`(width: Int, height: Int) throws {
    let (odd, even) = Self.pictures(width, height)
    let (picture, expected) = (
      try pixels(PictureKind.jpeg420.bytes(of: odd, nil)), try pixels(PictureKind.jpeg420.bytes(of: even, nil))
    )
    #expect((picture.width, picture.height) == (width, height))
    for y in 0..<height {
      let (row, other) = (y * width * 3, y * expected.width * 3)
      #expect(picture.samples[row..<row + width * 3] == expected.samples[other..<other + width * 3])
    }
  }

  private func artwork(_ bytes: [UInt8]) throws -> CoverArtwork {
    try bytes.withUnsafeBytes { bytes throws(ImagingError) in try CoverArtwork(ofCover: bytes) }
  }

  private func pixels(_ bytes: [UInt8]) throws -> RGBPicture {
    try bytes.withUnsafeBytes { bytes throws(ImagingError) in try RGBPicture(ofCover: bytes, longSide: 1024) }
  }
}
