import DrawnCovers
import FoundationEssentials
import ImagingProtocol
import PhotoFormats
import SystemPackage

@testable import Covers
@testable import Imaging
@testable import ImagingClient

extension Target {
  /// Good bytes of every kind, small: what is tried begins as one of them.
  func seeds() throws -> [[UInt8]] {
    let exif = Array(ExifBlock(orientation: 6).tiff)
    let profile = Profiles.displayP3.bytes
    switch self {
    case .jpeg:
      return try jpegs(exif) + small([.jpeg444, .jpeg422, .jpegGray, .jpeg440, .jpeg411, .progressive, .cmyk])
    case .png:
      var png = PNGWriter(.rgb)
      png.chunks = [("iCCP", Array("P3\0\0".utf8) + PNGWriter.zlib(profile)), ("eXIf", exif)]
      var texts = PNGWriter()
      let xmp = PNGWriter.zlib(Array("<tiff:Orientation>6</tiff:Orientation>".utf8))
      texts.chunks = [
        ("tEXt", Array("Raw profile type exif\0\nexif\n 4\n49492a00\n".utf8)), ("tEXt", Array("Orientation\06".utf8)),
        ("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + xmp),
      ]
      let others = [
        PNGWriter(.palette, isInterlaced: true), PNGWriter(.gray, depth: 2), PNGWriter(.grayAlpha),
        PNGWriter(.rgba, depth: 16, isInterlaced: true),
      ]
      return try ([png, texts] + others).map { $0.png(of: Self.pixels) } + small([.png, .pngDeep])
    case .webp:
      var webp = WebPWriter()
      (webp.profile, webp.exif) = (profile, exif)
      return try [
        webp.webp(of: Self.pixels), WebPWriter(isLossless: true).webp(of: Self.pixels), webp.webp(of: Self.seenThrough),
        WebPWriter().animation(of: [Self.pixels, Self.pixels]),
      ] + small([.webp, .webpLossless, .webpClear])
    case .heif:
      var heic = HEIFWriter(.hevc)
      (heic.profile, heic.exif, heic.orientation) = (profile, exif, 6)
      var grid = GridWriter()
      (grid.tile, grid.turns, grid.mirror) = (64, 1, 0)
      return try [
        heic.heif(of: Self.pixels), grid.heic(of: Self.pixels), HEIFWriter(.av1).heif(of: Self.pixels),
        HEIFWriter(.hevc).heif(of: Self.seenThrough), BoxedPicture(.av1, of: Self.pixels).sequence(),
        BoxedPicture(.hevc, of: Self.pixels).item(before: [BoxedPicture.box("irot", [3])]),
      ] + small([.heic420, .heic422, .heic444, .heicGrid, .avif420, .avif444])
    case .gif:
      return [GIFWriter().gif(of: [Self.pixels]), GIFWriter().gif(of: [Self.pixels, Self.pixels])]
    case .icc: return [Profiles.displayP3.bytes, Profiles.adobeRGB.bytes, Profiles.sRGB.bytes, Profiles.gray.bytes]
    case .exif: return try [exif, Array("Exif\0\0".utf8) + exif] + jpegs(exif)
    case .match:
      let features = try Self.features()
      return [MatchRequest(photo: features, covers: [features, features]).encoded]
    case .features: return [try Self.features()]
    case .covers: return [try index()]
    case .reply:
      let picture = PreparedPicture(
        jpeg: try jpegs(exif)[0], width: 1024, height: 1024, sourceDigest: String(repeating: "0a", count: 32),
        sourceWidth: 4000, sourceHeight: 3000, format: "HEIC", notes: ["truncated"])
      return [
        ImagingReply.picture(picture).encoded, ImagingReply.failure(.broken, detail: "it ends").encoded,
        ImagingReply.study(picture, features: try Self.features(), barcodes: ["5099749534728"]).encoded,
        ImagingReply.cover(features: try Self.features()).encoded,
        ImagingReply.lines([
          PrintedLine(
            text: "HARBOR LIGHTS é", confidence: 0.971,
            corners: [[0.0001, 0.0002], [0.9, 0.0004], [0.9001, 0.06], [0.0003, 1]], contrast: 0.64)
        ]).encoded,
      ]
    case .tags: return Self.musicFiles()
    // Theirs are files, in Tests/Fuzzing/Corpus.
    case .answers, .models, .catalogue, .headers, .settings, .sidecar, .table, .ending, .album, .words, .mpd:
      return []
    }
  }

  /// With odd sides, and colors that are converted.
  private func small(_ kinds: [PictureKind]) throws -> [[UInt8]] {
    let pixels = Pixels(width: 67, height: 65) { x, y in (UInt8(x * 3), UInt8(y * 3), UInt8(x + y)) }
    return try kinds.map { try $0.bytes(of: pixels, .adobeRGB) }
  }

  private static let pixels: Pixels = {
    var photo = DrawnPhoto(DrawnCollection.undertow)
    (photo.width, photo.height, photo.exif) = (96, 80, nil)
    return photo.pixels()
  }()

  private static let seenThrough: Pixels = {
    var clear = pixels
    clear.setAlpha { x, _ in UInt8(x & 255) }
    return clear
  }()

  private static func features() throws -> [UInt8] {
    let side = 160
    let gray = (0..<side * side).map { UInt8(($0 / side / 16 * 7 + $0 % side / 16 * 13) % 8 * 31) }
    return try Features(ofCover: gray, width: side, height: side).encoded
  }

  private func jpegs(_ exif: [UInt8]) throws -> [[UInt8]] {
    var photo = DrawnPhoto(DrawnCollection.undertow)
    (photo.width, photo.height, photo.exif) = (96, 80, ExifBlock(orientation: 6))
    return [Array(try photo.jpeg())]
  }

  private func index() throws -> [UInt8] {
    let folder = FilePath("/tmp/albumscan-fuzz-\(UInt64.random(in: 0 ... .max))")
    var writer = try CoverIndexWriter(at: folder)
    for number in 0..<3 {
      try writer.add(key: "cover \(number)", album: "album \(number)", features: Data(Self.features()))
    }
    try writer.remove(key: "cover 1")
    try writer.flush()
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    return Array(try Data(contentsOf: URL(filePath: folder.string)))
  }
}
