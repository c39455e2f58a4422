extension BarcodeSearch {
  /// In pixels. Decoding such a photo at full size takes 30 ms more; larger photos have to be taken close enough.
  private static let mostPixels = 16_000_000

  /// Decodes the photo again, at full size, if it has stripes that can't be read at the first size, such as the barcode
  /// of an LP whose whole back is in the photo.
  package mutating func lookCloser(atPhoto bytes: UnsafeRawBufferPointer, of picture: CoverPicture) {
    let short = min(picture.photoWidth, picture.photoHeight)
    // Otherwise the first look already used all pixels.
    guard wantsPicture(ofWidth: picture.photoWidth), short >= 2 * CoverPicture.side,
      picture.photoWidth * picture.photoHeight <= Self.mostPixels
    else { return }
    // If the second decoding fails, the picture from the first is still good.
    try? GrayView.show(ofPhoto: bytes, shortSideAtLeast: short) { lookCloser(at: $0) }
  }
}
