import DrawnCovers
import Testing

@Suite struct HeldPhotoTests {
  @Test(arguments: HeldPhoto.Kind.allCases)
  func `a used record is photographed twice with the same bytes`(kind: HeldPhoto.Kind) throws {
    let photo = HeldPhoto(InventedCover(6), kind)
    #expect(try photo.jpeg() == photo.jpeg())
    #expect(try photo.jpeg() != HeldPhoto(InventedCover(7), kind).jpeg())
  }

  @Test(arguments: HeldPhoto.Kind.allCases)
  func `its sleeve lies whole in the photo`(kind: HeldPhoto.Kind) {
    for number in 0..<80 {
      let photo = HeldPhoto(InventedCover(number), kind)
      let (width, height) = (Double(photo.width), Double(photo.height))
      let corners = photo.corners
      #expect(corners.allSatisfy { (0...width).contains($0.0) && (0...height).contains($0.1) }, "\(number)")
      let sides = zip(corners, corners.dropFirst() + corners.prefix(1))
      let area = sides.reduce(0) { $0 + $1.0.0 * $1.1.1 - $1.1.0 * $1.0.1 } / 2
      #expect((0.12...0.6).contains(area / width / height), "\(number)")
    }
  }

  @Test func `an invented album has its own sleeve, lettered as others are`() throws {
    let albums = InventedAlbum.albums(12)
    let photos = try albums.map { try HeldPhoto($0, .written).jpeg() }
    #expect(Set(photos).count == albums.count)
    #expect(try HeldPhoto(albums[3], .written).jpeg() == photos[3])
  }
}
