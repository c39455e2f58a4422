/// The luma of a whole photo in its stored orientation. It exists only while it is being read.
package struct PhotoLuma {
  /// Row after row.
  package let samples: UnsafePointer<UInt8>
  package let width: Int
  package let height: Int

  init(_ plane: borrowing Plane) {
    (samples, width, height) = (UnsafePointer(plane.samples), plane.width, plane.height)
  }

  /// Decodes a photo again for no more than this.
  ///
  /// - Parameter side: the least that the short side shall have where the photo has as much, in pixels.
  package static func show(
    ofPhoto bytes: UnsafeRawBufferPointer, shortSideAtLeast side: Int, to look: (PhotoLuma) -> Void
  ) throws(ImagingError) {
    let decoded = try ImageFile.decoder(for: bytes).decoded(shortSideAtLeast: side)
    look(PhotoLuma(decoded.image.luma))
  }
}
