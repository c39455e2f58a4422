import CFeatures
import DrawnCovers
import ImagingClient
import ImagingProtocol
import Testing

@testable import Imaging

@Suite struct FeaturesTests {
  private func gray(_ picture: borrowing Canvas) -> [UInt8] {
    (0..<picture.width * picture.height).map { index in
      let pixel = picture.pixels[index]
      return UInt8((299 * (pixel & 255) + 587 * (pixel >> 8 & 255) + 114 * (pixel >> 16 & 255)) / 1000)
    }
  }

  private func photo(_ picture: borrowing Canvas) throws -> Features {
    try Features(ofPhoto: gray(picture), width: picture.width, height: picture.height)
  }

  private func cover(_ number: Int) throws -> Features {
    try Features(ofCover: gray(InventedCover(number).picture(size: 640)), width: 640, height: 640)
  }

  private func photo(_ number: Int, _ fault: HardPhoto.Fault) throws -> Features {
    var photo = HardPhoto(InventedCover(number), fault)
    (photo.width, photo.height) = (640, 480)
    return try self.photo(photo.picture())
  }

  @Test(arguments: [HardPhoto.Fault.plain, .tilted, .dim, .cluttered])
  func `a cover is found in a photo of it, and no other cover is`(fault: HardPhoto.Fault) throws {
    let photo = try photo(6, fault)
    let match = CoverMatch(of: try cover(6), in: photo)
    #expect(match.isAccepted)
    for other in [0, 1, 2, 3, 12] { #expect(!CoverMatch(of: try cover(other), in: photo).isAccepted) }
  }

  @Test func `a cover with much on it is found to be missing from a photo of another, and a bare one isn't`() throws {
    let (busy, bare) = (try cover(6), try cover(5))
    #expect(CoverMatch(of: busy, in: try photo(12, .cluttered)).finding == .contradicted)
    #expect(CoverMatch(of: bare, in: try photo(12, .cluttered)).finding == .undecided)
    // Nor is there any saying in a photo of few features, or in the dark.
    #expect(CoverMatch(of: busy, in: try photo(12, .blurred)).finding == .undecided)
    let dark = try photo(Canvas(width: 640, height: 480, color: Color(0x050505)))
    #expect(CoverMatch(of: busy, in: dark).finding == .undecided)
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
    #expect(!CoverMatch(of: try cover(6), in: try photo(picture)).isAccepted)
  }

  @Test func `the same picture always gives the same features and the same match`() throws {
    #expect(try cover(2).encoded == cover(2).encoded)
    let (one, other) = (try cover(2), try photo(2, .plain))
    #expect(CoverMatch(of: one, in: other) == CoverMatch(of: one, in: other))
  }

  @Test func `there are no more features than were asked for, and none in an even picture`() throws {
    #expect(try cover(0).count <= 600)
    let even = try Features(ofCover: [UInt8](repeating: 77, count: 640 * 480), width: 640, height: 480)
    #expect(even.count == 0)
    #expect(CoverMatch(of: even, in: even).finding == .undecided)
    #expect(throws: ImagingError.broken("it is no picture in gray")) {
      try Features(ofPhoto: [1, 2, 3], width: 2, height: 2)
    }
  }

  @Test func `encoded features are read again, and nothing else is`() throws {
    let features = try cover(2)
    let bytes = features.encoded
    #expect(try #require(Features(encoded: bytes)).encoded == bytes)
    #expect(Features(encoded: bytes.dropLast()) == nil)
    #expect(Features(encoded: bytes + [0]) == nil)
    for length in 0..<MemoryLayout<cfeatures_head>.size { #expect(Features(encoded: bytes.prefix(length)) == nil) }
    var flat = bytes
    (flat[0], flat[1]) = (0, 0)
    #expect(Features(encoded: flat) == nil)
  }

  @Test func `descriptors keep to seven bits, so that vector units can't overflow`() throws {
    let features = try cover(0)
    let bytes = features.encoded.dropFirst(MemoryLayout<cfeatures_head>.size).prefix(features.count * 132)
    for (place, byte) in bytes.enumerated() where place % 132 >= 4 { #expect(byte <= 127) }
  }

  /// Vector units take several at a time, and what is left over in another way.
  @Test(arguments: [1, 3, 4, 5, 8, 21]) func `descriptors are multiplied alike, however many there are`(count: Int) {
    let numbers = (0..<(count + 1) * 128).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 11) & 127 }
    let (one, others) = (numbers.prefix(128), numbers.dropFirst(128))
    let expected = (0..<count).map { other in
      zip(one, others.dropFirst(other * 128)).reduce(0) { $0 + Int32($1.0) * Int32($1.1) }
    }
    var products = [Int32](repeating: -1, count: count)
    Array(one).withUnsafeBufferPointer { one in
      Array(others).withUnsafeBufferPointer {
        cfeatures_products(one.baseAddress, $0.baseAddress, 128, Int32(count), &products)
      }
    }
    #expect(products == expected)
  }
}
