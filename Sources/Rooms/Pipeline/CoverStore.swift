package import Albums
internal import Covers
internal import Disk
package import Foundation
package import ImagingClient
internal import ImagingProtocol
internal import Logging
package import Records
package import SystemPackage
internal import Threads

/// The known covers. The ledger records each cover and its album; their features are in an index beside it, which is
/// rebuilt from the ledger and the picture store if they differ.
package struct CoverStore: Sendable {
  /// The index.
  let path: FilePath
  let ledger: Ledger
  let store: PictureStore
  let imaging: ImagingClient
  let time: TimeSource

  package init(
    index path: FilePath, ledger: Ledger, store: PictureStore, imaging: ImagingClient, time: TimeSource = .system
  ) {
    self.path = path
    self.ledger = ledger
    self.store = store
    self.imaging = imaging
    self.time = time
  }

  // MARK: Recognizing

  /// The known covers in a photo. If the index or the imaging process fails, it recognizes nothing and doesn't throw.
  /// - Parameter photo: its features.
  func sightings(in photo: Data) async throws -> CoverSightings {
    var found = CoverSightings()
    do {
      guard let index = try CoverIndex(at: path), !index.covers.isEmpty else { return found }
      for (known, _, sighting) in try await CoverSearch(of: index, by: imaging).sightings(in: photo)
      where sighting.isAccepted {
        // A cover that the ledger no longer has was forgotten while the index couldn't be written.
        guard let id = CoverID(key: known.key), let record = try await ledger.cover(id) else { continue }
        found.add(record, sighting)
      }
    } catch let error as CoverIndexError {
      await report(error)
    } catch let error as ImagingClientError {
      if error == .canceled { throw CancellationError() }
      Logger.current.notice("couldn't compare the photo with known covers: \(error.reason)")
      return CoverSightings()
    }
    return found
  }

  /// Looks for one cover in a photo, and stores it as a candidate. Nil if no result is possible: a picture without
  /// usable features, or a failure of the imaging process.
  func compareAndAdd(
    _ artwork: KeptArtwork, showing album: KnownAlbum, in photo: Data
  ) async throws -> CoverSighting? {
    do {
      guard let picture = await store.picture(artwork.picture) else { return nil }
      let (features, sighting) = try await imaging.compare(picture, with: photo)
      let known = try await ledger.addCover(of: album, by: artwork, from: .candidate, now: time.now())
      if known.isNew {
        do { try await write([(known.cover, features)]) } catch { await report(error) }
      }
      return sighting
    } catch let error as ImagingClientError {
      if error == .canceled { throw CancellationError() }
      Logger.current.notice("couldn't compare the artwork of \(album.albumTitle) with the photo: \(error.reason)")
    }
    return nil
  }

  // MARK: Keeping

  /// Stores a cover, so that it is recognized from now on.
  /// - Parameter place: the path of what it was learned from.
  /// - Throws: `ImagingClientError` for a picture that nothing can be recognized by, `CoverIndexError`, or a ledger error.
  @discardableResult
  package func add(
    _ album: KnownAlbum, by artwork: KeptArtwork, from origin: CoverRecord.Origin, at place: Data? = nil
  ) async throws -> (cover: CoverRecord, isNew: Bool) {
    let known = try await ledger.addCover(of: album, by: artwork, from: origin, at: place, now: time.now())
    if known.isNew { try await index([known.cover]) }
    return known
  }

  /// Stores covers found by a scan. If that fails, the scan isn't affected, and `tidy` adds them later.
  func add(_ covers: [(album: KnownAlbum, artwork: KeptArtwork)], from origin: CoverRecord.Origin) async {
    for (album, artwork) in covers where artwork.source.isFront {
      do { try await add(album, by: artwork, from: origin) } catch let error as CoverIndexError {
        await report(error)
      } catch {
        Logger.current.notice("couldn't add the cover of \(album.albumTitle) to the index: \(error)")
      }
    }
    await repairIndex()
  }

  /// Writes what couldn't be written before.
  private func repairIndex() async {
    do {
      guard try await ledger.isReported(.covers) else { return }
      try await tidy()
      try await ledger.clear(.covers)
    } catch let error as CoverIndexError {
      await report(error)
    } catch {
      Logger.current.notice("not all known covers can be recognized: \(error)")
    }
  }

  /// Results continue without it; the user is told once.
  private func report(_ error: CoverIndexError) async {
    let reason = "Known covers can't be recognized: \(error)"
    do {
      if try await ledger.report(
        .covers, reason: reason, cure: .command("albumscanctl doctor"), now: time.now()
      ) {
        Logger.current.error("\(reason)")
      }
    } catch { Logger.current.notice("\(reason)") }
  }

  /// - Returns: false if no cover has this number.
  package func remove(_ id: CoverID) async throws -> Bool {
    guard try await ledger.forget(id) else { return false }
    do throws(CoverIndexError) { try await takeOut([id]) } catch {
      // A damaged or outdated index is rebuilt without this cover when the daemon starts.
      guard case .notAnIndex = error else { throw error }
    }
    return true
  }

  /// Synchronizes the index with the ledger: after a crash, for covers older than the index, and if it was lost or
  /// damaged. If nothing is wrong, this is cheap.
  package func tidy() async throws {
    for (album, artwork) in try await ledger.coversOwed() where await store.picture(artwork.picture) != nil {
      try await ledger.addCover(of: album, by: artwork, from: .scan, now: time.now())
    }
    let wanted = try await ledger.coverIDs()
    let indexed: Set<CoverID>
    do throws(CoverIndexError) {
      indexed = Set(try CoverIndex(at: path)?.covers.compactMap { CoverID(key: $0.key) } ?? [])
    } catch {
      guard case .notAnIndex = error else { throw error }
      Logger.current.warning("\(error.description)")
      await onBlockingThread { [path] in Folder.removeFile(path) }
      indexed = []
    }
    try await takeOut(indexed.subtracting(wanted))
    var missing = wanted.subtracting(indexed).sorted()[...]
    if !missing.isEmpty { Logger.current.info("\(missing.count) covers are being added to the index") }
    while !missing.isEmpty {
      try Task.checkCancellation()
      var records: [CoverRecord] = []
      for id in missing.prefix(Self.atOnce) { if let record = try await ledger.cover(id) { records.append(record) } }
      missing = missing.dropFirst(Self.atOnce)
      try await index(records)
    }
    try await organize()
  }

  /// Trains the visual words by which candidates are selected, if that is due. Takes seconds.
  package func organize() async throws {
    guard let index = try CoverIndex(at: path), index.wantsOrganizing else { return }
    try await onBlockingThread { try index.organize() }
  }

  /// The number of covers processed before they are written.
  private static let atOnce = 16

  private func index(_ records: [CoverRecord]) async throws {
    var found: [(CoverRecord, Data)] = []
    for record in records {
      guard let picture = await store.picture(record.artwork.picture) else { continue }
      do throws(ImagingClientError) {
        found.append((record, try await imaging.features(ofCover: picture)))
      } catch {
        if error == .canceled { throw CancellationError() }
        // An unreadable picture doesn't affect the others.
        Logger.current.notice("the cover of \(record.album.albumTitle) can't be recognized: \(error.reason)")
      }
    }
    try await write(found)
  }

  private func takeOut(_ covers: Set<CoverID>) async throws(CoverIndexError) {
    guard !covers.isEmpty else { return }
    try await onBlockingThread { () throws(CoverIndexError) in
      var writer = try CoverIndexWriter(at: path)
      for id in covers { try writer.remove(key: id.key) }
      try writer.flush()
    }
  }

  func write(_ covers: [(CoverRecord, Data)]) async throws(CoverIndexError) {
    guard !covers.isEmpty else { return }
    // Another writer is waited for, and the disk.
    try await onBlockingThread { () throws(CoverIndexError) in
      var writer = try CoverIndexWriter(at: path)
      for (record, features) in covers {
        try writer.add(key: record.id.key, album: record.album.nameInIndex, features: features)
      }
      try writer.flush()
    }
  }
}

extension CoverID {
  /// As the index names it.
  var key: String { String(number) }

  fileprivate init?(key: String) {
    guard let number = Int64(key) else { return nil }
    self.init(number)
  }
}

extension KnownAlbum {
  /// As the index names it: for people who look into it.
  var nameInIndex: String { String(identity.key.text.prefix(200)) }
}
