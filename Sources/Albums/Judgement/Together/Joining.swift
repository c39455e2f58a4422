package import FoundationEssentials

/// Whether a photo is a scan of its own, or belongs to the scan of another photo of the same record.
package enum Joining: Equatable, Sendable {
  case own
  case join(ScanID, as: PhotoSide)
  /// Until the front of its record comes, or this time.
  case wait(until: Date)
}

/// What was found in a photo on this computer, as far as it tells to which record it belongs.
package struct JoiningPhoto: Sendable {
  /// Nil if that isn't known.
  package var taken: Date?
  package var arrived: Date
  /// The albums whose artwork is in it: it shows a front.
  package var shown: [AlbumIdentity]
  /// The albums with its barcode; it is one of them.
  package var coded: [AlbumIdentity]
  /// The album that its text clearly names.
  package var named: AlbumIdentity?
  /// The keys of the catalog numbers that are printed in it.
  package var numbers: [String]
  package var printed: PrintedText?
  package var text: SleeveText
  /// Whether another photo may still come, or be looked at.
  package var mayWait = false
  /// Whether another photo is in the queue beside it that wasn't looked at yet.
  package var hasUnseenBeside = false

  package init(
    taken: Date?, arrived: Date, shown: [AlbumIdentity] = [], coded: [AlbumIdentity] = [], named: AlbumIdentity? = nil,
    printed: PrintedText? = nil
  ) {
    self.taken = taken
    self.arrived = arrived
    self.shown = shown
    self.coded = coded
    self.named = named
    self.printed = printed
    numbers = printed.map { CatalogNumber.numbers(in: $0.lines).map(\.key) } ?? []
    text = printed.map { SleeveText($0) } ?? SleeveText()
  }

  /// Whether it certainly shows no front.
  fileprivate var isBack: Bool { shown.isEmpty && (text.isClear || !coded.isEmpty) }
}

/// A scan to which a photo may belong.
package struct JoiningNeighbor: Sendable {
  package var id: ScanID
  package var state: ScanState
  /// Nil if its photo wasn't prepared yet.
  package var taken: Date?
  /// Whether its photo arrived in the same folder.
  package var isBeside: Bool
  /// Whether it is known what can be recognized in its photo.
  package var isRecognized: Bool
  /// Its album, or the one that its photo's artwork or barcode proves.
  package var album: AlbumIdentity?
  /// Of the album, as far as known.
  package var tracks: [String]
  package var catalogNumber: String?
  /// Whether its own photo shows a front, and of which album.
  package var shown: [AlbumIdentity]
  /// Whether its own photo is certainly no front.
  package var isBack: Bool
  /// Whether its photo was compared, and shows the same sleeve from the same side.
  package var looksSame: Bool
  /// Whether it came first, or is already more than a photo that may join another: of two frames, one has to be scanned.
  package var isAhead: Bool

  package init(
    id: ScanID, state: ScanState, taken: Date?, isBeside: Bool = true, isRecognized: Bool = true,
    album: AlbumIdentity? = nil, tracks: [String] = [], catalogNumber: String? = nil, shown: [AlbumIdentity] = [],
    isBack: Bool = false, looksSame: Bool = false, isAhead: Bool = true
  ) {
    self.id = id
    self.state = state
    self.taken = taken
    self.isBeside = isBeside
    self.isRecognized = isRecognized
    self.album = album
    self.tracks = tracks
    self.catalogNumber = catalogNumber
    self.shown = shown
    self.isBack = isBack
    self.looksSame = looksSame
    self.isAhead = isAhead
  }

  /// It has a result, or will perhaps have one.
  package var canBeJoined: Bool { [.waiting, .running, .unsure, .done].contains(state) }
  package var isFinished: Bool { [.unsure, .done].contains(state) }
}

extension Joining {
  /// Frames of one sleeve follow each other within so many seconds.
  package static let burst = 10.0
  /// An album of the last so many seconds is still that of a photo that names it.
  package static let memory = 3600.0
  /// Fewer titles on a sleeve may be there by chance.
  fileprivate static let fewestTracks = 3
  /// If that many titles are read, and none is the album's, it is another album's back.
  fileprivate static let tellingTracks = 4

  /// Two fronts that were photographed one after the other are the most common case, and each of them is a scan of its
  /// own: a photo that may be a front joins another scan only if it shows or names the very same album.
  /// - Parameters:
  ///   - neighbors: scans of photos of the same folder that were taken within `seconds`, and scans of the last hour.
  ///   - seconds: how far apart two photos of one record are taken at most.
  package static func decision(
    on photo: JoiningPhoto, among neighbors: [JoiningNeighbor], within seconds: Double, now: Date
  ) -> Joining {
    let decision = decisionByNeighbors(on: photo, neighbors, within: seconds, now: now)
    // Of photos that came together, any may be looked at first: the front may be among the others.
    let deadline = photo.arrived + seconds
    return decision == .own && photo.isBack && photo.hasUnseenBeside && now < deadline
      ? .wait(until: deadline) : decision
  }

