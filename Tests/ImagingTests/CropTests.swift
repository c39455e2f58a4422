import DrawnCovers
import FoundationEssentials
import Testing

@testable import Imaging

/// Which square of a photo is looked at.
@Suite struct CropTests {
  private func picture(_ photo: Data) throws -> CoverPicture {
    try photo.withUnsafeBytes { bytes throws(ImagingError) in try CoverPicture(ofPhoto: bytes) }
  }

  private func square(_ crop: Crop, of photo: StagedPhoto) -> [SIMD2<Float>] {
    let size = SIMD2(Double(photo.width), Double(photo.height))
    let (low, high) = (SIMD2(crop.left, crop.top) * size, SIMD2(crop.left + crop.width, crop.top + crop.height) * size)
    return [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)].map { SIMD2<Float>($0) }
  }

  private func middle(of photo: StagedPhoto) -> [SIMD2<Float>] {
    let (width, height) = (Float(photo.width), Float(photo.height))
    let short = min(width, height)
    let low = SIMD2((width - short) / 2, (height - short) / 2)
    return [low, low + SIMD2(short, 0), low + short, low + SIMD2(0, short)]
  }

  /// How much of the covers a square shows, in pixels of the photo.
  private func shown(_ photo: StagedPhoto, in square: [SIMD2<Float>]) -> Float {
    photo.covers.reduce(0) { sum, cover in
      sum + Outline.shared(cover.map { SIMD2(Float($0.0), Float($0.1)) }, square)
    }
  }

  private func overlap(_ crop: Crop, with photo: StagedPhoto) -> Float {
    let found = (crop.cover ?? []).map { SIMD2<Float>($0 * SIMD2(Double(photo.width), Double(photo.height))) }
    let cover = photo.covers[0].map { SIMD2(Float($0.0), Float($0.1)) }
    let shared = Outline.shared(cover, found)
    return shared / (abs(Outline.area(of: cover)) + abs(Outline.area(of: found)) - shared)
  }

  @Test(arguments: [
    StagedPhoto(3, .aside), StagedPhoto(4, .aside), StagedPhoto(3, .small), StagedPhoto(0, .turned),
    StagedPhoto(5, .turned), StagedPhoto(1, .tall), StagedPhoto(4, .tall), StagedPhoto(2, .busy), StagedPhoto(3, .busy),
    StagedPhoto(3, .framed),
  ])
  func `a cover is found, and the crop holds all of it`(photo: StagedPhoto) throws {
    let crop = try picture(photo.jpeg()).crop
    #expect(overlap(crop, with: photo) > 0.8)
    let whole = abs(Outline.area(of: photo.covers[0].map { SIMD2(Float($0.0), Float($0.1)) }))
    #expect(shown(photo, in: square(crop, of: photo)) > 0.995 * whole)
    #expect(crop.width * Double(photo.width) <= Double(min(photo.width, photo.height)) + 0.01)
  }

  @Test(arguments: StagedPhoto.Stage.allCases)
  func `the crop never shows less of the covers than the middle square`(stage: StagedPhoto.Stage) throws {
    for number in 30..<32 {
      let photo = StagedPhoto(number, stage)
      let crop = try picture(photo.jpeg()).crop
      let (before, after) = (shown(photo, in: middle(of: photo)), shown(photo, in: square(crop, of: photo)))
      #expect(after >= 0.998 * before, "\(number)")
    }
  }

  @Test func `without a cover it is the middle square to the pixel`() throws {
    for (width, height) in [(1280, 960), (960, 1280), (1001, 700)] {
      let photo = SampleJPEG.noise(width: width, height: height)
      let crop = try picture(Data(photo)).crop
      #expect(crop.cover == nil)
      let short = min(width, height)
      #expect(crop.left * Double(width) == Double((width - short) / 2))
      #expect((crop.top * Double(height)).rounded() == Double((height - short) / 2))
      #expect((crop.width * Double(width)).rounded() == Double(short))
      #expect((crop.height * Double(height)).rounded() == Double(short))
    }
  }

  @Test func `a photo whose end is missing has its middle looked at`() throws {
    let photo = try StagedPhoto(3, .aside).jpeg()
    #expect(try picture(photo).crop.cover != nil)
    let cut = try picture(photo.prefix(photo.count * 9 / 10))
    #expect(cut.isTruncated)
    #expect(cut.crop.cover == nil)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func `however the photo is stored, the picture shows the same upright cover`(orientation: Int) throws {
    let picture = try picture(asideJPEG(orientation: orientation))
    let seen = try #require(SampleJPEG.Seen(picture.jpeg))
    #expect((seen.width, seen.height) == (1024, 1024))
    #expect(picture.crop.cover != nil)
    let places = [(0.25, 0.25), (0.55, 0.25), (0.25, 0.75), (0.55, 0.75)]
    #expect(places.map { seen.colour($0.0, $0.1) } == [.red, .green, .blue, .black])
  }

  /// Four fields on a gray ground, off the middle, stored as a camera that was held that way stores it.
  private func asideJPEG(orientation: Int) -> Data {
    func colour(_ x: Int, _ y: Int) -> SampleJPEG.Colour {
      guard 100..<500 ~= x, 120..<520 ~= y else { return .gray }
      return y < 320 ? (x < 300 ? .red : .green) : (x < 300 ? .blue : .black)
    }
    let (width, height) = (1200, 640)
    let swaps = orientation >= 5
    let (columns, rows) = swaps ? (height, width) : (width, height)
    let options = SampleJPEG.Options()
    let jpeg = SampleJPEG.jpeg(width: columns, height: rows) { row in
      (0..<columns).flatMap { column -> [UInt8] in
        // TIFF 6.0: what the stored row and column are to the eye.
        let (x, y) =
          switch orientation {
          case 2: (width - 1 - column, row)
          case 3: (width - 1 - column, height - 1 - row)
          case 4: (column, height - 1 - row)
          case 5: (row, column)
          case 6: (width - 1 - row, column)
          case 7: (width - 1 - row, height - 1 - column)
          case 8: (row, height - 1 - column)
          default: (column, row)
          }
        return options.pixels(colour(x, y), count: 1)
      }
    }
    return Data(SampleJPEG.turned(UInt16(orientation), jpeg))
  }
}
