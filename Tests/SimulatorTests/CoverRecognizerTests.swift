import DrawnCovers
import Simulator
import Testing

/// The simulated models' seeing: from pixels, upright only, and never sure of what is no cover.
@Suite struct CoverRecognizerTests {
  static let recognizer = CoverRecognizer.ofTheCollection

  @Test(arguments: DrawnCollection.albums)
  func `a cropped cover is recognized`(album: DrawnAlbum) throws {
    #expect(Self.recognizer.look(at: Array(try DrawnCover(album).jpeg(size: 1024, quality: 80))) == .front(album))
  }

  @Test(arguments: DrawnCollection.albums)
  func `a photo of a cover on a table is recognized upright, and not when it lies sideways`(album: DrawnAlbum) throws {
    var photo = DrawnPhoto(album).megapixels(1)
    photo.exif = nil
    #expect(Self.recognizer.look(at: Array(try photo.jpeg())) == .front(album))
    for orientation in [3, 6, 8] {
      photo.exif = ExifBlock(orientation: orientation)
      let sighting = Self.recognizer.look(at: Array(try photo.jpeg()))
      #expect(sighting == .unknown, "orientation \(orientation)")
    }
  }

  @Test func `a wall is no cover`() throws {
    let sighting = Self.recognizer.look(at: Array(try DrawnPhoto(.wall).megapixels(1).jpeg()))
    #expect(sighting == .nothing || sighting == .unknown)
  }

  @Test(arguments: DrawnCollection.albums)
  func `a back is a back`(album: DrawnAlbum) throws {
    #expect(Self.recognizer.look(at: Array(try DrawnPhoto(.back(album)).megapixels(1).jpeg())) == .back)
  }

  @Test func `two covers in one photo are seen as two`() throws {
    let pair = DrawnPhoto.Subject.fronts(DrawnCollection.undertow, DrawnCollection.firstHalden)
    let sighting = Self.recognizer.look(at: Array(try DrawnPhoto(pair).megapixels(1).jpeg()))
    guard case .several(let albums) = sighting else {
      Issue.record("saw \(sighting)")
      return
    }
    #expect(Set(albums) == [DrawnCollection.undertow, DrawnCollection.firstHalden])
  }

  @Test func `bytes that are no picture are broken`() {
    #expect(Self.recognizer.look(at: Array("no picture".utf8)) == .broken)
  }
}