  private static func decisionByNeighbors(
    on photo: JoiningPhoto, _ neighbors: [JoiningNeighbor], within seconds: Double, now: Date
  ) -> Joining {
    let near = neighbors.filter { $0.isBeside && $0.distance(to: photo) <= seconds }
    if let same = near.filter({ $0.canBeJoined && $0.isSameFrame(as: photo) }).nearest(to: photo) {
      return .join(same.id, as: photo.text.side ?? (same.isBack ? .back : .front))
    }
    if !photo.shown.isEmpty {
      // Its record's back came first, and was known by its barcode. One that still waits will join this.
      let back = near.filter { $0.isFinished && $0.shown.isEmpty && $0.isBack && $0.isOneOf(photo.shown) }
      return back.nearest(to: photo).map { .join($0.id, as: .front) } ?? .own
    }
    let side = photo.text.side ?? (photo.coded.isEmpty ? .other : .back)
    let named = neighbors.filter { $0.canBeJoined && $0.isNamed(by: photo) }
    if let album = named.nearest(to: photo) { return .join(album.id, as: side) }

    let deadline = photo.arrived + seconds
    let waits = photo.mayWait && now < deadline
    if photo.named != nil || !photo.coded.isEmpty {
      // It names an album that a front beside it may turn out to be.
      let mayBe = near.contains { !$0.isFinished && $0.canBeJoined && !$0.isBack && $0.album == nil }
      return waits && mayBe && photo.isBack ? .wait(until: deadline) : .own
    }
    guard photo.text.isClear, let taken = photo.taken else { return .own }
    let fronts = near.filter { !$0.isBack && $0.state != .rejected }
    let before = fronts.filter { $0.taken ?? .distantFuture <= taken }.nearest(to: photo)
    // It was taken after its record's front; a front that comes behind it is the next record's, unless none is before.
    if let front = before, front.canBeJoined, !front.isContradicted(by: photo) {
      if front.isFinished { return .join(front.id, as: side) }
      if waits { return .wait(until: deadline) }
      return front.isRecognized ? .join(front.id, as: side) : .own
    }
    if before?.canBeJoined == false { return .own }
    if waits { return .wait(until: deadline) }
    let behind = fronts.filter { $0.taken ?? .distantPast > taken }.nearest(to: photo)
    guard let front = behind, front.canBeJoined, front.isRecognized, !front.isContradicted(by: photo) else {
      return .own
    }
    return .join(front.id, as: side)
  }
}

extension JoiningNeighbor {
  /// In seconds; infinite if nobody knows when one of them was taken.
  fileprivate func distance(to photo: JoiningPhoto) -> Double {
    guard let taken, let other = photo.taken else { return .infinity }
    return abs(taken.timeIntervalSince(other))
  }

  fileprivate func isOneOf(_ albums: [AlbumIdentity]) -> Bool {
    album.map { album in albums.contains(where: album.isSame) } ?? false
  }

  /// A frame of the same burst.
  fileprivate func isSameFrame(as photo: JoiningPhoto) -> Bool {
    guard isAhead, distance(to: photo) <= Joining.burst else { return false }
    if looksSame { return true }
    let albums = shown + [album].compactMap(\.self)
    return !isBack && photo.shown.contains { one in albums.contains(where: one.isSame) }
  }

  /// Whether the photo's barcode, number, or text is that of the album.
  fileprivate func isNamed(by photo: JoiningPhoto) -> Bool {
    guard let album else { return false }
    if !photo.coded.isEmpty { return isOneOf(photo.coded) }
    if let named = photo.named { return named.isSame(as: album) && !isContradicted(by: photo) }
    if let catalogNumber, photo.numbers.contains(CatalogNumber.key(catalogNumber)) { return true }
    guard let printed = photo.printed, !isContradicted(by: photo) else { return false }
    guard photo.text.isClear || photo.text.trackLines.count >= Joining.fewestTracks else { return false }
    let found = photo.text.tracks(of: tracks)
    if found >= max(Joining.fewestTracks, tracks.count * 3 / 5) { return true }
    guard photo.text.isClear else { return false }
    if found >= Joining.fewestTracks { return true }
    // A self-titled album's name is on all others of its artist.
    let isSelfTitled = TitleKey(album.albumTitle).base == ArtistKey(album.artistName).key
    return !isSelfTitled
      && PrintedRanking.evidence(for: album.artistName, album.albumTitle, in: printed)?.matchesBothNames == true
  }

  /// Whether the photo lists the tracks of another album.
  fileprivate func isContradicted(by photo: JoiningPhoto) -> Bool {
    tracks.count >= Joining.fewestTracks && photo.text.isClear
      && photo.text.trackLines.count >= Joining.tellingTracks && photo.text.tracks(of: tracks) == 0
  }
}

extension [JoiningNeighbor] {
  /// The one that was taken at the nearest time; of those, the first.
  fileprivate func nearest(to photo: JoiningPhoto) -> JoiningNeighbor? {
    self.min { ($0.distance(to: photo), $0.id) < ($1.distance(to: photo), $1.id) }
  }
}
