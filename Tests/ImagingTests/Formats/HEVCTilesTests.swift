import PhotoFormats
import Testing

@testable import Imaging

/// HEICs are decoded tile by tile, each made smaller at once.
@Suite struct HEVCTilesTests {
  private let limit = 3.0

  private func layout(_ photo: [UInt8]) -> HEVCLayout? { photo.withUnsafeBytes { HEVCLayout($0) } }

  @Test func `what phones write is decoded tile by tile, and so is a single picture`() throws {
    let grid = try #require(layout(GridWriter().heic(of: Likeness.pixels)))
    #expect((grid.columns, grid.rows, grid.width, grid.height) == (5, 4, 1072, 800))
    let one = try #require(layout(HEIFWriter(.hevc).heif(of: Likeness.pixels)))
    #expect((one.columns, one.rows, one.width, one.height) == (1, 1, 1072, 800))
  }

  @Test func `what only libheif understands is left to it`() throws {
    var seenThrough = Likeness.pixels
    seenThrough.setAlpha { x, _ in UInt8(x & 255) }
    #expect(try layout(HEIFWriter(.hevc).heif(of: seenThrough)) == nil)
    #expect(try layout(HEIFWriter(.av1).heif(of: Likeness.pixels)) == nil)
    #expect(layout([]) == nil)
  }

  /// Tiles of 256 and 250 pixels: a third part of neither, and a half of a quarter's chroma.
  @Test(arguments: [256, 250])
  func `tiles fit together at any size`(tile: Int) throws {
    var writer = GridWriter()
    writer.tile = tile
    #expect(try Likeness.difference(writer.heic(of: Likeness.pixels)) < limit)
    let large = try Likeness.difference(writer.heic(of: Likeness.large), isLarge: true)
    #expect(large < limit, "\(large)")
  }

  @Test(arguments: ["422", "444"])
  func `tiles keep as much color as they have`(chroma: String) throws {
    var writer = GridWriter()
    writer.encoder.chroma = chroma
    #expect(try Likeness.difference(writer.heic(of: Likeness.pixels)) < limit)
  }

  @Test func `tiles of ten bits, of any matrix and range`() throws {
    var writer = GridWriter()
    writer.encoder.depth = 10
    for (matrix, isFullRange) in [(1, true), (1, false), (6, false), (9, false)] as [(UInt32, Bool)] {
      writer.encoder.coding = (matrix, isFullRange)
      let difference = try Likeness.difference(writer.heic(of: Likeness.pixels))
      #expect(difference < limit, "\(matrix), \(isFullRange): \(difference)")
    }
  }

  @Test func `a HEIC whose end is missing is used as far as it goes, and that is said`() throws {
    var writer = GridWriter()
    let whole = try Likeness.picture(writer.heic(of: Likeness.large))
    #expect(!whole.isTruncated && !whole.isDamaged)
    // Twelve columns and nine rows.
    writer.missingTiles = 24
    let cut = try Likeness.picture(writer.heic(of: Likeness.large))
    #expect(cut.isTruncated && !cut.isDamaged)
    let (seen, all) = (try Likeness.seen(cut.jpeg), try Likeness.seen(whole.jpeg))
    let upper = 1024 * 3 * 700
    #expect(Likeness.difference(Array(seen[..<upper]), Array(all[..<upper])) < 1)
    #expect(seen[(1024 * 1000) * 3..<(1024 * 1001) * 3].allSatisfy { abs(Int($0) - 128) < 3 })
    writer.missingTiles = 70
    #expect(throws: ImagingError.self) { try Likeness.picture(writer.heic(of: Likeness.large)) }
  }

  @Test func `a tile that makes no sense spoils nothing but its place`() throws {
    let whole = try GridWriter().heic(of: Likeness.large)
    var photo = whole
    // Within the picture data of a hundred and eight tiles, and longer than most of them.
    let place = photo.count / 2
    for offset in 0..<(photo.count / 60) { photo[place + offset] ^= 0x5A }
    let picture = try Likeness.picture(photo)
    #expect(picture.isDamaged)
    let difference = Likeness.difference(
      try Likeness.seen(picture.jpeg), try Likeness.seen(Likeness.picture(whole).jpeg))
    #expect(difference < 6, "\(photo.count)")
  }

  @Test(arguments: Orientation.allCases)
  func `two turns make one`(first: Orientation) {
    for second in Orientation.allCases {
      let plane = Plane(width: 2, height: 3)
      for index in 0..<6 { plane.samples[index] = UInt8(index) }
      let twice = plane.turned(first).turned(second)
      let once = plane.turned(first.then(second))
      #expect(twice.width == once.width)
      for index in 0..<6 { #expect(twice.samples[index] == once.samples[index], "\(first), \(second)") }
    }
  }

  @Test func `a description cut anywhere, or with any byte changed, is survived`() throws {
    let photo = try GridWriter().heic(
      of: Pixels(width: 300, height: 300) { x, y in (UInt8(x & 255), UInt8(y & 255), 9) })
    let length = 900
    for count in 0..<length { _ = layout(Array(photo.prefix(count))) }
    for place in 0..<length {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var changed = photo
        changed[place] = value
        _ = layout(changed)
      }
    }
  }
}
