/// Finds what may be a sleeve anywhere in a photo of several.
enum SpreadSearch {
  /// Of the map, in pixels.
  static let longSide = 640
  /// As fractions of the map's long side.
  private static let shortestEdge: Float = 0.0375
  private static let shortestSide: Float = 0.07
  private static let mostEdges = 200

  static func outlines(in map: EdgeMap) -> [SleeveOutline] {
    let longSide = Float(max(map.width, map.height))
    let lines = EdgeSegments.lines(in: map, shortest: shortestEdge * longSide, most: 260)
    return SleeveSearch(lines, in: map, holdingMiddle: false, shortest: shortestSide * longSide)
      .outlines(least: SleeveOutline.leastScore)
  }
}
