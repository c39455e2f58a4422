/// The part of a photo that is used, as a square seen from the front: the sleeve if one is found, otherwise all of it.
package struct Crop: Equatable, Sendable {
  /// The corners of the square, upper left first, then clockwise, in fractions of the stored photo's width and height;
  /// outside 0…1 if the photo cuts off a sleeve, or isn't square.
  package let corners: [SIMD2<Double>]
  /// The sleeve's corners, likewise; nil if none was found.
  package let sleeve: [SIMD2<Double>]?

  /// On each side, as a fraction of the sleeve: worn edges aren't straight, and nothing should be cut off.
  private static let margin = 0.03
  /// How elongated a square sleeve may look. A cassette's inlay or a book is longer.
  private static let mostElongated: Float = 1.3

  /// All of a photo, in the middle of the square.
  static func whole(of image: borrowing PlanarImage) -> Crop {
    let size = SIMD2(Double(image.width), Double(image.height))
    let low = (size - size.max()) / 2
    let high = size - low
    return Crop(corners: [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)].map { $0 / size }, sleeve: nil)
  }

  init(of image: borrowing PlanarImage) {
    let map = EdgeMap(image)
    guard let shape = Sleeve(in: map)?.shape else {
      self = .whole(of: image)
      return
    }
    let corners = shape.corners.map { SIMD2<Double>($0 + 0.5) / SIMD2(Double(map.width), Double(map.height)) }
    let room = Self.room(for: shape)
    let (low, high) = (-room, 1 + room)
    // In pixels, because perspective applies to the whole picture.
    let size = SIMD2(Double(image.width), Double(image.height))
    let perspective = Perspective(onto: corners.map { $0 * size })
    self.init(
      corners: [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)].map { perspective($0) / size }, sleeve: corners)
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

  private init(corners: [SIMD2<Double>], sleeve: [SIMD2<Double>]?) { (self.corners, self.sleeve) = (corners, sleeve) }
}

extension PlanarImage {
  /// The contents of a crop with `side` samples in each direction, and chroma at half of that in both directions
  /// (4:2:0).
  func cropped(_ crop: Crop, side: Int) -> PlanarImage {
    if crop.sleeve == nil, width == height { return resized(whole, toWidth: side, height: side) }
    let corners = crop.corners.map { $0 * SIMD2(Double(width), Double(height)) }
    func chroma(_ plane: borrowing Plane) -> Plane {
      plane.rectified(corners.map { $0 / SIMD2(Double(chromaColumns), Double(chromaRows)) }, side: (side + 1) / 2)
    }
    return PlanarImage(
      chromaColumns: 2, chromaRows: 2, luma: luma.rectified(corners, side: side),
      blue: chroma(blue), red: chroma(red))
  }
}
