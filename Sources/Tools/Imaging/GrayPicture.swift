/// A whole picture in grayscale, small and upright, for feature detection.
package struct GrayPicture: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// Row after row.
  package let samples: [UInt8]

  /// - Parameter longSide: in pixels; a smaller picture is enlarged.
  init(_ image: borrowing PlanarImage, _ area: PlanarImage.Area, longSide: Int, turned orientation: Orientation) {
    let scale = Double(longSide) / max(area.width, area.height)
    let columns = max(1, Int((area.width * scale).rounded()))
    let rows = max(1, Int((area.height * scale).rounded()))
    let plane = Resampler(
      columns: Kernel(count: columns, start: area.left, step: area.width / Double(columns), of: image.luma.width),
      rows: Kernel(count: rows, start: area.top, step: area.height / Double(rows), of: image.luma.height)
    ).resampled(image.luma)
    self.init(orientation == .upright ? plane : plane.turned(orientation))
  }

  /// A cover without the uniform border that many files have.
  package init(ofCover bytes: UnsafeRawBufferPointer, longSide: Int) throws(ImagingError) {
    let decoder = try ImageFile.decoder(for: bytes)
    let decoded = try decoder.decoded(
      shortSideAtLeast: longSide * min(decoder.width, decoder.height) / max(decoder.width, decoder.height))
    self.init(
      decoded.image, decoded.image.luma.withoutBorder, longSide: longSide, turned: decoded.orientation)
  }

  private init(_ plane: borrowing Plane) {
    width = plane.width
    height = plane.height
    samples = Array(UnsafeBufferPointer(start: plane.samples, count: plane.width * plane.height))
  }
}

extension Plane {
  /// How much the samples of a uniform border differ because of JPEG compression.
  private static var evenness: Int { 12 }

  /// The area without the rows and columns of a single tone at the edges.
  ///
  /// If less than half of the width or height would be left, it isn't a border but a cover with few details, and the
  /// whole picture is used.
  var withoutBorder: PlanarImage.Area {
    let whole = PlanarImage.Area(left: 0, top: 0, width: Double(width), height: Double(height))
    let tone = Int(samples[0])
    func isEven(row: Int) -> Bool {
      (0..<width).allSatisfy { abs(Int(samples[row * width + $0]) - tone) <= Self.evenness }
    }
    func isEven(column: Int) -> Bool {
      (0..<height).allSatisfy { abs(Int(samples[$0 * width + column]) - tone) <= Self.evenness }
    }
    guard let top = (0..<height).first(where: { !isEven(row: $0) }),
      let bottom = (0..<height).last(where: { !isEven(row: $0) }),
      let left = (0..<width).first(where: { !isEven(column: $0) }),
      let right = (0..<width).last(where: { !isEven(column: $0) }),
      (bottom - top + 1) * 2 >= height, (right - left + 1) * 2 >= width
    else { return whole }
    return PlanarImage.Area(
      left: Double(left), top: Double(top), width: Double(right - left + 1), height: Double(bottom - top + 1))
  }
}
