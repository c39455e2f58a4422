import DrawnCovers
import Foundation
import Simulator
import Testing

@Suite struct DrawnPhotoTests {
  @Test func `the same photo is drawn twice with the same bytes`() throws {
    let photo = DrawnPhoto(DrawnCollection.paperLanterns).megapixels(1)
    #expect(try photo.jpeg() == photo.jpeg())
  }

  @Test func `a photo carries the place and the camera, and only there where it is told to`() throws {
    var photo = DrawnPhoto(DrawnCollection.paperLanterns).megapixels(1)
    #expect(try photo.jpeg().range(of: Data(ExifBlock.placeMarker.utf8)) != nil)
    #expect(try photo.jpeg().range(of: Data(ExifBlock.cameraMarker.utf8)) != nil)
    photo.exif = ExifBlock(orientation: 6, gps: false)
    #expect(try photo.jpeg().range(of: Data(ExifBlock.placeMarker.utf8)) == nil)
    photo.exif = nil
    #expect(try photo.jpeg().range(of: Data("Exif".utf8)) == nil)
  }

  @Test(arguments: DrawnCollection.searchCases)
  func `the cases for searches are told apart by sight`(album: DrawnAlbum) throws {
    let photo = try DrawnPhoto(album).megapixels(1).jpeg()
    var upright = DrawnPhoto(album).megapixels(1)
    upright.exif = nil
    #expect(!photo.isEmpty)
    #expect(CoverRecognizer.ofTheSearchCases.look(at: Array(try upright.jpeg())) == .front(album))
  }
}
