internal import Albums
internal import Foundation
internal import ImagingClient
internal import ImagingProtocol
internal import Logging
internal import Records

/// The photo shows the same sleeve or disc as another scan's photo, and belongs to that scan now.
struct JoinedScan: Error {}

/// Finds out whether a photo shows another side of the sleeve that another scan's photo shows, before anything is paid for
/// it.
struct PhotoJoiner: Sendable {
  let context: ScanContext

  private var seconds: Int { context.settings.togetherSeconds }

  /// Records when the photo was taken, so that its neighbors can find it.
  func noteTime(of scan: Scan, _ picture: PictureRecord) async throws {
    guard scan.part == nil, scan.taken == nil, let taken = picture.taken else { return }
    try await context.ledger.note(taken: Date(timeIntervalSince1970: taken), of: scan.id)
  }

  /// - Throws: `JoinedScan` once the photo is another scan's; a `Fault` while it waits for the front of its record.
  func join(
    _ scan: Scan, _ picture: PictureRecord, _ recognition: Recognition, rejected: [AlbumIdentity]
  ) async throws {
    // What was paid for, or had a result before, stays what it is. So do a photo that was scanned before, and a sleeve
    // that lies beside others in its photo.
    guard seconds > 0, scan.part == nil, !scan.isAlone, scan.document == nil, recognition.samePhoto == nil,
      let scan = try await context.ledger.scan(scan.id),
      try await context.ledger.output(of: .reading, in: scan.id, as: VisionAnswer.self) == nil,
      try await context.ledger.output(of: .verdict, in: scan.id, as: Verdict.self) == nil
    else { return }
    if let known = try await context.ledger.scanJoined(bySamePhotoAs: scan) {
      try await join(scan, to: known.target, as: known.side)
    }
    var photo = JoiningPhoto(scan, recognition, rejected: rejected)
    // Others decide at the same time: what can't be joined any longer was joined to something itself.
    for _ in 0..<4 {
      // In this order: a photo that is recognized in between counts as both, and never as neither.
      photo.hasUnseenBeside = try await context.ledger.hasUnseenPhoto(besides: scan)
      let neighbors = try await neighbors(of: scan, picture, photo)
      photo.mayWait = scan.origin == .inbox || photo.hasUnseenBeside
      let now = context.time.now()
      switch Joining.decision(on: photo, among: neighbors, within: Double(seconds), now: now) {
      case .own: return try await context.ledger.wakePhotosWaitingForFront(besides: scan.id)
      case .wait(let until):
        throw Fault(
          .together, .wait(until: until), "it looks like the back or the label of a record, whose front may come")
      case .join(let target, let side):
        try await join(scan, to: target, as: side)
      }
    }
  }

  /// Ends this scan as a further photo of another, if that can still be joined. Working files are deleted and the photo is
  /// filed before the commit: after it, nobody would do that if there was a crash.
  private func join(_ scan: Scan, to target: ScanID, as side: PhotoSide) async throws {
    // If they are needed, they are made again.
    try await context.photoPreparer.deleteWorkingFiles(scan.id)
    // A follow-up or that scan itself does it otherwise.
    if try await context.ledger.scan(target)?.state == .unsure { _ = try await context.filer.file(scan) }
    guard try await context.ledger.join(scan.id, to: target, as: side, now: context.time.now()) else { return }
    try await context.ledger.wakePhotosWaitingForFront(besides: scan.id)
    Logger.current.notice("\(scan.name) shows the record of scan \(target)", metadata: ["state": "rejected"])
    throw JoinedScan()
  }

  private func neighbors(
    of scan: Scan, _ picture: PictureRecord, _ photo: JoiningPhoto
  ) async throws -> [JoiningNeighbor] {
    var neighbors: [JoiningNeighbor] = []
    var comparisons = 0
    for other in try await context.ledger.scans(besides: scan, takenWithin: Double(seconds)) {
      let seen: Recognition? = try await context.ledger.output(of: .recognition, in: other.id)
      let its = JoiningPhoto(other, seen ?? Recognition(), rejected: [])
      var neighbor = JoiningNeighbor(other, its, isRecognized: seen != nil)
      neighbor.isAhead = other.id < scan.id || neighbor.isFinished || other.step.map { $0 > .recognition } ?? false
      // The first of a burst may have taught its artwork, by which this one is known, before it is done.
      let isUnknown = its.shown.isEmpty && (photo.shown.isEmpty || neighbor.album == nil)
      if isUnknown, neighbor.isAhead, comparisons < Self.mostComparisons, neighbor.canBeJoined,
        let taken = other.taken, abs(taken.timeIntervalSince(scan.taken ?? .distantPast)) <= Joining.burst,
        let looksSame = try await looksSame(other, as: picture, of: scan)
      {
        comparisons += 1
        neighbor.looksSame = looksSame
      }
      neighbors.append(neighbor)
    }
    guard photo.namesSomething else { return neighbors }
    let since = context.time.now().addingTimeInterval(-Joining.memory)
    for other in try await context.ledger.scansDone(since: since, besides: scan.id)
    where !neighbors.contains(where: { $0.id == other.id }) {
      neighbors.append(JoiningNeighbor(other, nil, isRecognized: true))
    }
    return neighbors
  }

