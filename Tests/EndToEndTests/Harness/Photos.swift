import DrawnCovers
import FoundationEssentials
import Synchronization

/// Phone photos of drawn covers, small ones, each drawn once in a run.
enum Photos {
  private static let drawn = Mutex<[DrawnPhoto.Subject: Data]>([:])

  static func front(_ album: DrawnAlbum) throws -> Data { try photo(.front(album)) }

  static func photo(_ subject: DrawnPhoto.Subject) throws -> Data {
    if let known = drawn.withLock({ $0[subject] }) { return known }
    let jpeg = try DrawnPhoto(subject).megapixels(2).jpeg()
    drawn.withLock { $0[subject] = jpeg }
    return jpeg
  }

  /// Whole from its first byte to its last, but with comments (FE) where its quantisation tables (DB) were.
  static func damaged(_ album: DrawnAlbum) throws -> Data {
    var jpeg = try front(album)
    for place in jpeg.indices.dropLast() where jpeg[place] == 0xFF && jpeg[place + 1] == 0xDB { jpeg[place + 1] = 0xFE }
    return jpeg
  }

  /// The same picture in other bytes: a comment is added (marker FE; ITU-T T.81, B.2.4.5).
  static func copy(_ number: Int, of jpeg: Data) -> Data {
    let comment = Array("copy \(number)".utf8)
    return jpeg.prefix(2) + [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment + jpeg.dropFirst(2)
  }
}
