import Foundation
import TestSupport
import Testing

@testable import TerminalGraphics

/// Pictures as they are sent, read again as a terminal would.
@Suite struct PictureTests {
  /// Four fields: red and green, blue and white.
  private static func fields(_ width: Int, _ height: Int) throws -> PixelPicture {
    let colours: [[UInt8]] = [[230, 30, 30], [30, 200, 30], [30, 30, 230], [250, 250, 250]]
    var samples: [UInt8] = []
    for y in 0..<height { for x in 0..<width { samples += colours[(y * 2 / height) * 2 + x * 2 / width] } }
    return try #require(PixelPicture(width: width, height: height, samples: samples))
  }

  private static func sky(_ width: Int, _ height: Int) throws -> PixelPicture {
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { samples += [UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8((x + y) % 256)] }
    }
    return try #require(PixelPicture(width: width, height: height, samples: samples))
  }

  /// The mean of how far apart the channels are, and the most.
  private func difference(_ one: [UInt8], _ other: [UInt8]) -> (mean: Double, most: Int) {
    let differences = zip(one, other).map { abs(Int($0) - Int($1)) }
    return (Double(differences.reduce(0, +)) / Double(max(1, differences.count)), differences.max() ?? 0)
  }

  @Test(arguments: [(1, 1), (7, 5), (6, 6), (200, 200), (171, 256)])
  func `a sixel picture holds the colours it was made of`(width: Int, height: Int) throws {
    let picture = try Self.fields(width, height)
    let text = Sixel.text(of: picture, colours: 256)
    let decoded = try #require(DecodedSixel(text))
    #expect((decoded.width, decoded.height) == (width, height))
    #expect(decoded.pixels.allSatisfy { $0 != nil })
    #expect(decoded.colours.count <= 4)
    // A hundredth is 2.55 of 255.
    #expect(difference(decoded.samples, picture.samples).most <= 3)
    // Nothing in it but what sixels are written in.
    #expect(text.utf8.dropFirst().dropLast(2).allSatisfy { 0x20..<0x7F ~= $0 })
  }

  @Test(arguments: [2, 16, 64, 256])
  func `a picture of more colours than there may be comes near`(colours: Int) throws {
    let picture = try Self.sky(120, 90)
    let decoded = try #require(DecodedSixel(Sixel.text(of: picture, colours: colours)))
    #expect(decoded.colours.count == colours)
    let (mean, _) = difference(decoded.samples, picture.samples)
    #expect(mean < (colours == 256 ? 9 : colours == 64 ? 14 : colours == 16 ? 24 : 64), "\(mean)")
  }

  @Test func `a large noisy picture stays small enough, and is made at once`() throws {
    // Knuth's multiplicative hash: as good as noise.
    let samples = (0..<256 * 256 * 3).map {
      UInt8(truncatingIfNeeded: UInt32(truncatingIfNeeded: $0) &* 2_654_435_761 >> 13)
    }
    let picture = try #require(PixelPicture(width: 256, height: 256, samples: samples))
    let text = Sixel.text(of: picture, colours: 256)
    #expect(DecodedSixel(text) != nil)
    #expect(text.utf8.count < 2 << 20)
  }

  @Test(arguments: [(1, 1), (40, 30), (200, 200), (32, 32), (1024, 1)])
  func `a picture in kitty's protocol is its pixels, in pieces`(width: Int, height: Int) throws {
    let picture = try Self.sky(width, height)
    let text = KittyGraphics.text(of: picture, columns: 20, rows: 10)
    var (bytes, mores): (Data, [Bool]) = (Data(), [])
    for piece in text.components(separatedBy: "\u{1B}\\").dropLast() {
      #expect(piece.hasPrefix("\u{1B}_G"))
      let parts = piece.dropFirst(3).split(separator: ";")
      #expect(parts.count == 2 && parts[1].utf8.count <= 4096)
      #expect(parts[0].split(separator: ",").contains("q=2"))
      mores.append(parts[0].hasSuffix("m=1"))
      bytes += try #require(Data(base64Encoded: String(parts[1])))
    }
    #expect(text.hasPrefix("\u{1B}_Ga=T,f=24,s=\(width),v=\(height),c=20,r=10,C=1,q=2,m="))
    #expect(mores.dropLast().allSatisfy { $0 } && mores.last == false)
    #expect([UInt8](bytes) == picture.samples)
  }

  @Test func `a picture keeps its shape within the room it has`() throws {
    let cell = try #require(CellSize(width: 8, height: 16))
    let terminal = Terminal(graphics: .sixel(colours: 256), cell: cell)
    for (width, height, columns, rows) in [
      (200, 200, 20, 10), (200, 100, 20, 5), (50, 200, 5, 10), (256, 3, 20, 1), (10, 10, 20, 10),
    ] {
      let drawn = DrawnPicture(try Self.fields(width, height), in: terminal, columns: 20, rows: 10)
      #expect((drawn.columns, drawn.rows) == (columns, rows), "\(width)×\(height)")
      let decoded = try #require(DecodedSixel(drawn.text))
      #expect(decoded.width <= columns * 8 && decoded.height <= rows * 16)
    }
  }

  @Test func `room is made for pictures, and left after them`() throws {
    let terminal = Terminal(graphics: .kitty, cell: .usual)
    let (low, high) = (try Self.fields(200, 100), try Self.fields(200, 200))
    let pictures = InlinePictures([(low, 0), (high, 22)], in: terminal, columns: 20, rows: 10)
    let (one, other) = (
      KittyGraphics.text(of: low, columns: 20, rows: 5), KittyGraphics.text(of: high, columns: 20, rows: 10)
    )
    #expect(pictures.rows == 10)
    #expect(
      pictures.text == "\r" + String(repeating: "\n", count: 10)
        + "\u{1B}[10A\u{1B}7\(one)\u{1B}8\u{1B}[22C\(other)\u{1B}8\u{1B}[10B\r")
    #expect(InlinePictures([], in: terminal, columns: 20, rows: 10).text.isEmpty)
  }

  @Test func `a smaller picture is the mean of what it covers, a larger one repeats`() throws {
    let picture = try #require(PixelPicture(width: 2, height: 2, samples: [0, 0, 0, 100, 0, 0, 0, 100, 0, 0, 0, 100]))
    #expect(picture.resized(width: 1, height: 1).samples == [25, 25, 25])
    #expect(picture.resized(width: 2, height: 1).samples == [0, 50, 0, 50, 0, 50])
    #expect(picture.resized(width: 4, height: 2).samples.prefix(12) == [0, 0, 0, 0, 0, 0, 100, 0, 0, 100, 0, 0])
    #expect(PixelPicture(width: 2, height: 2, samples: [0]) == nil)
  }
}
