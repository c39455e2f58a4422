import CRecognition
import DrawnCovers
import Testing

@Suite struct ProjectionTests {
  private struct Pair {
    var from: SIMD2<Double>
    var to: SIMD2<Double>
  }

  private struct Found {
    var inliers: [Bool]
    var projection: [Double]

    func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> { project(point, by: projection) }
  }

  /// A sleeve that leans back, turned a little, at half its size.
  private static let leaning = [0.52, -0.08, 210, 0.06, 0.47, 95, 0.00002, -0.00021, 1]
  private static let tolerance = 5.0

  private static func project(_ point: SIMD2<Double>, by numbers: [Double]) -> SIMD2<Double> {
    func row(_ start: Int) -> Double { numbers[start] * point.x + numbers[start + 1] * point.y + numbers[start + 2] }
    return SIMD2(row(0), row(3)) / row(6)
  }

  private func search(_ pairs: [Pair]) -> Found? {
    var inliers = [UInt8](repeating: 0, count: pairs.count)
    var projection = [Double](repeating: 0, count: 9)
    let count = crecognition_projection(
      pairs.flatMap { [Float($0.from.x), Float($0.from.y)] }, pairs.flatMap { [Float($0.to.x), Float($0.to.y)] },
      Int32(pairs.count), Self.tolerance, &inliers, &projection)
    #expect(Int(count) == inliers.count { $0 != 0 })
    return count > 0 ? Found(inliers: inliers.map { $0 != 0 }, projection: projection) : nil
  }

  /// Right pairs, each off by up to a pixel, then wrong ones.
  private func pairs(right: Int, wrong: Int, seed: UInt64 = 7) -> [Pair] {
    var random = SeededRandom(seed)
    func place(_ side: Double) -> SIMD2<Double> {
      SIMD2(.random(in: 0...side, using: &random), .random(in: 0...side, using: &random))
    }
    return (0..<right).map { _ in
      let from = place(1000)
      return Pair(from: from, to: Self.project(from, by: Self.leaning) + place(2) - 1)
    } + (0..<wrong).map { _ in Pair(from: place(1000), to: place(1000)) }
  }

  @Test(arguments: [(40, 0), (40, 40), (30, 90), (4, 0)])
  func `the projection is found among wrong pairs, to a pixel`(right: Int, wrong: Int) throws {
    let pairs = pairs(right: right, wrong: wrong)
    let found = try #require(search(pairs))
    #expect(found.inliers.prefix(right).allSatisfy { $0 })
    #expect(found.inliers.dropFirst(right).count { $0 } <= wrong / 10)
    for corner in [SIMD2(100.0, 100), SIMD2(900, 100), SIMD2(900, 900), SIMD2(100, 900)] where right > 4 {
      let off = found(corner) - Self.project(corner, by: Self.leaning)
      #expect((off * off).sum() < 2)
    }
  }

  @Test func `the same pairs always give the same projection`() throws {
    let pairs = pairs(right: 20, wrong: 60)
    let (one, other) = (try #require(search(pairs)), try #require(search(pairs)))
    #expect(one.projection == other.projection && one.inliers == other.inliers)
  }

  /// One that collapses the whole cover to a point or a line would have all pairs near it as inliers.
  @Test(arguments: 1...20) func `wrong pairs alone agree on next to nothing`(seed: UInt64) {
    #expect(search(pairs(right: 0, wrong: 60, seed: seed))?.inliers.count { $0 } ?? 0 <= 9)
  }

  @Test func `nothing is found in a mirror, on a line, at one point, or with three pairs`() {
    let right = pairs(right: 30, wrong: 0)
    let mirrored = right.map { Pair(from: $0.from, to: SIMD2(1000 - $0.to.x, $0.to.y)) }
    #expect(search(mirrored) == nil || search(mirrored)!.inliers.count { $0 } < 10)
    #expect(search(right.map { Pair(from: SIMD2($0.from.x, 2 * $0.from.x), to: $0.to) }) == nil)
    #expect(search(right.map { Pair(from: $0.from, to: SIMD2(3, 4)) }) == nil)
    #expect(search(Array(right.prefix(3))) == nil)
    #expect(search([]) == nil)
  }
}
