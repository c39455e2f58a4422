import FoundationEssentials
import Glibc
import Testing

@testable import DrawnCovers
@testable import Imaging

/// Which sleeves of a photo become scans of their own.
@Suite struct SpreadTests {
  private static let size = SIMD2<Float>(640, 480)

  private func outline(
    _ x: Float, _ y: Float, side: Float, turn: Float = 0, score: Float = 3.5
  ) throws -> SleeveOutline {
    let corners = [SIMD2<Float>(-1, -1), [1, -1], [1, 1], [-1, 1]].map { corner in
      let way = corner * side / 2
      return SIMD2(x + way.x * cosf(turn) - way.y * sinf(turn), y + way.x * sinf(turn) + way.y * cosf(turn))
    }
    return SleeveOutline(try #require(Quadrangle(corners[0], corners[1], corners[2], corners[3])), score: score)
  }

  private func grid(_ count: Int, side: Float, gap: Float, score: Float = 3.5) throws -> [SleeveOutline] {
    try (0..<count * count).map { index in
      let (row, column) = (Float(index / count), Float(index % count))
      let middle = Float(count - 1) / 2
      return try outline(
        320 + (column - middle) * (side + gap), 240 + (row - middle) * (side + gap), side: side, score: score)
    }
  }

  private func sleeves(_ outlines: [SleeveOutline], besides subject: SleeveOutline? = nil) -> [Quadrangle] {
    Spread(of: outlines, in: Self.size, besides: subject?.shape).sleeves
  }

  @Test(arguments: [2, 3, 4]) func `outlines of one size beside each other are sleeves`(count: Int) throws {
    let side = 380 / Float(count)
    #expect(sleeves(try grid(count, side: side, gap: 15)).count == count * count)
  }

  @Test func `frames on some sleeves aren't taken for them, even if they are clearer`() throws {
    let sleeves = try grid(3, side: 120, gap: 20, score: 3.3)
    let frames = try grid(3, side: 100, gap: 40, score: 3.8).enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    let found = self.sleeves(sleeves + frames)
    #expect(found.count == 9)
    #expect(found.allSatisfy { $0.area > 14_000 })
  }

  @Test func `a square of four sleeves and the gaps between are no sleeves`() throws {
    let sleeves = try grid(2, side: 180, gap: 12, score: 3.8)
    let other = [
      try outline(320, 240, side: 372, score: 3.6), try outline(320, 240, side: 180, score: 2.6),
      try outline(320, 144, side: 180, score: 2.9),
    ]
    #expect(self.sleeves(sleeves + other).count == 4)
  }

  @Test func `a sleeve before smaller ones is what the photo is of`() throws {
    let behind = try grid(4, side: 100, gap: 10)
    #expect(sleeves(behind).count == 16)
    let around = behind.filter { abs($0.shape.center.x - 320) > 60 || abs($0.shape.center.y - 240) > 60 }
    #expect(sleeves(around).count == 12)
    #expect(sleeves(around, besides: try outline(320, 240, side: 220)).isEmpty)
    #expect(sleeves(Array(behind.prefix(8)) + behind.suffix(4), besides: try outline(320, 300, side: 180)).isEmpty)
  }

  @Test func `pictures on a cover are no sleeves, but sleeves without gaps are`() throws {
    let inner = try grid(2, side: 190, gap: 4)
    #expect(sleeves(inner, besides: try outline(320, 240, side: 430)).isEmpty)
    #expect(sleeves(inner, besides: try outline(320, 240, side: 386)).count == 4)
  }

  @Test func `what is small, hardly visible, alone, or more than sixteen is no set of sleeves`() throws {
    #expect(sleeves([try outline(320, 240, side: 400)]).isEmpty)
    #expect(sleeves(try grid(3, side: 60, gap: 10)).isEmpty)
    #expect(sleeves(try grid(3, side: 120, gap: 10, score: 2.4)).isEmpty)
    #expect(sleeves(try grid(5, side: 80, gap: 5)).isEmpty)
    let pair = [try outline(180, 240, side: 250), try outline(460, 240, side: 250, score: 2.6)]
    #expect(sleeves(pair).isEmpty)
    #expect(sleeves([pair[0], try outline(460, 240, side: 250)]).count == 2)
  }

  @Test func `sleeves over a part of others, and what is as large but no square, are none`() throws {
    #expect(sleeves([try outline(220, 240, side: 250), try outline(420, 240, side: 250)]).isEmpty)
    let row = try (0..<3).map { try outline(110 + Float($0) * 210, 240, side: 200) }
    #expect(sleeves(row).count == 3)
    // What is seen of a sleeve under another one that is turned.
    let narrowed = try #require(
      row[1].shape.map { SIMD2($0.x + ($0.y > 240 ? 1 : -1) * ($0.x > 320 ? 40 : 0), $0.y) })
    #expect(sleeves([row[0], SleeveOutline(narrowed, score: 3.5), row[2]]).count == 2)
  }

