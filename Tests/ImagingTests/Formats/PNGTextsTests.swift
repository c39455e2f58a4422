import DrawnCovers
import PhotoFormats
import Testing

@testable import Imaging

/// The orientation in a PNG's texts.
@Suite struct PNGTextsTests {
  private static let tiff = Array(ExifBlock(orientation: 6).tiff)
  private static let attribute = Array(#"<x:xmpmeta><rdf:Description tiff:Orientation="6"/></x:xmpmeta>"#.utf8)
  private static let element = Array("<rdf:Description><tiff:Orientation> 6 </tiff:Orientation>".utf8)

  private static func raw(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let digits = data.map { (String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)) }
    var text = "\n\(name)\n      \(data.count)\n"
    for (number, digit) in digits.enumerated() { text += digit + (number % 36 == 35 ? "\n" : "") }
    return Array(text.utf8) + [0x0A]
  }

  private static func text(_ keyword: String, _ text: [UInt8]) -> (String, [UInt8]) {
    ("tEXt", Array(keyword.utf8) + [0] + text)
  }
  private static func deflated(_ keyword: String, _ text: [UInt8]) -> (String, [UInt8]) {
    ("zTXt", Array(keyword.utf8) + [0, 0] + PNGWriter.zlib(text))
  }
  private static func international(_ text: [UInt8], isDeflated: Bool = false) -> (String, [UInt8]) {
    (
      "iTXt",
      Array("XML:com.adobe.xmp".utf8) + [0, isDeflated ? 1 : 0, 0] + Array("en\0Title\0".utf8)
        + (isDeflated ? PNGWriter.zlib(text) : text)
    )
  }

  private func orientation(_ chunks: [(String, [UInt8])], behind: [(String, [UInt8])] = []) throws -> Orientation {
    var writer = PNGWriter()
    (writer.chunks, writer.chunksBehind) = (chunks, behind)
    let png = writer.png(of: Pixels(width: 64, height: 64) { _, _ in (9, 9, 9) })
    return try png.withUnsafeBytes { bytes throws(ImagingError) in
      try PNGDecoder(bytes).decoded(shortSideAtLeast: 64).orientation
    }
  }

  @Test(arguments: [
    international(attribute), international(element), international(attribute, isDeflated: true),
    text("Raw profile type APP1", raw("APP1", Array("Exif\0\0".utf8) + tiff)),
    deflated("Raw profile type exif", raw("exif", tiff)), text("Raw profile type xmp", raw("xmp", attribute)),
    text("exif:Orientation", [0x36]), text("Orientation", [0x36]),
  ])
  func `a text says how to turn the picture`(chunk: (String, [UInt8])) throws {
    #expect(try orientation([chunk]) == .quarterTurn)
    #expect(try orientation([], behind: [chunk]) == .quarterTurn)
  }

  @Test func `EXIF data counts more than XMP, and XMP more than a plain text`() throws {
    let (upsideDown, back) = (Array(ExifBlock(orientation: 3).tiff), Self.text("Orientation", [0x38]))
    #expect(try orientation([Self.international(Self.attribute), back], behind: [("eXIf", upsideDown)]) == .upsideDown)
    #expect(try orientation([back, Self.international(Self.attribute)]) == .quarterTurn)
    #expect(
      try orientation([
        Self.international(Self.attribute), Self.text("Raw profile type exif", Self.raw("exif", upsideDown)),
      ])
        == .upsideDown)
  }

  @Test(arguments: [
    text("Orientation", Array("66".utf8)), text("Orientation", Array("9".utf8)), text("Comment", [0x36]),
    text("Orientation", []), international(Array("tiff:Orientation".utf8)), text("Raw profile type exif", [0x0A]),
  ])
  func `a text that says nothing turns nothing`(chunk: (String, [UInt8])) throws {
    #expect(try orientation([chunk]) == .upright)
  }

  /// Reads past the end stop the program.
  @Test func `no bytes whatever in a text make the reader stumble`() throws {
    var writer = PNGWriter()
    writer.chunks = [
      Self.international(Self.attribute, isDeflated: true),
      Self.deflated("Raw profile type exif", Self.raw("exif", Self.tiff)),
    ]
    let png = writer.png(of: Pixels(width: 4, height: 4) { _, _ in (9, 9, 9) })
    var random = SeededGenerator(seed: 38)
    for _ in 0..<3_000 {
      var bytes = Array(png.prefix(Int.random(in: 0...png.count, using: &random)))
      for _ in 0..<4 where bytes.count > 33 {
        bytes[Int.random(in: 33..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      _ = bytes.withUnsafeBytes { Orientation.inTexts(ofPNG: $0) }
    }
  }

  @Test func `a text that would be inflated without end isn't`() throws {
    let zeros = [UInt8](repeating: 0x20, count: 1 << 20)
    let chunks = (0..<20).map { _ in Self.international(zeros + Self.attribute, isDeflated: true) }
    #expect(try orientation(chunks) == .upright)
  }
}
