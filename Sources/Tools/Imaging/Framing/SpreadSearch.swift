/// Finds what may be a sleeve anywhere in a photo of several.
enum SpreadSearch {
  /// Of the map, in pixels.
  static let longSide = 640
  /// As fractions of the map's long side.
  private static let shortestEdge: Float = 0.0375
  private static let shortestSide: Float = 0.07
  private static let mostEdges = 200

  static func lines(in map: EdgeMap) -> [EdgeLine] {
    EdgeSegments.lines(in: map, shortest: shortestEdge * Float(max(map.width, map.height)), most: mostEdges)
  }

  static func outlines(of lines: [EdgeLine], in map: EdgeMap) -> [SleeveOutline] {
    SleeveSearch(lines, in: map, holdingMiddle: false, shortest: shortestSide * Float(max(map.width, map.height)))
      .outlines(least: SleeveOutline.leastScore)
  }
}