  /// Of the photos of a burst, few lie within its time.
  private static let mostComparisons = 3

  /// Whether another scan's photo shows the same; nil if its picture can't be made anymore.
  private func looksSame(_ other: Scan, as picture: PictureRecord, of scan: Scan) async throws -> Bool? {
    guard let record: PictureRecord = try await context.ledger.output(of: .picture, in: other.id) else { return nil }
    let wasThere = await context.pictures.picture(record.jpeg) != nil
    let jpeg: Data
    do { jpeg = try await context.photoPreparer.jpeg(of: record, for: other) } catch is Fault { return nil }
    if !wasThere {
      try await context.photoPreparer.deleteWorkingFiles(
        other.id, keepingFeatures: other.document?.isIncomplete ?? false)
    }
    let features = try await context.photoPreparer.features(of: picture, for: scan)
    return try await context.imaging.compare(jpeg, with: features).sighting.finding == .accepted
  }
}

extension JoiningPhoto {
  init(_ scan: Scan, _ recognition: Recognition, rejected: [AlbumIdentity]) {
    let proofs = recognition.proofs.without(rejected)
    let likenesses = recognition.likenesses.without(rejected).map(\.album)
    let winner = recognition.printed?.ranking.winner?.album.identity
    self.init(
      taken: scan.taken, arrived: scan.arrived,
      shown: proofs.filter { if case .artwork = $0.evidence { true } else { false } }.map(\.album) + likenesses,
      coded: (proofs + recognition.sharing.without(rejected)).filter {
        if case .barcode = $0.evidence { true } else { false }
      }.map(\.album),
      named: winner.flatMap { winner in rejected.contains(where: winner.isSame) ? nil : winner },
      printed: recognition.printed?.text)
  }

  /// What the photo shows of its record.
  var side: PhotoSide {
    if !shown.isEmpty { return .front }
    if text.isClear, let side = text.side { return side }
    return coded.isEmpty ? .front : .back
  }

  /// Whether it may name the album of a scan that isn't beside it.
  fileprivate var namesSomething: Bool {
    shown.isEmpty && (!coded.isEmpty || named != nil || !numbers.isEmpty || text.isClear)
  }
}

extension JoiningNeighbor {
  /// - Parameter photo: what was recognized in its own photo, if that arrived in the same folder.
  fileprivate init(_ scan: Scan, _ photo: JoiningPhoto?, isRecognized: Bool) {
    let document = scan.state == .done ? scan.document : nil
    // Of several albums with one barcode, it may be any.
    let proven = photo.map { $0.shown.isEmpty ? $0.coded : $0.shown } ?? []
    self.init(
      id: scan.id, state: scan.state, taken: scan.taken, isBeside: photo != nil, isRecognized: isRecognized,
      album: document?.identity ?? (proven.count == 1 ? proven.first : nil),
      tracks: document?.album.tracks.map(\.title) ?? [], catalogNumber: document?.album.catalogNumber,
      shown: photo?.shown ?? [], isBack: photo.map { $0.side != .front } ?? false)
  }
}

extension ScanContext {
  /// Files the photos that joined a scan as its own was, and lists all photos of its record, its own first; empty if there
  /// is only that one.
  /// - Parameter place: where its own is now.
  func fileAndListPhotos(of scan: Scan, at place: String?) async throws -> [AlbumDocument.RecordPhoto] {
    let joined = try await ledger.photos(joining: scan.id)
    // What its own photo shows takes long to tell, and few records have several.
    guard !joined.isEmpty else { return [] }
    for photo in joined where photo.photoNow == nil { _ = try await filer.file(photo) }
    let recognition: Recognition? = try await ledger.output(of: .recognition, in: scan.id)
    let own = JoiningPhoto(scan, recognition ?? Recognition(), rejected: [])
    return try await ledger.recordPhotos(
      of: scan.id,
      beside: AlbumDocument.RecordPhoto(name: scan.name, sha256: scan.photoDigest.hex, now: place, kind: own.side))
  }
}
