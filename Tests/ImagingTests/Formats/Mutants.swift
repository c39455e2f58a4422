import DrawnCovers
import PhotoFormats

@testable import Imaging

/// Photos of every format, with bytes changed, cut, moved and lengths that lie, by a seeded hand.
enum Mutants {
  /// Small, so that hundreds of them cost seconds.
  static let photos: [[UInt8]] = {
    var photo = DrawnPhoto(DrawnCollection.undertow)
    (photo.width, photo.height, photo.exif) = (192, 144, nil)
    var pixels = photo.pixels()
    let exif = Array(ExifBlock(orientation: 6).tiff)
    var png = PNGWriter(.rgb)
    png.chunks = [("iCCP", Array("P3\0\0".utf8) + PNGWriter.zlib(Profiles.displayP3.bytes)), ("eXIf", exif)]
    var webp = WebPWriter()
    (webp.profile, webp.exif) = (Profiles.displayP3.bytes, exif)
    var heic = HEIFWriter(.hevc)
    (heic.profile, heic.exif, heic.orientation) = (Profiles.displayP3.bytes, exif, 6)
    var grid = GridWriter()
    (grid.tile, grid.turns) = (64, 1)
    var photos = [
      png.png(of: pixels), PNGWriter(.palette, isInterlaced: true).png(of: pixels),
      PNGWriter(.gray, depth: 4).png(of: pixels), GIFWriter().gif(of: [pixels]),
    ]
    photos += [try? webp.webp(of: pixels), try? heic.heif(of: pixels), try? grid.heic(of: pixels)].compactMap { $0 }
    photos += [try? HEIFWriter(.av1).heif(of: pixels), try? WebPWriter().animation(of: [pixels, pixels])].compactMap {
      $0
    }
    pixels.setAlpha { x, _ in UInt8(x & 255) }
    photos += [PNGWriter(.rgba, depth: 16, isInterlaced: true).png(of: pixels)]
    photos += [try? WebPWriter(isLossless: true).webp(of: pixels)].compactMap { $0 }
    return photos
  }()

  /// The same for the same seed.
  static func mutant(_ seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var bytes = photos[Int(seed % UInt64(photos.count))]
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      // The header is where the decisions are.
      let end = Int.random(in: 0..<4, using: &random) > 0 ? min(900, bytes.count) : bytes.count
      let place = Int.random(in: 12..<max(13, end), using: &random)
      let values: [[UInt8]] = [[0, 0, 0, 0], [255, 255, 255, 255], [0x7F, 255, 255, 255], [0, 0, 0, 1]]
      let value = values[Int.random(in: 0..<4, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      // A length, or a size in pixels.
      case 2:
        for (offset, byte) in value.enumerated() where place + offset < bytes.count { bytes[place + offset] = byte }
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
      case 4: bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...400, using: &random)), at: place)
      default: bytes.removeLast(Int.random(in: 0..<(bytes.count / 3), using: &random))
      }
      if bytes.count < 64 { break }
    }
    return bytes
  }

  /// What somebody would build who means harm.
  static let built: [(String, [UInt8])] = {
    let header: ([UInt8]) -> [UInt8] = { png(chunks: [("IHDR", $0)]) }
    var built: [(String, [UInt8])] = [
      ("a PNG of 4 billion columns", header([255, 255, 255, 255, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
      ("a PNG of no columns", header([0, 0, 0, 0, 0, 0, 0, 64, 8, 2, 0, 0, 0])),
      ("a PNG of 30000 by 30000", header([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 16, 6, 0, 0, 1])),
      ("a PNG of an impossible kind", header([0, 0, 0, 64, 0, 0, 0, 64, 7, 9, 0, 0, 0])),
    ]
    // Boxes in boxes in boxes.
    var nested: [UInt8] = []
    for _ in 0..<3000 { nested = be(nested.count + 8) + Array("iprp".utf8) + nested }
    let brand: [UInt8] = be(24) + Array("ftypheic\0\0\0\0mif1heic".utf8)
    let meta: [UInt8] = be(nested.count + 12) + Array("meta\0\0\0\0".utf8)
    built.append(("boxes nested 3000 deep", brand + meta + nested))
    built.append(("a HEIC of nothing", brand))
    var vp8x = Array("RIFF".utf8) + [0x16, 0, 0, 0] + Array("WEBPVP8X".utf8)
    vp8x += [10, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255]
    built.append(("a WebP of 16 million squared", vp8x))
    var gif: [UInt8] = Array("GIF89a".utf8) + [255, 255, 255, 255, 0xF7, 0, 0]
    gif += [UInt8](repeating: 9, count: 768)
    gif += [0x2C, 0, 0, 0, 0, 255, 255, 255, 255, 0, 8, 1, 0, 0]
    built.append(("a GIF of 65535 squared", gif))
    return built
  }()

  private static func be(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).bigEndian, Array.init) }
  private static func png(chunks: [(String, [UInt8])]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks.flatMap { PNGWriter.chunk($0.0, $0.1) }
  }
}
