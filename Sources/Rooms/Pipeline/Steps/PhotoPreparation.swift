internal import Albums
internal import Digests
internal import Disk
internal import Foundation
internal import ImagingClient
internal import Logging
internal import Records
internal import SystemPackage
internal import Threads

/// The prepared picture of a photo, as recorded in the ledger.
struct PictureRecord: Codable, Equatable, Sendable {
  /// Its name in the picture store.
  var jpeg: Digest
  /// In pixels.
  var width: Int
  var height: Int
  /// The photo's flaws, such as "cut off, but still readable".
  var notes: [String]
  /// The name of its features in the picture store; nil in records of earlier versions.
  var features: Digest?
  /// The fraction of the photo that the sleeve in the picture covers; nil if the picture shows the whole photo, and in
  /// records of earlier versions.
  var sleeveShare: Double?
  /// The barcodes in the photo.
  @EmptyIfMissing var barcodes: [Barcode] = []
}

/// What this computer recognized in a photo by itself.
struct Recognition: Codable, Equatable, Sendable {
  /// An earlier scan of the same bytes with a result, whose steps were reused.
  var samePhoto: ScanID?
  /// Albums that the picture itself confirms or contradicts.
  @EmptyIfMissing var known: [Proof] = []
  /// The known covers in the photo.
  @EmptyIfMissing var covers: [RecognizedCover] = []
  /// Albums that share a barcode in the photo; it is one of them.
  @EmptyIfMissing var sharing: [Proof] = []
  /// Whether no name can be read in the part of the photo that the picture shows, so that it may be the wrong part.
  var doubtsCrop: Bool?
  /// Known covers in the photo that aren't its subject.
  @EmptyIfMissing var beside: [Evidence] = []
  /// The text on the sleeve; nil if it wasn't read.
  var printed: TextMatchResult?

  /// The artwork of an album, as it lies in the photo.
  func artwork(of album: AlbumIdentity) -> KeptArtwork? { covers.first { $0.album.isSame(as: album) }?.artwork }
}

extension Recognition {
  /// Adds what is known about the albums with a barcode.
  fileprivate mutating func take(_ records: [CoverRecord], for barcode: Barcode) {
    let albums = records.reduce(into: [CoverRecord]()) { albums, record in
      if !albums.contains(where: { $0.album.identity.isSame(as: record.album.identity) }) { albums.append(record) }
    }
    let proofs = albums.map { Proof(of: $0.album, by: .barcode(barcode.digits)) }
    guard let only = albums.first, albums.count == 1 else {
      sharing += proofs
      return
    }
    known += proofs
    if artwork(of: only.album.identity) == nil {
      covers.append(RecognizedCover(album: only.album.identity, artwork: only.artwork))
    }
  }
}

/// A known cover that was found in the photo.
struct RecognizedCover: Codable, Equatable, Sendable {
  var album: AlbumIdentity
  var artwork: KeptArtwork
}

/// Prepares photos with the imaging process, and recognizes known covers in them.
struct PhotoPreparation: Sendable {
  let context: ScanContext

  func prepare(_ scan: Scan) async throws -> PictureRecord {
    let path = FilePath(bytes: scan.path)
    let studied: StudiedPhoto
    do {
      let photo = try await open(scan, at: path)
      studied = try await context.imaging.study(photo.descriptor)
    } catch let error as DiskError {
      throw error.isMissing ? try await absence(of: scan, at: path) : error.fault(reading: scan.name)
    } catch let error as ImagingClientError {
      // Half of what is being written over a photo isn't that photo.
      if error.isForGood, await hasOtherBytes(scan, at: path) { throw changed(scan) }
      throw try await fault(error, of: scan)
    }
    let prepared = studied.picture
    guard prepared.sourceDigest == scan.digest.hex else {
      // Once the new bytes have their own scan, nobody will read the old ones.
      throw try await context.ledger.hasScan(of: Digest(hex: prepared.sourceDigest))
        ? replaced(scan)
        : changed(scan)
    }
    return PictureRecord(
      jpeg: try await context.pictures.keep(prepared.jpeg), width: prepared.width, height: prepared.height,
      notes: prepared.notes,
      features: try await context.pictures.keep(studied.features, as: .features),
      sleeveShare: studied.sleeveShare, barcodes: studied.barcodes.compactMap { Barcode($0) })
  }

  private func changed(_ scan: Scan) -> Fault {
    .retry(.photoChanged, "\(scan.name) changed while it was being read", isCounted: false)
  }

  /// False also where that can't be seen.
  private func hasOtherBytes(_ scan: Scan, at path: FilePath) async -> Bool {
    await onBlockingThread {
      guard let digest = try? SHA256.hex(ofFile: OpenedPhoto(path).descriptor) else { return false }
      return digest != scan.digest.hex
    }
  }

  private func replaced(_ scan: Scan) -> Fault {
    .fail(.photoReplaced, "\(scan.name) was replaced by another photo before it could be read")
  }

  private func open(_ scan: Scan, at path: FilePath) async throws -> OpenedPhoto {
    do throws(DiskError) { return try OpenedPhoto(path) } catch {
      guard error.isMissing, let place = try await context.archiver.recoverMove(of: scan) else { throw error }
      return try OpenedPhoto(place)
    }
  }

