/// A whole RGB picture, small and upright, in which text is read.
package struct RGBPicture: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// Row by row, three bytes per pixel.
  package let samples: [UInt8]

  /// - Parameter longSide: the most pixels; a smaller picture keeps its size.
  package init(ofCover bytes: UnsafeRawBufferPointer, longSide: Int) throws(ImagingError) {
    let decoder = try ImageFile.decoder(for: bytes)
    let declared = decoder.size(longSideAtMost: longSide)
    let decoded = try decoder.decoded(shortSideAtLeast: min(declared.width, declared.height))
    let (width, height) = decoder.size(longSideAtMost: longSide)
    let picture = try decoded.image.resized(decoded.image.whole, toWidth: width, height: height)
      .inSRGB(from: decoded.profile).turned(decoded.orientation)
    (self.width, self.height) = (picture.width, picture.height)
    let count = picture.width * picture.height * 3
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    defer { pixels.deallocate() }
    try picture.draw(into: pixels)
    samples = Array(UnsafeBufferPointer(start: pixels, count: count))
  }
}
