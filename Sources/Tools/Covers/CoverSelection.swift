/// The covers that were searched for in a photo, and which of them is its subject.
package struct CoverSelection: Equatable, Sendable {
  package struct Candidate: Equatable, Sendable {
    /// The caller's name for the cover.
    package var cover: Int
    /// Identifies the album.
    package var album: String
    package var inliers: Int
    package var cells: Int
    /// Whether the comparison by itself accepts the cover.
    package var isAccepted: Bool
    package var place: Place

    /// - Parameter corners: in fractions of the photo's width and height, in order.
    package init(
      cover: Int, album: String, inliers: Int, cells: Int, isAccepted: Bool, corners: [SIMD2<Double>] = []
    ) {
      self.cover = cover
      self.album = album
      self.inliers = inliers
      self.cells = cells
      self.isAccepted = isAccepted
      place = Place(of: corners)
    }
  }

  /// Where in the photo a cover is. The subject of a photo is the sleeve that is held up or fills the middle.
  package enum Place: Comparable, Sendable {
    /// The photo's middle is well within it.
    case middle
    /// It is near the middle, as both of two covers side by side are.
    case near
    /// It only happens to be in the photo.
    case edge

    /// The part of a cover, around its own middle, that must contain the photo's middle.
    private static let core = 0.85
    /// The greatest distance between the cover's middle and the photo's, in fractions of the width and the height.
    private static let nearness = 0.32

    /// - Parameter corners: in fractions of the photo's width and height; empty if unknown.
    init(of corners: [SIMD2<Double>]) {
      guard !corners.isEmpty else {
        self = .middle
        return
      }
      let middle = SIMD2(0.5, 0.5)
      let center = corners.reduce(.zero, +) / Double(corners.count)
      let core = corners.map { center + ($0 - center) * Self.core }
      let turns = zip(core, core.dropFirst() + core.prefix(1)).map { from, to in
        (to.x - from.x) * (middle.y - from.y) - (to.y - from.y) * (middle.x - from.x)
      }
      let away = center - middle
      if turns.allSatisfy({ $0 >= 0 }) || turns.allSatisfy({ $0 <= 0 }) {
        self = .middle
      } else {
        self = max(abs(away.x), abs(away.y)) <= Self.nearness ? .near : .edge
      }
    }
  }

  package enum Verdict: Equatable, Sendable {
    /// None of the covers.
    case none
    case one(Candidate)
    /// Covers of different albums, the best of each: two in one photo, or two that look alike.
    case several([Candidate])
  }

  /// Accepted ones first, then by inliers.
  package let ranked: [Candidate]

  package init(_ candidates: [Candidate]) {
    ranked = candidates.sorted {
      ($0.isAccepted ? 1 : 0, $0.inliers, -$0.cover) > ($1.isAccepted ? 1 : 0, $1.inliers, -$1.cover)
    }
  }

  /// The best cover must have this many times the inliers of the best accepted cover of another album. Of two covers
  /// side by side, the second has about as many; a part of a cover that is printed on another one has far fewer.
  package static let margin = 2

  package var verdict: Verdict {
    let meant = ranked.filter { $0.isAccepted && $0.place < .edge }
    // If one covers the middle, the others are beside it.
    guard let place = meant.map(\.place).min(), let best = meant.first(where: { $0.place == place }) else {
      return .none
    }
    var albums: Set<String> = []
    let close = meant.filter {
      $0.place == place && $0.inliers * Self.margin > best.inliers && albums.insert($0.album).inserted
    }
    return close.count > 1 ? .several(close) : .one(best)
  }

  /// The best accepted cover of each album that is also in the photo, but isn't its subject.
  package var beside: [Candidate] {
    let meant: Set<String>
    switch verdict {
    case .none: meant = []
    case .one(let candidate): meant = [candidate.album]
    case .several(let candidates): meant = Set(candidates.map(\.album))
    }
    var albums = meant
    let places = ranked.filter { meant.contains($0.album) && $0.isAccepted }.map(\.place)
    return ranked.filter {
      // A cover in the same place as the answer is a part of it, or looks like it.
      $0.isAccepted && $0.place > (places.min() ?? .middle) && albums.insert($0.album).inserted
    }
  }
}
