internal import Albums
internal import Covers
internal import ImagingProtocol
internal import Records

/// The known covers that were found in a photo, wherever they are in it.
struct CoverSightings: Sendable {
  private var covers: [CoverRecord] = []
  private var sightings: [CoverSighting] = []

  mutating func add(_ cover: CoverRecord, _ sighting: CoverSighting) {
    covers.append(cover)
    sightings.append(sighting)
  }

  /// The best cover per album, with `isBeside` for those that aren't the photo's subject.
  var selected: [(cover: CoverRecord, inliers: Int, isBeside: Bool)] {
    // A photo that a person named says nothing where real artwork is seen.
    let artwork = covers.indices.filter { covers[$0].artwork.source != .photo }
    let selection = CoverSelection((artwork.isEmpty ? Array(covers.indices) : artwork).map(candidate))
    let subjects: [CoverSelection.Candidate] =
      switch selection.verdict {
      case .none: []
      case .one(let candidate): [candidate]
      case .several(let candidates): candidates
      }
    return (subjects.map { ($0, false) } + selection.beside.map { ($0, true) }).map { candidate, isBeside in
      (covers[candidate.cover], candidate.inliers, isBeside)
    }
  }

  /// Where the covers are: the corners of each in fractions of the photo's width and height, the surest first.
  var places: [[SIMD2<Double>]] {
    sightings.sorted { $0.inliers > $1.inliers }.map(\.corners)
  }

  private func candidate(_ number: Int) -> CoverSelection.Candidate {
    let sighting = sightings[number]
    // An album may be known by two spellings and one release group: all its covers get one name.
    let album = covers.firstIndex { $0.album.identity.isSame(as: covers[number].album.identity) } ?? number
    return CoverSelection.Candidate(
      cover: number, album: "\(album)", inliers: sighting.inliers, cells: sighting.cells,
      isAccepted: sighting.isAccepted, corners: sighting.corners)
  }
}
