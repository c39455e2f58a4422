package import DrawnCovers

/// Says which drawn cover a JPEG shows, from its pixels alone: the colors of a coarse grid are compared with those of
/// all the covers, at many places and sizes, upright only. A cover shown sideways is a cover nobody knows.
package struct CoverRecognizer: Sendable {
  /// What was seen.
  package enum Sighting: Equatable, Sendable {
    case front(DrawnAlbum)
    case back
    case several([DrawnAlbum])
    /// Something with contrast that is no known cover, or doubtful between two.
    case unknown
    /// Nothing that could be a cover.
    case nothing
    /// Bytes that don't decode.
    case broken
  }

  private struct Reference: Sendable {
    /// Nil for a back.
    var front: DrawnAlbum?
    var coarse: [Float]
    var fine: [Float]
  }

  private struct Match {
    var reference: Int
    var score: Float
    var window: Bitmap.Window
  }

  private static let coarseCells = 5
  private static let fineCells = 8
  /// Correlation from which a cover counts as seen, and by how much it must lead the next.
  private static let threshold: Float = 0.86
  private static let margin: Float = 0.06

  private let references: [Reference]

  /// Knows all the drawn covers. It takes a moment to learn them.
  package static let ofTheCollection = CoverRecognizer(albums: DrawnCollection.albums)

  package init(albums: [DrawnAlbum]) {
    var references = albums.compactMap { Self.reference(DrawnCover($0).picture(size: 192), front: $0) }
    // Backs are much alike: one of a kind will do.
    for back in albums.compactMap({ Self.reference(DrawnBack($0).picture(size: 192), front: nil) })
    where !references.contains(where: { $0.front == nil && Self.correlation($0.fine, back.fine) > 0.95 }) {
      references.append(back)
    }
    self.references = references
  }

  package func look(at jpeg: [UInt8]) -> Sighting {
    guard let bitmap = Bitmap(jpeg: jpeg) else { return .broken }
    // First as a cropped picture shows it; only then anywhere, as small as two covers in one photo are.
    var found = candidates(in: bitmap, shares: [1, 0.95, 0.9, 0.85, 0.8])
    if let sighting = verdict(found.prefix(4).map { refined($0, in: bitmap) }, needing: Self.threshold + 0.04) {
      return sighting
    }
    found += candidates(
      in: bitmap, shares: (1...11).map { share in (0..<share).reduce(0.8) { share, _ in share * 0.93 } })
    let matches = distinct(found).prefix(12).map { refined($0, in: bitmap) }
    if let sighting = verdict(matches, needing: Self.threshold) { return sighting }
    return found.isEmpty ? .nothing : .unknown
  }

  /// Nil when nothing passes.
  private func verdict(_ matches: [(match: Match, rival: Float)], needing threshold: Float) -> Sighting? {
    var seen: [Match] = []
    for (match, rival) in matches.sorted(by: { $0.match.score > $1.match.score }) where match.score >= threshold {
      guard !seen.contains(where: { $0.window.overlaps(match.window) }) else { continue }
      guard match.score - rival >= Self.margin else { return .unknown }
      seen.append(match)
    }
    guard let best = seen.first else { return nil }
    let fronts = seen.compactMap { references[$0.reference].front }
    if fronts.count > 1 { return .several(fronts) }
    return references[best.reference].front.map(Sighting.front) ?? .back
  }

  /// Where references might be, best first: the best place of each at each size.
  private func candidates(in bitmap: Bitmap, shares: [Double]) -> [Match] {
    let short = Double(min(bitmap.width, bitmap.height))
    var found: [Match] = []
    for share in shares {
      let side = short * share
      var best = [Match?](repeating: nil, count: references.count)
      for y in stride(from: 0, through: Double(bitmap.height) - side + 0.5, by: side * 0.07) {
        for x in stride(from: 0, through: Double(bitmap.width) - side + 0.5, by: side * 0.07) {
          let window = Bitmap.Window(x: x, y: y, side: side)
          guard let pattern = bitmap.pattern(window, cells: Self.coarseCells) else { continue }
          for number in references.indices {
            let score = Self.correlation(pattern, references[number].coarse)
            if score > best[number]?.score ?? 0.5 {
              best[number] = Match(reference: number, score: score, window: window)
            }
          }
        }
      }
      found += best.compactMap { $0 }
    }
    return found.sorted { $0.score > $1.score }
  }

  /// Without those that are the same reference at nearly the same place as a better one.
  private func distinct(_ matches: [Match]) -> [Match] {
    matches.sorted { $0.score > $1.score }.reduce(into: []) { kept, match in
      if !kept.contains(where: { $0.reference == match.reference && $0.window.overlaps(match.window) }) {
        kept.append(match)
      }
    }
  }

  /// Moved and resized to where the reference fits best, with the score of the next best reference in that place.
  private func refined(_ match: Match, in bitmap: Bitmap) -> (match: Match, rival: Float) {
    var match = match
    match.score = 0
    var pattern: [Float] = []
    for step in [0.035, 0.015] {
      let start = match.window
      for (dx, dy, ds) in Self.neighbors {
        let side = start.side * (1 + ds * step)
        let window = Bitmap.Window(
          x: start.x + dx * step * side - (side - start.side) / 2,
          y: start.y + dy * step * side - (side - start.side) / 2, side: side)
        guard let seen = bitmap.pattern(window, cells: Self.fineCells) else { continue }
        let score = Self.correlation(seen, references[match.reference].fine)
        if score > match.score { (match.score, match.window, pattern) = (score, window, seen) }
      }
    }
    guard !pattern.isEmpty else { return (match, 0) }
    let rivals = references.filter { $0.front != references[match.reference].front }
    return (match, rivals.map { Self.correlation(pattern, $0.fine) }.max() ?? 0)
  }

  private static let neighbors: [(Double, Double, Double)] = [-1.0, 0, 1].flatMap { x in
    [-1.0, 0, 1].flatMap { y in [-1.0, 0, 1].map { (x, y, $0) } }
  }

  private static func correlation(_ a: [Float], _ b: [Float]) -> Float {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        var sum: Float = 0
        var index = 0
        let count = a.count
        while index < count {
          sum += a[index] * b[index]
          index += 1
        }
        return sum
      }
    }
  }

  private static func reference(_ picture: borrowing Canvas, front: DrawnAlbum?) -> Reference? {
    let count = picture.width * picture.height * 4
    let pixels = picture.pixels.withMemoryRebound(to: UInt8.self, capacity: count) {
      Array(UnsafeBufferPointer(start: $0, count: count))
    }
    let bitmap = Bitmap(pixels: pixels, stride: 4, width: picture.width, height: picture.height)
    let window = Bitmap.Window(x: 0, y: 0, side: Double(picture.width))
    guard let coarse = bitmap.pattern(window, cells: coarseCells), let fine = bitmap.pattern(window, cells: fineCells)
    else { return nil }
    return Reference(front: front, coarse: coarse, fine: fine)
  }
}
