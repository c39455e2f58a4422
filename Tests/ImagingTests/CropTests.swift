import FoundationEssentials
import Testing

@testable import DrawnCovers
@testable import Imaging

/// Which part of a photo is looked at.
@Suite struct CropTests {
  private func picture(_ photo: Data) throws -> CoverPicture {
    try photo.withUnsafeBytes { bytes throws(ImagingError) in try CoverPicture(ofPhoto: bytes) }
  }

  private func quadrangle(_ corners: [SIMD2<Double>], of photo: StagedPhoto) throws -> Quadrangle {
    let pixels = corners.map { SIMD2<Float>($0 * SIMD2(Double(photo.width), Double(photo.height))) }
    return try #require(Quadrangle(pixels[0], pixels[1], pixels[2], pixels[3]))
  }

  private func covers(of photo: StagedPhoto) throws -> [Quadrangle] {
    let size = SIMD2(Double(photo.width), Double(photo.height))
    return try photo.covers.map { try quadrangle($0.map { SIMD2($0.0, $0.1) / size }, of: photo) }
  }

  /// How much of what was found and of the cover that it fits best is common to both; nil where nothing was found.
  private func overlap(_ crop: Crop, with photo: StagedPhoto) throws -> Float? {
    guard let sleeve = try crop.sleeve.map({ try quadrangle($0.corners, of: photo) }) else { return nil }
    return try covers(of: photo).map { cover in
      let shared = cover.shared(with: sleeve)
      return shared / (cover.area + sleeve.area - shared)
    }.max() ?? 0
  }

  @Test(arguments: [
    StagedPhoto(3, .aside), StagedPhoto(4, .aside), StagedPhoto(3, .small), StagedPhoto(0, .turned),
    StagedPhoto(5, .turned), StagedPhoto(1, .tall), StagedPhoto(4, .tall), StagedPhoto(2, .busy), StagedPhoto(3, .busy),
  ])
  func `a sleeve is found, and the picture holds all of it, and little else`(photo: StagedPhoto) throws {
    let crop = try picture(photo.jpeg()).crop
    #expect(try #require(try overlap(crop, with: photo)) > 0.85)
    let (shown, cover) = (try quadrangle(crop.square.corners, of: photo), try covers(of: photo)[0])
    #expect(shown.shared(with: cover) > 0.985 * cover.area)
    #expect(cover.area > 0.8 * shown.area)
  }

  @Test(arguments: StagedPhoto.Stage.allCases)
  func `what is taken for a sleeve nearly always is one`(stage: StagedPhoto.Stage) throws {
    let found = try (30..<36).compactMap { number in
      let photo = StagedPhoto(number, stage)
      return try overlap(try picture(photo.jpeg()).crop, with: photo)
    }
    // What is taken for one wrongly is a shape on a cover that is larger than the photo, or a frame within one.
    let mistakes = [.cut: 1, .filling: 1, .framed: 3][stage] ?? 0
    #expect(found.count { $0 < 0.75 } <= mistakes, "\(found)")
  }

  @Test(arguments: ["frame", "insets", "strip", "label", "box", "text", "whole"], [0, 1, 2])
  func `a cover that fills its picture is shown whole, whatever is printed on it`(print: String, number: Int) throws {
    let crop = try picture(cover(print, number).jpeg(quality: 90)).crop
    let corners = crop.square.corners.map { SIMD2<Float>($0) }
    let shown = try #require(Quadrangle(corners[0], corners[1], corners[2], corners[3]))
    let frame = try #require(Quadrangle([0, 0], [1, 0], [1, 1], [0, 1]))
    #expect(shown.shared(with: frame) > 0.95)
  }

  /// A cover with a shape on it that might be a sleeve.
  private func cover(_ print: String, _ number: Int) -> Canvas {
    let grounds = [0xF2EEE4, 0x1A2433, 0xB04A2E].map(Color.init)
    let (ground, ink) = (grounds[number], grounds[(number + 1) % 3])
    func picture(_ size: Int) -> Canvas { InventedCover(700 + number).picture(size: size) }
    let cover = print == "whole" || print == "strip" ? picture(1200) : Canvas(width: 1200, height: 1200, color: ground)
    switch print {
    case "frame": cover.place(picture(640 + 60 * number), atX: 280 - 30 * number, y: 200)
    case "insets":
      for place in 0..<4 { cover.place(picture(360), atX: 160 + place % 2 * 520, y: 140 + place / 2 * 480) }
    case "strip": cover.rectangle(0, 0, 240, 1200, ink)
    case "label":
      cover.disc(600, 600, radius: 480, ink)
      cover.rectangle(300, 560, 600, 80, ground)
      cover.disc(600, 600, radius: 30, ground)
    case "box": cover.rectangle(260, 300, 680, 620, ink)
    case "text":
      for line in 0..<60 {
        Lettering("SIDE \(line) OF THE RIVER", width: 330, height: 30)
          .draw(on: cover, x: 60 + Double(line % 3) * 380, y: 100 + Double(line / 3) * 50, color: ink)
      }
    default: break
    }
    return cover
  }

  @Test func `without a sleeve it is the whole photo in the middle of a square, to the pixel`() throws {
    for (width, height) in [(1280, 960), (960, 1280), (1001, 700)] {
      let photo = SampleJPEG.noise(width: width, height: height)
      let crop = try picture(Data(photo)).crop
      #expect(crop.sleeve == nil)
      let long = max(width, height)
      let low = crop.square.corners[0] * SIMD2(Double(width), Double(height))
      let high = crop.square.corners[2] * SIMD2(Double(width), Double(height))
      #expect(low.x.rounded() == (Double(width - long) / 2).rounded())
      #expect(low.y.rounded() == (Double(height - long) / 2).rounded())
      #expect((high - low).x.rounded() == Double(long))
      #expect((high - low).y.rounded() == Double(long))
    }
  }

  @Test func `all of a photo whose end is missing is looked at`() throws {
    let photo = try StagedPhoto(3, .aside).jpeg()
    #expect(try picture(photo).crop.sleeve != nil)
    let cut = try picture(photo.prefix(photo.count * 9 / 10))
    #expect(cut.isTruncated)
    #expect(cut.crop.sleeve == nil)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func `however the photo is stored, the picture shows the same upright cover`(orientation: Int) throws {
    let picture = try picture(asideJPEG(orientation: orientation))
    let seen = try #require(SampleJPEG.Seen(picture.jpeg))
    #expect((seen.width, seen.height) == (1024, 1024))
    #expect(picture.crop.sleeve != nil)
    let places = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]
    #expect(places.map { seen.color($0.0, $0.1) } == [.red, .green, .blue, .black])
  }

  /// Four fields on a gray ground, off the middle, stored as a camera that was held that way stores it.
  private func asideJPEG(orientation: Int) -> Data {
    func color(_ x: Int, _ y: Int) -> SampleJPEG.Color {
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
        return options.pixels(color(x, y), count: 1)
      }
    }
    return Data(SampleJPEG.turned(UInt16(orientation), jpeg))
  }
}
