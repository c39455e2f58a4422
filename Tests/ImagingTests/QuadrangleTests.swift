import Testing

@testable import Imaging

/// Four corners, and the square that comes to lie on them.
@Suite struct QuadrangleTests {
  private func square(_ x: Float, _ y: Float, _ side: Float) throws -> Quadrangle {
    try #require(Quadrangle([x, y], [x + side, y], [x + side, y + side], [x, y + side]))
  }

  @Test(arguments: [
    // Of a square of 10 at 0, 0.
    (Float(0), Float(0), Float(10), Float(100)), (5, 5, 10, 25), (2, 2, 4, 16), (-5, -5, 30, 100), (10, 0, 5, 0),
    (20, 20, 5, 0), (9, 0, 10, 10),
  ])
  func `what two share is what lies in both`(x: Float, y: Float, side: Float, area: Float) throws {
    let (one, other) = (try square(0, 0, 10), try square(x, y, side))
    #expect(abs(one.shared(with: other) - area) < 0.01)
    #expect(abs(other.shared(with: one) - area) < 0.01)
  }

  @Test func `corners go clockwise from the upper left whatever their order was`() throws {
    let corners: [SIMD2<Float>] = [[0, 0], [8, 0], [8, 8], [0, 8]]
    for first in 0..<4 {
      let turned = (0..<4).map { corners[($0 + first) % 4] }
      for order in [turned, turned.reversed()] {
        let shape = try #require(Quadrangle(order[0], order[1], order[2], order[3]))
        #expect(shape.corners == corners)
        #expect(shape.area == 64)
      }
    }
  }

  @Test func `what is folded or dented is none`() {
    #expect(Quadrangle([0, 0], [8, 8], [8, 0], [0, 8]) == nil)
    #expect(Quadrangle([0, 0], [8, 0], [2, 2], [0, 8]) == nil)
    #expect(Quadrangle([0, 0], [4, 0], [8, 0], [0, 8]) == nil)
  }

  @Test func `one holds another, or has nothing to do with it`() throws {
    let ten = try square(0, 0, 10)
    #expect(ten.holds(try square(1, 1, 5)))
    #expect(!(try square(1, 1, 5).holds(ten)))
    #expect(!ten.holds(try square(8, 8, 5)))
    #expect(ten.isApart(from: try square(20, 0, 10)))
    #expect(!ten.isApart(from: try square(5, 0, 10)))
  }

  @Test func `its form is told by its sides`() throws {
    let tall = try #require(Quadrangle([0, 0], [10, 0], [10, 15], [0, 15]))
    #expect(tall.elongation == 1.5)
    #expect(tall.foreshortening == 1)
    #expect(tall.shortest == 10)
    let aslant = try #require(Quadrangle([2, 0], [8, 0], [12, 10], [-2, 10]))
    #expect(abs(aslant.foreshortening - 14 / 6) < 1e-5)
  }

  @Test func `a square lies on four corners as a camera sees it`() throws {
    let corners: [SIMD2<Double>] = [[10, 20], [110, 0], [130, 90], [0, 120]]
    let perspective = try #require(Projection(ofSquareOnto: Quad(corners)))
    for (place, corner) in zip([[0, 0], [1, 0], [1, 1], [0, 1]] as [SIMD2<Double>], corners) {
      let image = try #require(perspective(place))
      #expect(abs(image.x - corner.x) < 1e-9 && abs(image.y - corner.y) < 1e-9)
    }
    // The diagonals cross in the middle.
    let middle = try #require(perspective([0.5, 0.5]))
    for (one, other) in [(corners[0], corners[2]), (corners[1], corners[3])] {
      let (way, here) = (other - one, middle - one)
      #expect(abs(way.x * here.y - way.y * here.x) < 1e-6)
    }
  }

  @Test(arguments: [1.0, 3.0])
  func `what lies in a quadrangle is seen from the front, at any size`(scale: Double) throws {
    // Four fields that meet where the diagonals cross.
    let corners: [SIMD2<Double>] = ([[20, 30], [180, 10], [200, 170], [10, 190]] as [SIMD2<Double>]).map { $0 * scale }
    let side = Int(220 * scale)
    let plane = Plane(width: side, height: side)
    let back = try #require(Projection(ofSquareOnto: Quad(corners)))
    for index in 0..<side * side { plane.samples[index] = 0 }
    for y in 0..<400 {
      for x in 0..<400 {
        let place = back.far(SIMD2(Double(x) + 0.5, Double(y) + 0.5) / 400)
        let tone: UInt8 = (x < 200) == (y < 200) ? 200 : 80
        for (right, below) in [(0, 0), (1, 0), (0, 1), (1, 1), (2, 2)] {
          let (column, row) = (min(side - 1, Int(place.x) + right), min(side - 1, Int(place.y) + below))
          plane.samples[row * side + column] = tone
        }
      }
    }
    let square = plane.rectified(Quad(corners), side: 100)
    for (x, y, tone) in [(25, 25, 200), (75, 25, 80), (25, 75, 80), (75, 75, 200)] {
      #expect(abs(Int(square.samples[y * 100 + x]) - tone) <= 2, "\(x), \(y)")
    }
  }
}
