internal import Albums
internal import Digests
internal import Disk
internal import Foundation
internal import ImagingClient
internal import ImagingProtocol
internal import Logging
internal import Records
internal import SystemPackage
internal import Threads

/// Has photos prepared by the imaging process, and keeps the pictures as long as they are needed.
struct PhotoPreparer: Sendable {
  let context: ScanContext

  /// Prepares the photo, or for one of several sleeves only that sleeve: its picture, features, and barcodes.
  func picture(of scan: Scan) async throws -> PictureRecord {
    let path = FilePath(bytes: scan.path)
    let studied: StudiedPhoto
    let modified: Int64
    do {
      let photo = try await open(scan, at: path)
      // No photo, and so nobody will announce it: it isn't waited for.
      if photo.identity.size > IncomingPhoto.limit { throw replaced(scan) }
      modified = photo.identity.modified
      studied = try await context.imaging.study(photo.descriptor, part: scan.part?.corners)
    } catch let error as DiskError {
      throw error.isMissing ? try await missingPhotoFault(scan, at: path) : error.fault(reading: scan.name)
    } catch let error as ImagingClientError {
      // Half of what is being written over a photo isn't that photo.
      if error.isForGood, await hasOtherBytes(scan, at: path) { throw changed(scan) }
      throw try await fault(error, of: scan)
    }
    let prepared = studied.picture
    guard prepared.sourceDigest == scan.photoDigest.hex else {
      // Once the new bytes have their own scan, nobody will read the old ones.
      throw try await context.ledger.hasScan(of: Digest(hex: prepared.sourceDigest))
        ? replaced(scan)
        : changed(scan)
    }
    return PictureRecord(
      jpeg: try await context.pictures.keep(Data(prepared.jpeg)), width: prepared.width, height: prepared.height,
      notes: prepared.notes,
      features: try await context.pictures.keep(studied.features, as: .features),
      sleeveShare: studied.sleeveShare, barcodes: studied.barcodes.compactMap { Barcode($0) },
      parts: studied.parts,
      taken: studied.taken?.seconds(in: .current) ?? Double(modified) / 1e9)
  }

  private func changed(_ scan: Scan) -> Fault {
    .retry(.photoChanged, "\(scan.name) changed while it was being read", isCounted: false)
  }

  /// False also where that can't be seen.
  private func hasOtherBytes(_ scan: Scan, at path: FilePath) async -> Bool {
    await onBlockingThread {
      guard let digest = try? SHA256.hex(ofFile: OpenedPhoto(path).descriptor, upTo: IncomingPhoto.limit) else {
        return false
      }
      return digest != scan.photoDigest.hex
    }
  }

  private func replaced(_ scan: Scan) -> Fault {
    .fail(.photoReplaced, "\(scan.name) was replaced by another photo before it could be read")
  }

  private func open(_ scan: Scan, at path: FilePath) async throws -> OpenedPhoto {
    do throws(DiskError) {
      return try await onBlockingThread { () throws(DiskError) in try OpenedPhoto(path) }
    } catch {
      guard error.isMissing else { throw error }
      let now: FilePath?
      // The scan of another sleeve in the photo may have put it away since this one was claimed.
      if let path = try await context.ledger.scan(scan.id)?.path, path != scan.path {
        now = FilePath(bytes: path)
      } else {
        now = try await context.filer.recoverMove(of: scan)
      }
      guard let now else { throw error }
      return try await onBlockingThread { () throws(DiskError) in try OpenedPhoto(now) }
    }
  }

  /// Why a photo is missing. It may be on a disk that isn't mounted, or have been renamed a moment ago; otherwise the
  /// user removed it.
  private func missingPhotoFault(_ scan: Scan, at path: FilePath) async throws -> Fault {
    if let inbox = try await context.awayInbox(of: scan, at: path) {
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
    if let kept = await context.pictures.picture(picture.jpeg) { return kept }
    let again = try await self.picture(of: scan)
    guard let made = await context.pictures.picture(again.jpeg) else {
      throw Fault.retry(.pictureLost, "the prepared picture of \(scan.name) can't be read back")
    }
    return made
  }

  /// A picture of the whole photo; nil if it can't be made any more, or shows other sleeves, too.
  func whole(of scan: Scan) async throws -> Data? {
    if scan.part != nil { return nil }
    do {
      let photo = try await open(scan, at: FilePath(bytes: scan.path))
      let whole = try await context.imaging.whole(photo.descriptor)
      return whole.sourceDigest == scan.photoDigest.hex ? Data(whole.jpeg) : nil
    } catch let error as ImagingClientError where error != .canceled {
      Logger.current.notice("couldn't look at all of \(scan.name): \(error.reason)")
    } catch let error as DiskError {
      Logger.current.notice("couldn't look at all of \(scan.name): \(error)")
    }
    return nil
  }

  /// The photo's features; made again if they were deleted.
  func features(of picture: PictureRecord, for scan: Scan) async throws -> Data {
    if let kept = await features(kept: picture) { return kept }
    let again = try await self.picture(of: scan)
    guard let made = await features(kept: again) else {
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
    await context.pictures.remove(picture, keepingFeatures: keepingFeatures)
  }

  /// The features of a done scan's photo; nil if they were deleted.
  func keptFeatures(of scan: ScanID) async throws -> Data? {
    let picture: PictureRecord? = try await context.ledger.output(of: .picture, in: scan)
    guard let picture else { return nil }
    return await features(kept: picture)
  }

  private func features(kept picture: PictureRecord) async -> Data? {
    guard let features = picture.features else { return nil }
    return await context.pictures.picture(features, as: .features)
  }
}

extension TakenTime {
  /// Since 1970. A camera that doesn't say where it was is taken to show the time of this computer's zone.
  func seconds(in zone: TimeZone) -> Double {
    let seconds = Double(milliseconds) / 1000
    if isAbsolute { return seconds }
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    return seconds - Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds - Double(offset))))
  }
}
