import DrawnCovers
import Foundation

/// Photos for the tests: small, drawn once.
enum SamplePhoto {
  static let lanterns = jpeg(of: DrawnCollection.paperLanterns, size: 320)

  /// Another cover for each number.
  static func front(_ number: Int) -> Data { jpeg(of: DrawnCollection.albums[number], size: 320) }

  static func jpeg(of album: DrawnAlbum, size: Int) -> Data {
    do { return try DrawnCover(album).jpeg(size: size) } catch { preconditionFailure("\(error)") }
  }

  /// The same picture in other bytes: a comment is added (marker FE; ITU-T T.81, B.2.4.5).
  static func copy(_ number: Int, of jpeg: Data = lanterns) -> Data {
    let comment = Array("copy \(number)".utf8)
    let length = comment.count + 2
    return jpeg.prefix(2) + [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 255)] + comment + jpeg.dropFirst(2)
  }

  /// A file that is no picture.
  static let broken = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 7, count: 400)
}
