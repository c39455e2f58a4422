import DrawnCovers
import PhotoFormats
import Testing

@testable import Imaging

/// A drawn photo in one format after another: each has to give the picture that its JPEG gives.
enum Likeness {
  /// 1072 by 800: neither is a multiple of anything large.
  static let pixels: Pixels = {
    var photo = DrawnPhoto(DrawnCollection.undertow)
    (photo.width, photo.height, photo.exif) = (1072, 800, nil)
    return photo.pixels()
  }()

  /// As many pixels as a photo has: what is decoded smaller takes another way. It shows nothing beside the cover, so that one
  /// that is cut off is cropped as the whole one is.
  static let large = filled(width: 2900, height: 2100)

  /// A cover that is larger than the photo: in however few grays, no sleeve's rim is in it.
  static func filled(width: Int, height: Int) -> Pixels {
    var photo = DrawnPhoto(DrawnCollection.paperLanterns)
    photo.share = 1.5
    (photo.width, photo.height, photo.exif) = (width, height, nil)
    return photo.pixels()
  }

  static func jpeg(of pixels: Pixels) throws -> [UInt8] {
    var rgb = [UInt8](repeating: 0, count: pixels.width * pixels.height * 3)
    for index in rgb.indices { rgb[index] = pixels.rgba[index / 3 * 4 + index % 3] }
    return try JPEGEncoder().jpeg(ofRGB: rgb, width: pixels.width, height: pixels.height, quality: 97)
  }

  static func picture(_ bytes: [UInt8]) throws -> CoverPicture {
    try bytes.withUnsafeBytes { bytes throws(ImagingError) in try CoverPicture(ofPhoto: bytes) }
  }

  /// The pixels that a JPEG shows, three bytes each.
  static func seen(_ jpeg: [UInt8]) throws -> [UInt8] { try #require(SampleJPEG.Seen(jpeg)).rgb }

  private static let reference = Result { try seen(picture(jpeg(of: pixels)).jpeg) }
  private static let largeReference = Result { try seen(picture(jpeg(of: large)).jpeg) }

  /// How far a photo's picture is from that of the JPEG: the mean over all samples, of 255.
  static func difference(_ photo: [UInt8], isLarge: Bool = false) throws -> Double {
    difference(try seen(picture(photo).jpeg), try (isLarge ? largeReference : reference).get())
  }

  static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double { Pixels.difference(one, other) }
}