  @Test(arguments: [
    (SpreadPhoto.Kind.floor, 2), (.floor, 4), (.floor, 9), (.floor, 16), (.crowded, 9), (.tight, 4), (.tight, 9),
    (.wall, 9),
  ])
  func `each of several sleeves is found`(kind: SpreadPhoto.Kind, count: Int) throws {
    try expectEach(of: SpreadPhoto(1, kind, of: count))
  }

  /// The collection's covers, of which some are dark, or dark at one side, on dark floors.
  @Test(arguments: [(7, 4), (6, 9), (11, 16)])
  func `each is found, dark ones on a dark floor, too`(number: Int, count: Int) throws {
    let albums = DrawnCollection.sleeves
    let shown = (0..<count).map { albums[((number - 1) * count + $0) % albums.count] }
    try expectEach(of: SpreadPhoto(shown, .floor, number: number))
  }

  private func expectEach(of photo: SpreadPhoto) throws {
    let parts = try parts(in: photo)
    let truth = try photo.sleeves.map { corners in
      try quadrangle(corners.map { SIMD2<Float>(Float($0.0), Float($0.1)) })
    }
    #expect(parts.count == truth.count)
    for sleeve in truth {
      #expect(
        parts.contains { part in
          let shared = part.shared(with: sleeve)
          return shared > 0.9 * (part.area + sleeve.area - shared)
        })
    }
  }

  @Test func `where a sleeve is expected, a hardly visible one is enough, but of the others' size`() throws {
    let three = Array(try grid(2, side: 180, gap: 20, score: 3.8).prefix(3))
    func found(_ side: Float) throws -> Int {
      let weak = try outline(420, 340, side: side, score: 2.2)
      return Spread(of: three, in: Self.size, besides: nil) { _, isFree in
        #expect(!isFree(three[0].shape.center))
        return isFree(weak.shape.center) ? [weak] : []
      }.sleeves.count
    }
    #expect(try found(180) == 4)
    #expect(try found(172) == 3)
    #expect(sleeves(three).count == 3)
  }

  @Test(arguments: [4, 9]) func `one sleeve over others is all that counts`(count: Int) throws {
    #expect(try parts(in: SpreadPhoto(1, .subject, of: count)).isEmpty)
  }

  @Test(arguments: [1, 2]) func `sleeves that cover each other are one photo`(number: Int) throws {
    #expect(try parts(in: SpreadPhoto(number, .fan, of: 4)).isEmpty)
  }

  @Test(arguments: [HeldPhoto.Kind.shelved, .magazines, .used])
  func `a sleeve held before a shelf or a wall is one`(kind: HeldPhoto.Kind) throws {
    let photo = HeldPhoto(InventedCover(7), kind)
    #expect(try picture(photo.jpeg()).parts.isEmpty)
  }

  private func picture(_ photo: Data, part: Quad? = nil) throws -> CoverPicture {
    try photo.withUnsafeBytes { bytes throws(ImagingError) in
      try CoverPicture(ofPhoto: bytes, part: part, findsParts: part == nil)
    }
  }

  private func quadrangle(_ corners: [SIMD2<Float>]) throws -> Quadrangle {
    try #require(Quadrangle(corners[0], corners[1], corners[2], corners[3]))
  }

  private func parts(in photo: SpreadPhoto) throws -> [Quadrangle] {
    let size = SIMD2(Float(photo.width), Float(photo.height))
    return try picture(photo.jpeg()).parts.map { part in
      try quadrangle(part.corners.map { SIMD2<Float>($0) * size })
    }
  }
}
