/// Which square of a photo is looked at: the smallest upright one that holds its cover, where the cover is found, else the
/// one in the middle.
package struct Crop: Equatable, Sendable {
  /// In pixels of the picture as it was decoded.
  let area: PlanarImage.Area
  private let size: SIMD2<Double>
  /// The corners of the cover, clockwise, in parts of the photo's width and height as it is stored; nil where none was
  /// found.
  package let cover: [SIMD2<Double>]?
  /// What is looked at closely for features: what is around the sleeve that the photo is of, else the middle.
  let closeUp: PlanarImage.Area

  /// In parts of the photo's width and height as it is stored.
  package var left: Double { area.left / size.x }
  package var top: Double { area.top / size.y }
  package var width: Double { area.width / size.x }
  package var height: Double { area.height / size.y }

  /// From which score on, and with which weakest side, an outline is taken for a cover's. Of drawn photos nine in ten
  /// such outlines are; with less the inside of covers that fill the photo begins to pass.
  private static let leastScore: Float = 0.8
  private static let leastSide: Float = 0.7
  /// How much worse an outline around the best one may score, to be the cover of which that one is a part.
  private static let nearlyAsGood: Float = 0.08
  /// The same, to be held by the crop to be on the safe side: many a frame within a cover shows better than its rim.
  private static let perhapsAround: Float = 0.15
  private static let leastSideAround: Float = 0.6
  /// What an outline elsewhere in the photo must have to be held by the crop as well: there may be two covers.
  private static let leastScoreElsewhere: Float = 0.6
  private static let leastSideElsewhere: Float = 0.5
  /// On each side, in parts of the cover.
  private static let margin: Float = 0.04
  /// The same, to be held where the crop is smaller than the middle square: a frame whose rim is as dark as the table, and
  /// can't be seen therefore, may belong to the cover.
  private static let frame: Float = 0.34

  /// The middle of any picture.
  static func middle(of image: borrowing PlanarImage, closeUp: PlanarImage.Area? = nil) -> Crop {
    Crop(
      image.middle, of: SIMD2(Double(image.width), Double(image.height)), cover: nil, closeUp: closeUp ?? image.middle)
  }

  init(of image: borrowing PlanarImage) {
    let map = EdgeMap(image)
    let outlines = OutlineSearch.outlines(in: map)
    let unit = Double(max(image.width, image.height)) / Double(max(map.width, map.height))
    let closeUp = Sleeve(among: outlines, in: map).map { sleeve in
      var box = sleeve.outline.box
      // Two sleeves side by side are looked at alike, or the one in the middle would always be the better match.
      for other in outlines
      where other.score >= Self.leastScore && other.weakestSide >= Self.leastSide
        && other.area > sleeve.outline.area / 2 && other.isApart(from: sleeve.outline)
      {
        box.extend(to: other.box)
      }
      let wide = box.widened(by: Self.margin * max(box.size.x, box.size.y)).cut(
        toWidth: Float(map.width), height: Float(map.height))
      return PlanarImage.Area(
        left: Double(wide.low.x) * unit, top: Double(wide.low.y) * unit, width: Double(wide.size.x) * unit,
        height: Double(wide.size.y) * unit)
    }
    guard let best = outlines.first(where: { $0.score >= Self.leastScore && $0.weakestSide >= Self.leastSide }) else {
      self = .middle(of: image, closeUp: closeUp)
      return
    }
    let around = outlines.filter { $0.holds(best) }
    let cover =
      around.filter { $0.score >= best.score - Self.nearlyAsGood && $0.weakestSide >= Self.leastSide }
      .max { $0.area < $1.area } ?? best
    var box = cover.box
    for other in around
    where other.score >= best.score - Self.perhapsAround && other.weakestSide >= Self.leastSideAround
      && other.holds(cover)
    {
      box.extend(to: other.box)
    }
    for other in outlines
    where other.score >= Self.leastScoreElsewhere && other.weakestSide >= Self.leastSideElsewhere
      && other.area > cover.area / 5 && other.isApart(from: cover)
    {
      box.extend(to: other.box)
    }
    let breadth = max(box.size.x, box.size.y)
    let square = Surroundings(of: cover, in: map).square(
      holding: box.widened(by: Self.margin * breadth), within: box.widened(by: Self.frame * breadth))
    let size = SIMD2(Double(image.width), Double(image.height))
    let short = min(size.x, size.y)
    let side = min(short, Double(square.size.x) * unit)
    let corner = SIMD2<Double>(SIMD2<Float>(square.low)) * unit
    self.init(
      PlanarImage.Area(
        left: max(0, min(size.x - side, corner.x)), top: max(0, min(size.y - side, corner.y)), width: side,
        height: side),
      of: size, cover: cover.corners.map { SIMD2<Double>($0) / SIMD2(Double(map.width), Double(map.height)) },
      closeUp: closeUp ?? image.middle)
  }

  private init(_ area: PlanarImage.Area, of size: SIMD2<Double>, cover: [SIMD2<Double>]?, closeUp: PlanarImage.Area) {
    (self.area, self.size, self.cover, self.closeUp) = (area, size, cover, closeUp)
  }
}
