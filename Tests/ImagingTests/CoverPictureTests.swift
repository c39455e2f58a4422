import CTurboJPEG
import ImagingClient
import ImagingProtocol
import Testing

@testable import Imaging

@Suite struct CoverPictureTests {
  private func picture(_ bytes: [UInt8]) throws -> CoverPicture {
    try bytes.withUnsafeBytes { bytes throws(ImagingError) in try CoverPicture(ofPhoto: bytes) }
  }

  private func refusal(of bytes: [UInt8]) -> ImagingError? {
    do {
      _ = try picture(bytes)
      return nil
    } catch { return error as? ImagingError }
  }

  /// Where row 0 and column 0 lie to the eye, TIFF 6.0; worked out by hand for a picture that shall read RGBW.
  @Test(arguments: [
    (1, "RGBW"), (2, "GRWB"), (3, "WBGR"), (4, "BWRG"), (5, "RBGW"), (6, "GWRB"), (7, "WGBR"), (8, "BRWG"),
  ])
  func `a photo is turned as its EXIF says`(orientation: UInt16, stored: String) throws {
    for isLittle in [true, false] {
      let photo = SampleJPEG.turned(orientation, SampleJPEG.fields(stored), isLittle: isLittle)
      let seen = try #require(SampleJPEG.Seen(picture(photo).jpeg))
      #expect(seen.fields == "RGBW")
      #expect((seen.width, seen.height) == (1024, 1024))
    }
  }

  @Test(arguments: [
    SampleJPEG.Options(), SampleJPEG.Options(isProgressive: true), SampleJPEG.Options(isCMYK: true),
    SampleJPEG.Options(sampling: TJSAMP_444), SampleJPEG.Options(sampling: TJSAMP_422),
    SampleJPEG.Options(sampling: TJSAMP_440), SampleJPEG.Options(sampling: TJSAMP_411),
    SampleJPEG.Options(sampling: TJSAMP_420, isProgressive: true, isCMYK: true),
  ])
  func `every way to store color gives the same colors`(options: SampleJPEG.Options) throws {
    for (width, height) in [(1600, 1200), (2311, 3001), (640, 480), (1025, 1025)] {
      let seen = try #require(SampleJPEG.Seen(picture(SampleJPEG.fields(width: width, height: height, options)).jpeg))
      #expect(seen.fields == "RGBW", "\(width)×\(height)")
    }
  }

  @Test func `a photo without color is a picture without color`() throws {
    let photo = SampleJPEG.fields("kggW", SampleJPEG.Options(sampling: TJSAMP_GRAY))
    let seen = try #require(SampleJPEG.Seen(picture(photo).jpeg))
    #expect(seen.fields == "kggW")
  }

  @Test func `all of a wide photo is taken if asked for, in the middle of the square`() throws {
    // White on both sides of a square of four fields.
    let options = SampleJPEG.Options()
    let rows = [SampleJPEG.Color.green, .blue].map { right in
      options.pixels(.white, count: 900) + options.pixels(.red, count: 600) + options.pixels(right, count: 600)
        + options.pixels(.white, count: 900)
    }
    let photo = SampleJPEG.jpeg(width: 3000, height: 1200) { rows[$0 / 600] }
    let picture = try photo.withUnsafeBytes { bytes throws(ImagingError) in
      try CoverPicture(ofPhoto: bytes, isWhole: true)
    }
    let seen = try #require(SampleJPEG.Seen(picture.jpeg))
    #expect([0.1, 0.4, 0.6, 0.9].map { seen.color($0, 0.4) } == [.white, .red, .green, .white])
    #expect([0.1, 0.4, 0.6, 0.9].map { seen.color($0, 0.6) } == [.white, .red, .blue, .white])
  }

  @Test func `a picture holds no word of what the camera wrote`() throws {
    let comment = SampleJPEG.inserting(marker: 0xFE, Array(SampleJPEG.secret.utf8), into: SampleJPEG.fields())
    let photo = SampleJPEG.turned(6, comment)
    let jpeg = try picture(photo).jpeg
    // It would be found, were it there.
    #expect(String(decoding: photo, as: Unicode.ASCII.self).contains(SampleJPEG.secret))
    #expect(!String(decoding: jpeg, as: Unicode.ASCII.self).contains("SECRET"))
    #expect(JPEGOutline(photo) == nil)
    #expect(JPEGOutline(jpeg)?.width == 1024)
  }

