import DrawnCovers
import PhotoFormats
import Testing

@testable import Imaging

/// HEICs and AVIFs whose boxes stand where few encoders put them.
@Suite struct BoxOrderTests {
  private static let pixels = SampleJPEG.Seen(SampleJPEG.fields(width: 640, height: 480)).map { seen in
    Pixels(width: 640, height: 480) { x, y in
      let at = (y * 640 + x) * 3
      return (seen.rgb[at], seen.rgb[at + 1], seen.rgb[at + 2])
    }
  }
  private static let irot = BoxedPicture.box("irot", [3])
  private static let imir = BoxedPicture.box("imir", [1])
  private static let clap = BoxedPicture.cleanAperture(400, 480, right: 80, down: 0)
  private static let turnedClap = BoxedPicture.cleanAperture(480, 400, right: 0, down: 80)

  private func picture(_ codec: HEIFWriter.Codec) throws -> BoxedPicture {
    try BoxedPicture(codec, of: #require(Self.pixels))
  }

  private func artwork(_ bytes: [UInt8]) throws -> CoverArtwork {
    try bytes.withUnsafeBytes { bytes throws(ImagingError) in try CoverArtwork(ofCover: bytes) }
  }

  @Test(
    arguments: HEIFWriter.Codec.allCases,
    [
      ([irot], 480, 640, "BRWG"), ([imir], 640, 480, "GRWB"), ([clap], 400, 480, "RGBW"),
      ([irot, imir], 480, 640, "RBGW"), ([imir, irot], 480, 640, "WGBR"), ([clap, irot], 480, 400, "BRWG"),
      ([irot, turnedClap], 480, 400, "BRWG"),
    ] as [([[UInt8]], Int, Int, String)])
  func `what turns and crops applies in its order, wherever the size stands`(
    codec: HEIFWriter.Codec, boxes: (properties: [[UInt8]], width: Int, height: Int, fields: String)
  ) throws {
    let picture = try picture(codec)
    for file in [picture.item(before: boxes.properties), picture.item(behind: boxes.properties)] {
      let artwork = try artwork(file)
      #expect((artwork.width, artwork.height) == (boxes.width, boxes.height))
      #expect(SampleJPEG.Seen(artwork.jpeg)?.fields == boxes.fields)
      #expect(SampleJPEG.Seen(try Likeness.picture(file).jpeg)?.fields == boxes.fields)
      let read = try file.withUnsafeBytes { bytes throws(ImagingError) in try RGBPicture(ofCover: bytes, longSide: 320)
      }
      let scale = 320 / Double(max(boxes.width, boxes.height))
      #expect(read.width == Int((Double(boxes.width) * scale).rounded()))
      #expect(read.height == Int((Double(boxes.height) * scale).rounded()))
    }
  }

  @Test(arguments: HEIFWriter.Codec.allCases)
  func `a picture that is cropped to almost nothing is too small, wherever the size stands`(
    codec: HEIFWriter.Codec
  ) throws {
    let file = try picture(codec).item(before: [BoxedPicture.cleanAperture(20, 20, right: 0, down: 0)])
    #expect(throws: ImagingError.tooSmall("20x20 pixels; the shorter side needs at least 64")) { try artwork(file) }
  }

  @Test(
    arguments: HEIFWriter.Codec.allCases,
    [
      ([1, 0, 0, 1], "RGBW"), ([0, 1, -1, 0], "BRWG"), ([-1, 0, 0, -1], "WBGR"), ([0, -1, 1, 0], "GWRB"),
    ] as [([Int], String)])
  func `of a file that contains only a sequence, the first picture is used`(
    codec: HEIFWriter.Codec, track: (matrix: [Int], fields: String)
  ) throws {
    let file = try picture(codec).sequence(matrix: track.matrix)
    let photo = try Likeness.picture(file)
    #expect(SampleJPEG.Seen(photo.jpeg)?.fields == track.fields)
    #expect(photo.format == (codec == .hevc ? "HEIC" : "AVIF"))
    #expect(SampleJPEG.Seen(try artwork(file).jpeg)?.fields == track.fields)
  }

  @Test(
    arguments: [
      ["isom", "isom", "avif", "mif1"], ["mif1", "mif1", "miaf"], ["MA1B", "mif1", "miaf"], ["avis", "avis", "mif1"],
    ] as [[String]])
  func `an AVIF is a picture, whatever its major brand`(brands: [String]) throws {
    let file = try picture(.av1).item(brands: brands)
    #expect(SampleJPEG.Seen(try artwork(file).jpeg)?.fields == "RGBW")
  }

  @Test(arguments: [
    ("unci", "Uncompressed HEIF"), ("j2k1", "JPEG 2000 in HEIF"), ("jpeg", "JPEG in HEIF"), ("vvc1", "VVC in HEIF"),
  ])
  func `a rare kind of HEIF is refused by name`(kind: String, name: String) throws {
    let file = try picture(.av1).item(kind, brands: ["mif1", "mif1"])
    #expect(throws: ImagingError.unsupported(format: name)) { try artwork(file) }
  }

  /// Reads past the end stop the program, and loops without an end the test.
  @Test(arguments: HEIFWriter.Codec.allCases)
  func `no bytes whatever in a sequence make the reader stumble`(codec: HEIFWriter.Codec) throws {
    let file = try picture(codec).sequence()
    let movie = try GridWriter.box("moov", in: file, isWhole: true).count
    var random = SeededGenerator(seed: 38)
    var found = 0
    for _ in 0..<2_000 {
      var bytes = Array(file.prefix(Int.random(in: 40...file.count, using: &random)))
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let values = [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)]
        bytes[Int.random(in: 28..<min(bytes.count, movie), using: &random)] = values.randomElement(using: &random) ?? 0
      }
      let still = bytes.withUnsafeBytes { HEIFDecoder.still(ofSequence: $0) }
      if let still { #expect(still.count <= bytes.count * 2 + 400) }
      found += still == nil ? 0 : 1
    }
    #expect(found > 100)
  }
}
