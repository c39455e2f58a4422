/// The part of a photo that is used, as a square seen from the front: the sleeve if one is found, otherwise all of it.
package struct Crop: Equatable, Sendable {
  /// The square, in fractions of the stored photo's width and height; outside 0…1 if the photo cuts off a sleeve, or
  /// isn't square.
  package let square: Quad
  /// The sleeve, likewise; nil if none was found.
  package let sleeve: Quad?

  /// On each side, as a fraction of the sleeve: worn edges aren't straight, and nothing should be cut off.
  private static let margin = 0.03
  /// How elongated a square sleeve may look. A cassette's inlay or a book is longer.
  private static let mostElongated: Float = 1.3

  /// All of a photo, in the middle of the square.
  static func whole(of image: borrowing PlanarImage) -> Crop {
    let size = SIMD2(Double(image.width), Double(image.height))
    let low = (size - size.max()) / 2
    return Crop(square: Quad(from: low, to: size - low).map { $0 / size }, sleeve: nil)
  }

  /// - Parameter map: of it.
  init(of image: borrowing PlanarImage, seenIn map: EdgeMap) {
    self = Quadrangle(sleeveIn: map).flatMap { Crop(to: map.place(of: $0), of: image) } ?? .whole(of: image)
  }

  /// - Parameter sleeve: in fractions of the stored photo's width and height. Nil if it has no area.
  init?(to sleeve: Quad, of image: borrowing PlanarImage) {
    // In pixels, because perspective applies to the whole picture.
    let size = Point(Double(image.width), Double(image.height))
    let corners = sleeve.corners.map { SIMD2<Float>($0 * size) }
    guard let shape = Quadrangle(corners[0], corners[1], corners[2], corners[3]),
      let projection = Projection(ofSquareOnto: sleeve.map { $0 * size })
    else { return nil }
    let room = Self.room(for: shape)
    self.init(square: Quad(from: -room, to: 1 + room).map { projection.far($0) / size }, sleeve: sleeve)
  }

  /// How far the square extends beyond the sleeve horizontally and vertically, as fractions of the sleeve.
  private static func room(for shape: Quadrangle) -> SIMD2<Double> {
    let corners = shape.corners
    func length(_ one: Int, _ other: Int) -> Float {
      let way = corners[other] - corners[one]
      return (way * way).sum().squareRoot()
    }
    let (width, height) = (Double(length(0, 1) + length(3, 2)), Double(length(0, 3) + length(1, 2)))
    guard shape.elongation > mostElongated else { return SIMD2(repeating: margin) }
    let side = max(width, height) * (1 + 2 * margin)
    return SIMD2(side / width - 1, side / height - 1) / 2
  }

  private init(square: Quad, sleeve: Quad?) { (self.square, self.sleeve) = (square, sleeve) }
}

extension EdgeMap {
  /// Where a shape is, in fractions of the width and height.
  func place(of shape: Quadrangle) -> Quad {
    Quad(shape.corners.map { Point($0 + 0.5) / Point(Double(width), Double(height)) })
  }
}

extension PlanarImage {
  /// The contents of a crop with `side` samples in each direction, and chroma at half of that in both directions
  /// (4:2:0).
  func cropped(_ crop: Crop, side: Int) -> PlanarImage {
    if crop.sleeve == nil, width == height { return resized(whole, toWidth: side, height: side) }
    let square = crop.square.map { $0 * SIMD2(Double(width), Double(height)) }
    func chroma(_ plane: borrowing Plane) -> Plane {
      plane.rectified(square.map { $0 / SIMD2(Double(chromaColumns), Double(chromaRows)) }, side: (side + 1) / 2)
    }
    return PlanarImage(
      chromaColumns: 2, chromaRows: 2, luma: luma.rectified(square, side: side),
      blue: chroma(blue), red: chroma(red))
  }
}