  /// Why a photo is missing. It may be on a disk that isn't mounted, or have been renamed a moment ago; otherwise the
  /// user removed it.
  private func absence(of scan: Scan, at path: FilePath) async throws -> Fault {
    if let inbox = try await context.inboxAvailability.awayInbox(of: scan, at: path) {
      return Fault(
        .inbox, .wait(until: context.time.now() + Self.away),
        "\(scan.name) is missing. Is the disk with \(inbox) mounted?")
    }
    // A scan that had a result before, which says where its photo went.
    if scan.document != nil, scan.photoNow == nil {
      return .fail(
        .photoDeleted, "\(scan.name) was deleted after it was read, so it can't be read again",
        cure: .command("albumscanctl redo \(scan.id) --undo"))
    }
    if try await context.ledger.hasLaterScan(named: scan.name, than: scan.id) { return replaced(scan) }
    let reason = "\(scan.name) was removed before it could be read"
    let before = try await context.ledger.faults(of: scan.id, code: .photoRemoved)
    return before < 2
      ? .retry(.photoRemoved, reason) : .fail(.photoRemoved, reason, cure: .advice("Copy it to the inbox again"))
  }

  /// The interval for checking whether a photo's disk is mounted.
  private static let away: Duration = .seconds(30)

  /// An overloaded computer is too slow for any photo, so a timeout counts against this one only the third time. A
  /// crash, which may also be the computer's fault, counts the second time.
  private func fault(_ error: ImagingClientError, of scan: Scan) async throws -> Fault {
    var fault = error.fault
    let patience: Int
    switch error {
    case .timedOut: patience = 2
    case .crashed: patience = 1
    default: return fault
    }
    let before = try await context.ledger.faults(of: scan.id, code: fault.code)
    fault.next = before < patience ? .retry() : .fail
    if fault.next == .fail { fault.cure = error.cure.map { .advice($0) } ?? .command("albumscanctl retry \(scan.id)") }
    return fault
  }

  /// The picture itself. It is deleted once a scan is done, and made again if it is needed after that.
  func jpeg(of picture: PictureRecord, for scan: Scan) async throws -> Data {
    if let kept = context.pictures.picture(picture.jpeg) { return kept }
    let again = try await prepare(scan)
    guard let made = context.pictures.picture(again.jpeg) else {
      throw Fault.retry(.pictureLost, "the prepared picture of \(scan.name) can't be read back")
    }
    return made
  }

  /// A picture of the whole photo; nil if it can't be made any more.
  func whole(of scan: Scan) async throws -> Data? {
    do {
      let photo = try await open(scan, at: FilePath(bytes: scan.path))
      let whole = try await context.imaging.whole(photo.descriptor)
      return whole.sourceDigest == scan.digest.hex ? whole.jpeg : nil
    } catch let error as ImagingClientError where error != .canceled {
      Logger.current.notice("couldn't look at all of \(scan.name): \(error.reason)")
    } catch let error as DiskError {
      Logger.current.notice("couldn't look at all of \(scan.name): \(error)")
    }
    return nil
  }

  /// The photo's features; made again if they were deleted.
  func features(of picture: PictureRecord, for scan: Scan) async throws -> Data {
    if let kept = picture.features.flatMap({ context.pictures.picture($0, as: .features) }) { return kept }
    let again = try await prepare(scan)
    guard let made = again.features.flatMap({ context.pictures.picture($0, as: .features) }) else {
      throw Fault.retry(.pictureLost, "the features of \(scan.name) can't be read back")
    }
    return made
  }

  /// The barcodes to use: none if recognition on this computer is turned off.
  func barcodes(in picture: PictureRecord) -> [Barcode] {
    context.settings.identification.onDevice ? picture.barcodes : []
  }

  /// Deletes the picture of a done scan, and its features unless its artwork is still expected.
  func deleteWorkingFiles(_ scan: ScanID, keepingFeatures: Bool = false) async throws {
    guard let picture: PictureRecord = try await context.ledger.output(of: .picture, in: scan) else { return }
    context.pictures.remove(picture.jpeg)
    if !keepingFeatures, let features = picture.features { context.pictures.remove(features, as: .features) }
  }

  /// The features of a done scan's photo; nil if they were deleted.
  func keptFeatures(of scan: ScanID) async throws -> Data? {
    let picture: PictureRecord? = try await context.ledger.output(of: .picture, in: scan)
    return picture?.features.flatMap { context.pictures.picture($0, as: .features) }
  }

  /// What is known about the photo before any service is asked: the same bytes, known covers in it, or its barcode.
  func recognize(_ scan: Scan, _ picture: PictureRecord) async throws -> Recognition {
    let earlier = try await context.ledger.earlierResult(of: scan.digest, before: scan.id)
    if let earlier, var same: Recognition = try await context.ledger.output(of: .recognition, in: earlier),
      !same.known.isEmpty || !same.sharing.isEmpty || same.printed != nil
    {
      same.samePhoto = earlier
      return same
    }
    var recognition = Recognition(samePhoto: earlier)
    guard context.settings.identification.onDevice else { return recognition }
    for sighting in try await context.coverStore.sightings(in: try await features(of: picture, for: scan)) {
      let cover = sighting.cover
      if sighting.isBeside {
        recognition.beside.append(
          .alsoInPhoto("\(cover.album.albumTitle) by \(cover.album.artistName)", inliers: sighting.inliers))
        continue
      }
      recognition.known.append(Proof(of: cover.album, by: .artwork(inliers: sighting.inliers)))
      recognition.covers.append(RecognizedCover(album: cover.album.identity, artwork: cover.artwork))
    }
    for barcode in picture.barcodes { recognition.take(try await context.ledger.covers(soldAs: barcode), for: barcode) }
    return recognition
  }
}
