import Barcodes
import Imaging

extension GrayView {
  init(_ luma: PhotoLuma) { self.init(samples: luma.samples, width: luma.width, height: luma.height) }
}

extension BarcodeSearch {
  /// In pixels. Decoding such a photo in full takes 30 ms more; a larger one had better be near enough.
  private static let mostPixels = 16_000_000

  /// Decodes the photo once more, in full, where it has stripes that can't be read at the size of the first look: the
  /// barcode of an LP whose whole back is in the photo.
  mutating func lookCloser(atPhoto bytes: UnsafeRawBufferPointer, of picture: CoverPicture) {
    let short = min(picture.photoWidth, picture.photoHeight)
    // Below that, the first look was at all that there is.
    guard wantsPicture(ofWidth: picture.photoWidth), short >= 2 * CoverPicture.side,
      picture.photoWidth * picture.photoHeight <= Self.mostPixels
    else { return }
    // What couldn't be decoded a second time was still good for a picture.
    try? PhotoLuma.show(ofPhoto: bytes, shortSideAtLeast: short) {
      lookCloser(at: GrayView($0))
    }
  }
}