  @Test func `a photo smaller than the picture is enlarged, and it is said`() throws {
    let small = try picture(SampleJPEG.fields(width: 300, height: 200))
    #expect(small.isEnlarged)
    #expect(SampleJPEG.Seen(small.jpeg)?.fields == "RGBW")
    #expect(try !picture(SampleJPEG.fields()).isEnlarged)
  }

  @Test(arguments: [(1, 1), (63, 1000), (1000, 63)])
  func `a photo of a few pixels is refused`(width: Int, height: Int) {
    guard case .tooSmall = refusal(of: SampleJPEG.fields(width: width, height: height)) else {
      Issue.record("taken for a photo")
      return
    }
  }

  @Test func `a photo whose end is missing is used, and it is said`() throws {
    let photo = SampleJPEG.noise(width: 1600, height: 1200)
    let cut = try picture(Array(photo.prefix(photo.count * 3 / 4)))
    #expect(cut.isTruncated)
    #expect(try !picture(photo).isTruncated)
  }

  @Test func `half of a progressive photo is a whole picture`() throws {
    let photo = SampleJPEG.noise(width: 1600, height: 1200, SampleJPEG.Options(isProgressive: true))
    #expect(try picture(Array(photo.prefix(photo.count / 2))).isTruncated)
  }

  @Test(arguments: [0.01, 0.1, 0.3])
  func `a photo of which little is there is refused`(part: Double) {
    let photo = SampleJPEG.noise(width: 1600, height: 1200)
    guard case .broken = refusal(of: Array(photo.prefix(Int(Double(photo.count) * part)))) else {
      Issue.record("a picture of next to nothing")
      return
    }
  }

  @Test(arguments: [3, 20, 160, 300])
  func `a photo that ends in its header is refused`(length: Int) {
    guard case .broken = refusal(of: Array(SampleJPEG.fields().prefix(length))) else {
      Issue.record("a picture of nothing")
      return
    }
  }

  @Test func `data that makes no sense in the middle is survived`() throws {
    var photo = SampleJPEG.noise(width: 1600, height: 1200)
    for index in stride(from: photo.count * 3 / 4, to: photo.count * 3 / 4 + 4000, by: 7) { photo[index] = 0xFF }
    let picture = try picture(photo)
    #expect(picture.isDamaged || picture.isTruncated)
  }

  @Test func `a small file that claims to be huge is refused before it is decoded`() throws {
    var photo = SampleJPEG.fields(width: 64, height: 64)
    let frame = try #require(zip(photo, photo.dropFirst()).enumerated().first { $0.element == (0xFF, 0xC0) }).offset
    photo.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
    guard case .tooLarge(let what) = refusal(of: photo) else {
      Issue.record("taken on")
      return
    }
    #expect(what.contains("65500x65500"))
  }

  @Test func `an empty file and one that is no image are told apart`() {
    #expect(refusal(of: []) == .emptyFile)
    #expect(refusal(of: Array("An honest text.".utf8)) == .notAnImage)
    #expect(refusal(of: [UInt8](repeating: 0, count: 1000)) == .notAnImage)
    #expect(refusal(of: [0xFF]) == .notAnImage)
  }

  @Test func `quality is lowered until the picture is small enough`() throws {
    let photo = SampleJPEG.noise(width: 1024, height: 1024, SampleJPEG.Options(quality: 98))
    try photo.withUnsafeBytes { bytes in
      let decoded = try JPEGDecoder(bytes).decoded(shortSideAtLeast: 1024)
      let image = decoded.image.resized(decoded.image.whole, toWidth: 1024, height: 1024)
      let encoder = try JPEGEncoder()
      let free = try encoder.jpeg(of: image, limit: .max)
      let limited = try encoder.jpeg(of: image, limit: free.count / 2)
      #expect(limited.count <= free.count / 2)
      #expect(SampleJPEG.Seen(limited) != nil)
      #expect(throws: ImagingError.self) { try encoder.jpeg(of: image, limit: 100) }
    }
  }
}
