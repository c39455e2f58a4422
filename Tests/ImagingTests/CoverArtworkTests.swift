import ImagingClient
import ImagingProtocol
import Testing

@testable import Imaging

@Suite struct CoverArtworkTests {
  private func artwork(_ bytes: [UInt8]) throws -> CoverArtwork {
    try bytes.withUnsafeBytes { bytes throws(ImagingError) in try CoverArtwork(ofCover: bytes) }
  }

  @Test(arguments: [
    (500, 500, 500, 500), (1200, 1200, 1200, 1200), (3000, 3000, 1200, 1200), (1500, 1000, 1200, 800),
    (353, 500, 353, 500), (1000, 2401, 500, 1200), (250, 64, 250, 64),
  ])
  func `a cover keeps its shape and is at most 1200 pixels long`(
    width: Int, height: Int, newWidth: Int, newHeight: Int
  ) throws {
    let artwork = try artwork(SampleJPEG.fields(width: width, height: height))
    #expect((artwork.width, artwork.height) == (newWidth, newHeight))
    let seen = try #require(SampleJPEG.Seen(artwork.jpeg))
    #expect((seen.width, seen.height) == (newWidth, newHeight))
    #expect(seen.fields == "RGBW")
    let thumbnail = try #require(SampleJPEG.Seen(artwork.thumbnail))
    #expect((thumbnail.width, thumbnail.height) == (200, 200))
    #expect(thumbnail.fields == "RGBW")
  }

  @Test func `a cover is turned and loses its metadata`() throws {
    let artwork = try artwork(SampleJPEG.turned(6, SampleJPEG.fields("GWRB", width: 900, height: 600)))
    #expect((artwork.width, artwork.height) == (600, 900))
    #expect(SampleJPEG.Seen(artwork.jpeg)?.fields == "RGBW")
    #expect(SampleJPEG.Seen(artwork.thumbnail)?.fields == "RGBW")
    #expect(JPEGOutline(artwork.jpeg) != nil)
    #expect(JPEGOutline(artwork.thumbnail) != nil)
  }

  @Test(arguments: [(600, 600), (3000, 3000), (1500, 1000), (400, 1000), (100, 100)])
  func `a disc's picture is the middle of its cover, a square`(width: Int, height: Int) throws {
    let bytes = SampleJPEG.fields(width: width, height: height)
    let artwork = try bytes.withUnsafeBytes { bytes throws(ImagingError) in try CoverArtwork(ofDiscCover: bytes) }
    #expect((artwork.width, artwork.height) == (600, 600))
    let seen = try #require(SampleJPEG.Seen(artwork.jpeg))
    #expect((seen.width, seen.height) == (600, 600))
    #expect(seen.fields == "RGBW")
    #expect(JPEGOutline(artwork.jpeg) != nil)
  }

  @Test func `half a download is no cover`() {
    let cover = SampleJPEG.noise(width: 500, height: 500)
    #expect(throws: ImagingError.broken("only the first 77% of the picture is there")) {
      try artwork(Array(cover.prefix(cover.count * 3 / 4)))
    }
  }
}
