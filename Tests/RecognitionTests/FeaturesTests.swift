import DrawnCovers
import Testing

@testable import Recognition

@Suite struct FeaturesTests {
  private func features(_ picture: borrowing Canvas, most: Int) throws -> Features {
    let gray = (0..<picture.width * picture.height).map { index in
      let pixel = picture.pixels[index]
      return UInt8((299 * (pixel & 255) + 587 * (pixel >> 8 & 255) + 114 * (pixel >> 16 & 255)) / 1000)
    }
    return try Features(ofGray: gray, width: picture.width, height: picture.height, most: most)
  }

  private func cover(_ number: Int) throws -> Features {
    try features(InventedCover(number).picture(size: 640), most: Features.mostInCover)
  }

  private func photo(_ number: Int, _ fault: HardPhoto.Fault) throws -> Features {
    var photo = HardPhoto(InventedCover(number), fault)
    (photo.width, photo.height) = (640, 480)
    return try features(photo.picture(), most: Features.mostInPhoto)
  }

  @Test(arguments: [HardPhoto.Fault.plain, .tilted, .dim, .cluttered])
  func `a cover is found in a photo of it, and no other cover is`(fault: HardPhoto.Fault) throws {
    let photo = try photo(6, fault)
    let match = CoverMatch(of: try cover(6), in: photo)
    #expect(match.isAccepted)
    for other in [0, 1, 2, 3, 12] { #expect(!CoverMatch(of: try cover(other), in: photo).isAccepted) }
  }

  @Test func `it says where the cover lies`() throws {
    let whole = try cover(6)
    let match = CoverMatch(of: whole, in: whole)
    let corners = try #require(match.quad).corners
    for (corner, place) in zip(corners, [(0.0, 0.0), (1, 0), (1, 1), (0, 1)]) {
      #expect(abs(corner.x - place.0) < 0.01 && abs(corner.y - place.1) < 0.01)
    }
    #expect(match.cells == 16)
  }

  @Test func `what is seen in a mirror is no cover`() throws {
    let picture = InventedCover(6).picture(size: 640)
    for row in 0..<640 {
      for column in 0..<320 {
        swap(&picture.pixels[row * 640 + column], &picture.pixels[row * 640 + 639 - column])
      }
    }
    #expect(!CoverMatch(of: try cover(6), in: try features(picture, most: 1200)).isAccepted)
  }

  @Test func `the same picture always gives the same features and the same match`() throws {
    #expect(try cover(2).encoded == cover(2).encoded)
    let (one, other) = (try cover(2), try photo(2, .plain))
    #expect(CoverMatch(of: one, in: other) == CoverMatch(of: one, in: other))
  }

  @Test func `there are no more features than were asked for, and none in an even picture`() throws {
    #expect(try cover(0).count <= 600)
    let even = try Features(ofGray: [UInt8](repeating: 77, count: 640 * 480), width: 640, height: 480, most: 600)
    #expect(even.count == 0)
    #expect(!CoverMatch(of: even, in: even).isAccepted)
    #expect(throws: ExtractionFailure.self) { try Features(ofGray: [1, 2, 3], width: 2, height: 2, most: 10) }
  }

  @Test func `encoded features are read again, and nothing else is`() throws {
    let features = try cover(2)
    let bytes = features.encoded
    #expect(try #require(Features(encoded: bytes)).encoded == bytes)
    #expect(Features(encoded: bytes.dropLast()) == nil)
    #expect(Features(encoded: bytes + [0]) == nil)
    for length in 0..<8 { #expect(Features(encoded: bytes.prefix(length)) == nil) }
    var flat = bytes
    (flat[0], flat[1]) = (0, 0)
    #expect(Features(encoded: flat) == nil)
  }

  @Test func `descriptors keep to seven bits, so that vector units can't overflow`() throws {
    let bytes = try cover(0).encoded.dropFirst(8)
    for (place, byte) in bytes.enumerated() where place % 132 >= 4 { #expect(byte <= 127) }
  }
}
