import Testing

@testable import Imaging

@Suite struct ImageFormatTests {
  private func format(_ bytes: [UInt8]) -> ImageFormat? { bytes.withUnsafeBytes { ImageFormat($0) } }

  @Test(arguments: [
    ("\0\0\0\u{18}ftypisom", "a video"), ("\0\0\0\u{14}ftypqt  ", "a video"), ("\0\0\0\u{08}wide", "a video"),
    ("RIFF\0\0\0\0AVI LIST", "a video"), ("%PDF-1.7", "PDF"), ("<svg xmlns=", "SVG"),
    ("II*\0\u{8}\0\0\0", "TIFF or camera raw"), ("MM\0*\0\0\0\u{8}", "TIFF or camera raw"),
    ("\0\0\0\u{18}ftypcrx ", "camera raw"), ("FUJIFILMCCD-RAW 0201", "camera raw"), ("8BPS\0\u{1}", "Photoshop"),
  ])
  func `a format that isn't decoded is known by its first bytes`(start: String, name: String) {
    #expect(format(Array(start.utf8) + [UInt8](repeating: 0, count: 20)) == .other(name))
  }

  @Test(arguments: [
    ("\0\0\0\u{18}ftypheic", ImageFormat.heic), ("\0\0\0\u{18}ftypavif", .avif), ("GIF89a", .gif),
    ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1heic", .heic), ("\0\0\0\u{1C}ftypmif1\0\0\0\0mif1miafavif", .avif),
    ("\0\0\0\u{1C}ftypisom\0\0\0\0isomavifmif1", .avif), ("\0\0\0\u{18}ftypMA1B\0\0\0\0mif1avif", .avif),
    ("\0\0\0\u{18}ftypmsf1\0\0\0\0msf1hevc", .heic), ("RIFF\0\0\0\0WEBPVP8 ", .webp),
  ])
  func `a format that is decoded is known by its first bytes`(start: String, expected: ImageFormat) {
    #expect(format(Array(start.utf8) + [UInt8](repeating: 0, count: 20)) == expected)
  }

  @Test func `formats with bytes that are no text are known too`() {
    #expect(format([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]) == .png)
    #expect(format([0x1A, 0x45, 0xDF, 0xA3, 0]) == .other("a video"))
    #expect(format([0xFF, 0x0A, 0, 0]) == .other("JPEG XL"))
    #expect(format([0xFF, 0x4F, 0xFF, 0x51, 0, 0x2F]) == .other("JPEG 2000"))
    #expect(format([0, 0, 1, 0, 2, 0, 32, 32, 0, 0, 1, 0, 32, 0]) == .other("ICO"))
    #expect(format([0xFF, 0xD8, 0, 0xFF, 0xE0]) == .jpeg)
    #expect(format([0x42, 0x4D] + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0, 0]) == .other("BMP"))
    #expect(format([0xFF, 0xD8, 0xFF, 0xE1]) == .jpeg)
  }

  @Test func `a text that begins like a bitmap is none`() {
    #expect(format(Array("BMW is a make of car, not an image.".utf8)) == nil)
  }

  @Test func `the beginning of a magic is no magic`() {
    for bytes in [[], [0xFF], [0xFF, 0xD8], Array("RIFF".utf8), Array("\0\0\0\0fty".utf8), Array("BM".utf8)] {
      #expect(format(bytes) == nil)
    }
    #expect(format(Array("\0\0\0\0ftyp".utf8)) == .other("a video"))
  }
}
