import DrawnCovers
import Foundation
import ImagingProtocol
import PhotoFormats
import Testing

@testable import Imaging

/// When a photo was taken, according to its EXIF data.
@Suite struct TakenTimeTests {
  private func parsed(_ tiff: Data) -> TakenTime? { tiff.withUnsafeBytes { TakenTime(inTIFF: $0) } }

  private func parsed(photo file: some Collection<UInt8>) -> TakenTime? {
    Array(file).withUnsafeBytes { TakenTime(ofPhoto: $0) }
  }

  private func seconds(_ text: String) throws -> Double { try Date(text, strategy: .iso8601).timeIntervalSince1970 }

  @Test(arguments: [
    ("2026:11:21 14:03:22", "2026-11-21T14:03:22Z"), ("2024:02:29 23:59:59", "2024-02-29T23:59:59Z"),
    ("2000:03:01 00:00:00", "2000-03-01T00:00:00Z"), ("2100:12:31 12:00:00", "2100-12-31T12:00:00Z"),
    ("1990:01:01 00:00:00", "1990-01-01T00:00:00Z"),
  ])
  func `the clock's time is read`(text: String, expected: String) throws {
    let time = try #require(parsed(ExifBlock(taken: text).tiff))
    #expect(try Double(time.milliseconds) / 1000 == seconds(expected))
    #expect(!time.isAbsolute)
  }

  @Test(arguments: [("250", 250), ("5", 500), ("123456", 123), ("x", 0), ("", 0)])
  func `parts of a second count`(fraction: String, expected: Int) throws {
    let time = try #require(parsed(ExifBlock(taken: "2026:11:21 14:03:22", fraction: fraction).tiff))
    #expect(time.milliseconds % 1000 == expected)
  }

  @Test(arguments: [
    ("+01:00", "2026-11-21T13:03:22Z"), ("-05:30", "2026-11-21T19:33:22Z"), ("+00:00", "2026-11-21T14:03:22Z"),
  ])
  func `with its zone, it is the same everywhere`(offset: String, expected: String) throws {
    let time = try #require(parsed(ExifBlock(taken: "2026:11:21 14:03:22", offset: offset).tiff))
    #expect(try time.isAbsolute && Double(time.milliseconds) / 1000 == seconds(expected))
  }

  @Test(arguments: ["+99:00", "01:00", "+1:00", "Z", "+01.00"])
  func `a zone that is none is left out`(offset: String) throws {
    #expect(parsed(ExifBlock(taken: "2026:11:21 14:03:22", offset: offset).tiff)?.isAbsolute == false)
  }

  @Test(arguments: [
    "0000:00:00 00:00:00", "    :  :     :  :  ", "2026-11-21 14:03:22", "2026:13:21 14:03:22", "2026:11:21 24:03:22",
    "2026:11:21", "1970:01:01 00:00:00", "9999:12:31 23:59:59", "2026:11:21T14:03:22", "2026:11:2\u{FF} 14:03:22",
  ])
  func `a time that is none isn't one`(text: String) { #expect(parsed(ExifBlock(taken: text).tiff) == nil) }

  @Test func `a photo without it says nothing`() throws {
    #expect(parsed(ExifBlock(orientation: 6).tiff) == nil)
    #expect(parsed(photo: SampleJPEG.turned(6, [0xFF, 0xD8, 0xFF, 0xD9])) == nil)
    #expect(parsed(photo: []) == nil)
  }

  @Test func `it is found in every format that holds it`() throws {
    let exif = ExifBlock(taken: "2026:11:21 14:03:22", offset: "+00:00")
    let pixels = Pixels(width: 64, height: 64) { _, _ in (90, 120, 30) }
    let tiff = Array(exif.tiff)
    var png = PNGWriter()
    png.chunks = [("eXIf", tiff)]
    var webp = WebPWriter()
    webp.exif = tiff
    var heif = HEIFWriter(.hevc)
    heif.exif = tiff
    let files = try [
      Array(exif.added(to: Data([0xFF, 0xD8, 0xFF, 0xD9]))), png.png(of: pixels), webp.webp(of: pixels),
      heif.heif(of: pixels),
    ]
    for file in files { #expect(parsed(photo: file)?.isAbsolute == true) }
  }

  @Test func `every cut, and offsets and counts that point anywhere, are survived`() {
    let whole = ExifBlock(taken: "2026:11:21 14:03:22", fraction: "250", offset: "+01:00").tiff
    for length in 0...whole.count { _ = parsed(whole.prefix(length)) }
    var random = SeededGenerator(seed: 30)
    for place in whole.indices {
      for value in [0, 1, 4, 0x7F, 0x80, 0xFF] as [UInt8] {
        var other = whole
        other[place] = value
        other[Int.random(in: 0..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        _ = parsed(other)
      }
    }
  }
}
