internal import Glibc

/// The edges of a photo and their directions, at a small size and in color, since a sleeve and the table under it may
/// be equally bright.
struct EdgeMap {
  /// A pixel at which the change is steepest.
  struct Edge {
    /// In pixels of the map.
    let place: SIMD2<Float>
    /// Perpendicular to the edge, of length 1; never pointing upward.
    let normal: SIMD2<Float>
  }

  let width: Int
  let height: Int
  /// The steepness in levels per pixel, row by row.
  private(set) var strengths: [Float]
  /// Luma and the two color differences, slightly blurred, row by row.
  private(set) var tones: [SIMD3<Float>]
  private(set) var edges: [Edge] = []

  /// In pixels. The sides of a sleeve are straight over hundreds of them; letters and wood grain disappear.
  static let longSide = 320
  /// How much steeper than its surroundings an edge must be. Uniform steepness is texture.
  private static let leastOverMean: Float = 1.2
  /// How many pixels to each side count as surroundings.
  private static let surroundings = 12
  /// In levels per pixel: anything less is noise, anything more is always an edge.
  private static let leastStrength: ClosedRange<Float> = 1.5...8

  /// - Parameter longSide: in pixels.
  init(_ image: borrowing PlanarImage, longSide: Int = longSide) {
    let scale = Double(longSide) / Double(max(image.width, image.height))
    width = max(1, Int((Double(image.width) * scale).rounded()))
    height = max(1, Int((Double(image.height) * scale).rounded()))
    strengths = [Float](repeating: 0, count: width * height)
    tones = [SIMD3<Float>](repeating: .zero, count: width * height)
    var (luma, blue, red): ([Float], [Float], [Float]) = ([], [], [])
    // Color differences get a higher weight, because they have smaller numbers than equally visible differences in
    // brightness.
    SecondThread.run {
      luma = levels(of: image.luma, weight: 1)
    } alongside: {
      blue = levels(of: image.blue, weight: 1.5)
      red = levels(of: image.red, weight: 1.5)
    }
    for i in tones.indices { tones[i] = SIMD3(luma[i], blue[i], red[i]) }
    var slopes = [SIMD2<Float>](repeating: .zero, count: width * height)
    for levels in [luma, blue, red] { add(levels, to: &slopes) }
    thin(slopes)
  }

  /// A part of another map, in pixels of its own.
  init(_ map: EdgeMap, columns: Range<Int>, rows: Range<Int>) {
    (width, height) = (columns.count, rows.count)
    let lines = rows.map { $0 * map.width + columns.lowerBound..<$0 * map.width + columns.upperBound }
    strengths = lines.flatMap { map.strengths[$0] }
    tones = lines.flatMap { map.tones[$0] }
    let (corner, size) = (SIMD2(Float(columns.lowerBound), Float(rows.lowerBound)), SIMD2(Float(width), Float(height)))
    edges = map.edges.compactMap { edge in
      let place = edge.place - corner
      return all(place .>= 0) && all(place .< size) ? Edge(place: place, normal: edge.normal) : nil
    }
  }

  /// A plane at the size of the map, slightly blurred.
  private func levels(of plane: borrowing Plane, weight: Float) -> [Float] {
    // A picture without color has a single sample.
    guard plane.width > 1 else { return [Float](repeating: 0, count: width * height) }
    let small = Resampler(
      columns: Kernel(count: width, start: 0, step: Double(plane.width) / Double(width), of: plane.width),
      rows: Kernel(count: height, start: 0, step: Double(plane.height) / Double(height), of: plane.height)
    ).resampled(plane)
    var levels = (0..<width * height).map { Float(small.samples[$0]) * weight }
    for _ in 0..<2 { blur(&levels) }
    return levels
  }

  /// Keeps the steepest slope of all planes.
  private mutating func add(_ levels: [Float], to slopes: inout [SIMD2<Float>]) {
    guard width > 2, height > 2 else { return }
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let i = y * width + x
        // Sobel's operator.
        let upper = levels[i - width + 1] - levels[i - width - 1]
        let lower = levels[i + width + 1] - levels[i + width - 1]
        let across = upper + lower + 2 * (levels[i + 1] - levels[i - 1])
        let down =
          levels[i + width - 1] - levels[i - width - 1] + levels[i + width + 1] - levels[i - width + 1]
          + 2 * (levels[i + width] - levels[i - width])
        let slope = SIMD2(across, down) / 8
        let strength = (slope * slope).sum().squareRoot()
        if strength > strengths[i] { (strengths[i], slopes[i]) = (strength, slope) }
      }
    }
  }

  /// One, two, one; across and down.
  private func blur(_ levels: inout [Float]) {
    var rows = levels
    for y in 0..<height {
      for x in 0..<width {
        let i = y * width + x
        rows[i] = levels[x > 0 ? i - 1 : i] + 2 * levels[i] + levels[x < width - 1 ? i + 1 : i]
      }
    }
    for y in 0..<height {
      for x in 0..<width {
        let i = y * width + x
        levels[i] = (rows[y > 0 ? i - width : i] + 2 * rows[i] + rows[y < height - 1 ? i + width : i]) / 16
      }
    }
  }

  /// The mean strength around each pixel, from a summed-area table (Crow 1984).
  private func localMeans() -> [Float] {
    let reach = Self.surroundings
    var sums = [Float](repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var line: Float = 0
      for x in 0..<width {
        line += strengths[y * width + x]
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + line
      }
    }
    return (0..<width * height).map { i in
      let (x, y) = (i % width, i / width)
      let (left, right) = (max(0, x - reach), min(width, x + reach + 1))
      let (top, bottom) = (max(0, y - reach) * (width + 1), min(height, y + reach + 1) * (width + 1))
      let sum = sums[bottom + right] - sums[top + right] - sums[bottom + left] + sums[top + left]
      return sum / Float((right - left) * (bottom - top) / (width + 1))
    }
  }

  /// Keeps only the ridge of each slope (Canny, "A Computational Approach to Edge Detection", 1986).
  private mutating func thin(_ slopes: [SIMD2<Float>]) {
    guard width > 4, height > 4 else { return }
    let means = localMeans()
    for y in 2..<height - 2 {
      for x in 2..<width - 2 {
        let i = y * width + x
        let strength = strengths[i]
        let least = min(
          Self.leastStrength.upperBound, max(Self.leastStrength.lowerBound, Self.leastOverMean * means[i]))
        guard strength >= least else { continue }
        let slope = slopes[i]
        let (across, down) = (abs(slope.x), abs(slope.y))
        let step =
          if across > 2.414 * down { 1 } else if down > 2.414 * across { width } else if (slope.x > 0) == (slope.y > 0)
          { width + 1 } else { width - 1 }
        guard strength >= strengths[i - step], strength > strengths[i + step] else { continue }
        let normal = slope / strength
        let isUpward = normal.y < 0 || (normal.y == 0 && normal.x < 0)
        edges.append(Edge(place: SIMD2(Float(x), Float(y)), normal: isUpward ? -normal : normal))
      }
    }
  }
}
