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
  let tones: [SIMD3<Float>]
  private(set) var edges: [Edge] = []

  /// The normal of the edge at each pixel, row by row; zero for none.
  var normals: [SIMD2<Float>] {
    var normals = [SIMD2<Float>](repeating: .zero, count: width * height)
    for edge in edges { normals[Int(edge.place.y) * width + Int(edge.place.x)] = edge.normal }
    return normals
  }

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
    let luma = Self.levels(of: image.luma, weight: 1, width, height)
    // Color differences get a higher weight, because they have smaller numbers than equally visible differences in
    // brightness.
    let blue = Self.levels(of: image.blue, weight: 1.5, width, height)
    let red = Self.levels(of: image.red, weight: 1.5, width, height)
    tones = luma.indices.map { SIMD3(luma[$0], blue[$0], red[$0]) }
    var (across, down) = (strengths, strengths)
    for levels in [luma, blue, red] { add(levels, to: &across, &down) }
    for i in strengths.indices { strengths[i] = strengths[i].squareRoot() / 8 }
    // The first and the last column have no neighbors.
    for row in 0..<height { (strengths[row * width], strengths[(row + 1) * width - 1]) = (0, 0) }
    thin(across, down)
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
  private static func levels(of plane: borrowing Plane, weight: Float, _ width: Int, _ height: Int) -> [Float] {
    // A picture without color has a single sample.
    guard plane.width > 1 else { return [Float](repeating: 0, count: width * height) }
    let small = Resampler(
      columns: Kernel(count: width, start: 0, step: Double(plane.width) / Double(width), of: plane.width),
      rows: Kernel(count: height, start: 0, step: Double(plane.height) / Double(height), of: plane.height)
    ).resampled(plane)
    return [Float](unsafeUninitializedCapacity: width * height) { levels, count in
      count = width * height
      let samples = small.samples
      for i in 0..<count { levels[i] = Float(samples[i]) * weight }
      withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { rows in
        for _ in 0..<2 { blur(levels, by: rows, width, height) }
      }
    }
  }

  /// Keeps the steepest slope of all planes, times eight, and the square of its strength.
  private mutating func add(_ levels: [Float], to across: inout [Float], _ down: inout [Float]) {
    guard width > 2, height > 2 else { return }
    let (width, height) = (width, height)
    levels.withUnsafeBufferPointer { levels in
      strengths.withUnsafeMutableBufferPointer { strengths in
        across.withUnsafeMutableBufferPointer { across in
          down.withUnsafeMutableBufferPointer { down in
            for i in width + 1..<width * (height - 1) - 1 {
              // Sobel's operator.
              let (before, after) = (i &- width, i &+ width)
              let (a, b, c) = (levels[before &- 1], levels[before], levels[before &+ 1])
              let (d, e) = (levels[i &- 1], levels[i &+ 1])
              let (f, g, h) = (levels[after &- 1], levels[after], levels[after &+ 1])
              let x = c - a + (h - f) + 2 * (e - d)
              let y = f - a + h - c + 2 * (g - b)
              let square = x * x + y * y
              let isSteeper = square > strengths[i]
              strengths[i] = isSteeper ? square : strengths[i]
              across[i] = isSteeper ? x : across[i]
              down[i] = isSteeper ? y : down[i]
            }
          }
        }
      }
    }
  }

  /// One, two, one; across and down.
  private static func blur(
    _ levels: UnsafeMutableBufferPointer<Float>, by rows: UnsafeMutableBufferPointer<Float>, _ width: Int, _ height: Int
  ) {
    let last = width - 1
    for y in 0..<height {
      let (source, target) = (levels.baseAddress! + y * width, rows.baseAddress! + y * width)
      for x in 1..<max(1, last) { target[x] = source[x - 1] + 2 * source[x] + source[x + 1] }
      target[0] = source[0] + 2 * source[0] + source[min(1, last)]
      target[last] = source[max(0, last - 1)] + 2 * source[last] + source[last]
    }
    for y in 0..<height {
      let (target, middle) = (levels.baseAddress! + y * width, rows.baseAddress! + y * width)
      let (above, below) = (y > 0 ? middle - width : middle, y < height - 1 ? middle + width : middle)
      for x in 0..<width { target[x] = (above[x] + 2 * middle[x] + below[x]) / 16 }
    }
  }

  /// The mean strength around each pixel, from a summed-area table (Crow 1984).
  private func localMeans() -> [Float] {
    let reach = Self.surroundings
    let apart = width + 1
    var sums = [Float](repeating: 0, count: apart * (height + 1))
    var means = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      var line: Float = 0
      for x in 0..<width {
        line += strengths[y * width + x]
        sums[(y + 1) * apart + x + 1] = sums[y * apart + x + 1] + line
      }
    }
    for y in 0..<height {
      let (first, last) = (max(0, y - reach), min(height, y + reach + 1))
      let (top, bottom) = (first * apart, last * apart)
      for x in 0..<width {
        let (left, right) = (max(0, x - reach), min(width, x + reach + 1))
        let sum = sums[bottom + right] - sums[top + right] - sums[bottom + left] + sums[top + left]
        means[y * width + x] = sum / Float((right - left) * (last - first))
      }
    }
    return means
  }

  /// Keeps only the ridge of each slope (Canny, "A Computational Approach to Edge Detection", 1986).
  private mutating func thin(_ across: [Float], _ down: [Float]) {
    guard width > 4, height > 4 else { return }
    let means = localMeans()
    for y in 2..<height - 2 {
      for x in 2..<width - 2 {
        let i = y * width + x
        let strength = strengths[i]
        let least = min(
          Self.leastStrength.upperBound, max(Self.leastStrength.lowerBound, Self.leastOverMean * means[i]))
        guard strength >= least else { continue }
        let slope = SIMD2(across[i], down[i]) / 8
        let (flat, steep) = (abs(slope.x), abs(slope.y))
        let step =
          if flat > 2.414 * steep { 1 } else if steep > 2.414 * flat { width } else if (slope.x > 0) == (slope.y > 0) {
            width + 1
          } else { width - 1 }
        guard strength >= strengths[i - step], strength > strengths[i + step] else { continue }
        let normal = slope / strength
        let isUpward = normal.y < 0 || (normal.y == 0 && normal.x < 0)
        edges.append(Edge(place: SIMD2(Float(x), Float(y)), normal: isUpward ? -normal : normal))
      }
    }
  }
}
