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
}
