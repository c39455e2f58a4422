package import Albums
internal import Disk
internal import Foundation
package import ImagingClient
package import Records
internal import Synchronization
package import SystemPackage
internal import Threads

/// Writes on albums' pages whether the album is in the music library. Only pages whose note changes are rewritten.
///
/// A file records the note of each page, so that the pages needn't be read. If the file is missing, they are read once.
package final class LibraryNotes: Sendable {
  private struct Said: Codable {
    /// Of the page: one that was made since says nothing yet.
    let scannedAt: String
    let note: LibraryNote
  }

  private struct Kept: Codable {
    /// By the scan's number; those that aren't here say nothing.
    var said: [String: Said] = [:]
    /// Scans whose pages were being written, and may say one thing or another.
    var open: [ScanID] = []
  }

  private let ledger: Ledger
  private let root: FilePath
  private let renderer: any PageRenderer
  private let imaging: ImagingClient
  private let publishing: ConcurrencyLimit
  private let file: FilePath
  /// Of that file, in bytes: enough for 100,000 scans.
  private static let largest = 64 << 20
  /// Nil while it is unknown.
  private let kept: Mutex<Kept?>

  /// - Parameters:
  ///   - publishing: one place, shared by all who write to bundles that are there.
  ///   - file: the file that records the notes.
  package init(
    ledger: Ledger, root: FilePath, renderer: any PageRenderer, imaging: ImagingClient, publishing: ConcurrencyLimit,
    file: FilePath
  ) {
    self.ledger = ledger
    self.root = root
    self.renderer = renderer
    self.imaging = imaging
    self.publishing = publishing
    self.file = file
    // What can't be read is as if nothing had been noted: pages are written once more.
    let bytes = (try? OpenFile.contents(of: file, upTo: Self.largest)) ?? nil
    kept = Mutex(bytes.flatMap { try? JSONDecoder().decode(Kept.self, from: Data($0)) })
  }

  /// The note for this album's page; nil while the page is being made.
  func note(on document: AlbumDocument) -> LibraryNote? { note(on: document.id, from: document.scannedAt) }

  private func note(on scan: ScanID, from scannedAt: String) -> LibraryNote? {
    kept.withLock { kept in
      guard let said = kept?.said["\(scan)"], said.scannedAt == scannedAt else { return nil }
      return said.note
    }
  }

  /// Updates the notes on the albums' pages.
  /// - Parameters:
  ///   - albums: all in `done/`.
  ///   - notes: the notes of those that are in the library.
  /// - Returns: the number of pages written.
  /// - Throws: `DiskError` if a page couldn't be written; the next run retries it.
  @discardableResult
  package func say(_ notes: [ScanID: LibraryNote], on albums: [OfferedAlbum]) async throws -> Int {
    let open = kept.withLock { $0.map { Set($0.open) } }
    let stale = albums.compactMap { album in album.scan.map { (scan: $0, time: album.addedAt) } }.filter {
      open?.contains($0.scan) != false || note(on: $0.scan, from: $0.time) != notes[$0.scan]
    }
    guard !stale.isEmpty else { return 0 }
    // Should it end in between, their pages are looked at the next time.
    try await keep { $0.open = stale.map(\.scan).sorted() }
    var written = 0
    for (scan, time) in stale {
      try Task.checkCancellation()
      if try await say(notes[scan], on: scan, from: time) { written += 1 }
    }
    try await keep { $0.open = [] }
    return written
  }

  /// - Returns: whether its page was written.
  private func say(_ note: LibraryNote?, on id: ScanID, from time: String) async throws -> Bool {
    try await publishing.run {
      // As it is by now: one that is being made again is told of when it is done.
      guard let scan = try await ledger.scan(id), scan.state == .done, scan.deleted == nil,
        let document = scan.document, document.scannedAt == time, let bundle = scan.bundle
      else { return false }
      let isWritten = try await write(note, on: document, in: BundleFolder(path: root.appending(bundle)))
      kept.withLock { kept in
        kept?.said["\(id)"] = note.map { Said(scannedAt: time, note: $0) }
      }
      return isWritten
    }
  }

  private func write(_ note: LibraryNote?, on document: AlbumDocument, in bundle: BundleFolder) async throws -> Bool {
    let found = try await onBlockingThread { [root] () -> (page: Data, artwork: Data?, thumbnail: Data?)? in
      try ResultFolders.expect(below: root)
      // If the user removed a page, or put something else in its place, it isn't written again.
      guard let before = bundle.contents(of: "index.html") else { return nil }
      if note == nil, before.range(of: Data(LibraryNote.address.utf8)) == nil { return nil }
      let (artwork, thumbnail) = bundle.pictures(of: document)
      return (before, artwork, thumbnail)
    }
    guard let found else { return false }
    let pictures = try await PagePictures(artwork: found.artwork, thumbnail: found.thumbnail, by: imaging)
    let related = try await ledger.related(to: document)
    return try await onBlockingThread { [self] in
      try ResultFolders.expect(below: root)
      let page = Data(renderer.albumPage(document, pictures: pictures, library: note, related: related).utf8)
      return try page != found.page && replace(page, in: bundle)
    }
  }

  private func replace(_ page: Data, in bundle: BundleFolder) throws(DiskError) -> Bool {
    do throws(DiskError) {
      try DurableFile.write(page, to: bundle.path.appending("index.html"), permissions: .init(rawValue: 0o666))
    } catch {
      guard error.isMissing else { throw error }
      return false
    }
    return true
  }

  private func keep(_ change: (inout Kept) -> Void) async throws {
    let bytes = try kept.withLock { kept in
      var new = kept ?? Kept()
      change(&new)
      kept = new
      return try JSONEncoder.stable.encode(new)
    }
    // A failed update is retried every minute with the same message.
    try await onBlockingThread { [file] in
      try Folder.make(file.removingLastComponent())
      try DurableFile.update(bytes, at: file)
    }
  }
}
