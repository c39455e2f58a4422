/// The covers that were searched for in a photo, and which of them is its subject.
package struct CoverSelection: Equatable, Sendable {
  package struct Candidate: Equatable, Sendable {
    /// Whatever names the cover to the one who asks.
    package var cover: Int
    /// Names its album.
    package var album: String
    package var inliers: Int
    package var cells: Int
    /// The cover by itself would be taken to be in the photo.
    package var isAccepted: Bool
    package var place: Place

    /// - Parameter corners: where it lies, in parts of the photo's width and height, in their order around it.
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

  /// Where in the photo a cover lies: a photo means the sleeve that is held up or fills the middle.
  package enum Place: Comparable, Sendable {
    /// The photo's middle lies well within it.
    case middle
    /// It lies about the middle: of two side by side each does.
    case near
    /// It only happens to be there, too.
    case edge

    /// How much of a cover, around its own middle, must hold the photo's.
    private static let core = 0.85
    /// How far a cover's middle may be from the photo's, in parts of its width and of its height.
    private static let nearness = 0.32

    /// - Parameter corners: in parts of the photo's width and height; none where there is no saying.
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
    /// None of them.
    case none
    case one(Candidate)
    /// Covers of different albums, the best of each: two in one photo, or two that look alike.
    case several([Candidate])
  }

  /// Those that are in the photo first, then by their inliers.
  package let ranked: [Candidate]

  package init(_ candidates: [Candidate]) {
    ranked = candidates.sorted {
      ($0.isAccepted ? 1 : 0, $0.inliers, -$0.cover) > ($1.isAccepted ? 1 : 0, $1.inliers, -$1.cover)
    }
  }

  /// The best must have so many times the inliers of the best of another album that is accepted too. The second of two
  /// covers side by side has about as many; a part of a cover that is printed on another one has far fewer.
  package static let margin = 2

  package var verdict: Verdict {
    let meant = ranked.filter { $0.isAccepted && $0.place < .edge }
    // Where one covers the middle the others lie beside it.
    guard let place = meant.map(\.place).min(), let best = meant.first(where: { $0.place == place }) else {
      return .none
    }
    var albums: Set<String> = []
    let close = meant.filter {
      $0.place == place && $0.inliers * Self.margin > best.inliers && albums.insert($0.album).inserted
    }
    return close.count > 1 ? .several(close) : .one(best)
  }

  /// The best of each album that is in the photo, too, but isn't what it is of.
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
      // What shares a place with the answer is a part of it, or looks like it.
      $0.isAccepted && $0.place > (places.min() ?? .middle) && albums.insert($0.album).inserted
    }
  }
}
