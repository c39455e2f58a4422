/// The covers that were looked for in a photo, and who it is among them.
package struct Lineup: Equatable, Sendable {
  package struct Suspect: Equatable, Sendable {
    /// Whatever names the cover to the one who asks.
    package var cover: Int
    /// Names its album.
    package var album: String
    package var inliers: Int
    package var cells: Int
    /// The cover by itself would be taken to be in the photo.
    package var isAccepted: Bool

    package init(cover: Int, album: String, inliers: Int, cells: Int, isAccepted: Bool) {
      self.cover = cover
      self.album = album
      self.inliers = inliers
      self.cells = cells
      self.isAccepted = isAccepted
    }
  }

  package enum Verdict: Equatable, Sendable {
    /// None of them.
    case none
    case one(Suspect)
    /// Covers of different albums, the best of each: two in one photo, or two that look alike.
    case several([Suspect])
  }

  /// Those that are in the photo first, then by their inliers.
  package let ranked: [Suspect]

  package init(_ suspects: [Suspect]) {
    ranked = suspects.sorted {
      ($0.isAccepted ? 1 : 0, $0.inliers, -$0.cover) > ($1.isAccepted ? 1 : 0, $1.inliers, -$1.cover)
    }
  }

  /// The best must have so many times the inliers of the best of another album that is accepted too. The second of two
  /// covers side by side has about as many; a part of a cover that is printed on another one has far fewer.
  package static let margin = 2

  package var verdict: Verdict {
    let accepted = ranked.filter(\.isAccepted)
    guard let best = accepted.first else { return .none }
    var albums: Set<String> = []
    let close = accepted.filter { $0.inliers * Self.margin > best.inliers && albums.insert($0.album).inserted }
    return close.count > 1 ? .several(close) : .one(best)
  }
}
