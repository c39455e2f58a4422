internal import Albums
internal import Disk
internal import Foundation
internal import Records
internal import SystemPackage
internal import Threads

/// Publishes bundles: each is built aside, flushed, and put in place by a single rename.
struct Publisher: Sendable {
  /// What was published, and where.
  struct Published: Codable, Equatable, Sendable {
    var document: AlbumDocument
    /// The bundle's folder, relative to the root.
    var bundle: String
  }

  let context: ScanContext

  private var root: FilePath { context.root }
  private var store: PictureStore { context.pictures }

  /// - Parameter wasBegun: an earlier run had begun the scan. A crash between rename and commit leaves the bundle in
  ///   place: it is taken up again, not made twice.
  func publish(_ contents: BundleContents, wasBegun: Bool) async throws -> Published {
    var contents = contents
    if case .present(let kept) = contents.artwork, await !store.holds(kept) {
      // It is fetched again, rather than said to be there.
      contents.artwork = .pending
    }
    contents.photos = try await context.fileAndListPhotos(of: contents.scan, at: contents.photoNow)
    let calls = try await context.ledger.calls(of: contents.scan.id)
    let document = contents.document(scannedAt: context.time.now(), calls: calls)
    let place = contents.state.rawValue
    // Of its name as it arrived: by now the photo may lie elsewhere, under a number.
    let stem =
      (FilePath(contents.scan.name).stem ?? "photo") + (contents.scan.part.map { " \($0.number)" } ?? "")
    let (files, pictures) = try await pictures(of: contents.artwork, covers: contents.covers)
    let name = PathName("\(stem) \(document.album.artistName) - \(document.album.albumTitle)")
    let related = contents.reason == nil ? try await context.ledger.related(to: document) : RelatedAlbums()
    return try await onBlockingThread { [contents] in
      if let old = former(of: contents.scan, in: place, named: name)
        ?? (wasBegun ? BundleFolder.name(of: contents.scan, in: root.appending(place), like: name) : nil)
      {
        return try write(document, related, files, pictures, to: place, replacing: old)
      }
      return try write(document, related, files, pictures, to: place, as: name)
    }
  }

  /// Replaces a bundle by a new form of itself, again by one rename.
  func republish(_ document: AlbumDocument, artwork: ArtworkOutcome, bundle: String) async throws -> Published {
    let path = FilePath(bundle)
    let place = path.removingLastComponent().string
    guard let name = path.lastComponent?.string else { throw Fault.fail(.file, "\(bundle) names no bundle") }
    let (files, pictures) = try await pictures(of: artwork)
    let related = try await context.ledger.related(to: document)
    return try await onBlockingThread {
      // A link in its place stays, and the result gets another name.
      Folder.isThere(root.appending(bundle))
        ? try write(document, related, files, pictures, to: place, replacing: name)
        : try write(document, related, files, pictures, to: place, as: PathName(name))
    }
  }

  /// Removes a bundle that was never recorded. A bundle from before a redo is kept.
  func remove(_ published: Published, of scan: Scan) async {
    guard published.bundle != scan.bundle else { return }
    // What stays only takes up space, until the next start after a crash.
    await onBlockingThread { [root] in _ = try? BundleFolder(path: root.appending(published.bundle)).remove() }
  }

  /// The pictures beside the page, by the names of their files, and those within it.
  private func pictures(
    of artwork: ArtworkOutcome, covers: [Int: KeptArtwork] = [:]
  ) async throws -> (files: [(name: String, bytes: Data)], page: PagePictures) {
    var (picture, thumbnail): (Data?, Data?)
    if case .present(let kept) = artwork {
      (picture, thumbnail) = (await store.picture(kept.picture), await store.picture(kept.thumbnail))
    }
    var candidates: [Int: Data] = [:]
    for (number, cover) in covers { candidates[number] = await store.picture(cover.thumbnail) }
    var files = candidates.map { number, cover in (name: BundleContents.coverFile(number), bytes: cover) }
    if let picture, let thumbnail { files += [("artwork.jpg", picture), ("thumbnail.jpg", thumbnail)] }
    return (
      files,
      try await PagePictures(artwork: picture, thumbnail: thumbnail, candidates: candidates, by: context.imaging)
    )
  }

  private func write(
    _ document: AlbumDocument, _ related: RelatedAlbums, _ files: [(name: String, bytes: Data)],
    _ pictures: PagePictures,
    to place: String, as name: PathName = PathName(""), replacing old: String? = nil
  ) throws -> Published {
    try ResultFolders.expect(below: root)
    var folder = try StagedFolder(in: root.appending(place), isOurs: BundleFolder.isOurs)
    let encoder = JSONEncoder.stable
    encoder.outputFormatting.insert(.prettyPrinted)
    try folder.add("album.json", try encoder.encode(document))
    for (file, picture) in files { try folder.add(file, picture) }
    let page = context.renderer.albumPage(
      document, pictures: pictures, library: context.notes?.note(on: document), related: related)
    try folder.add("index.html", Data(page.utf8))
    if let old {
      try folder.replace(old)
      return Published(document: document, bundle: "\(place)/\(old)")
    }
    let final = try folder.commit(as: name)
    return Published(document: document, bundle: "\(place)/\(final)")
  }

  /// The bundle that a scan had before it was made again, where the new one would bear its name.
  private func former(of scan: Scan, in place: String, named name: PathName) -> String? {
    guard let bundle = scan.bundle.map({ FilePath($0) }), bundle.removingLastComponent().string == place,
      let folder = bundle.lastComponent?.string, name.covers(folder),
      BundleFolder(path: root.appending(bundle.string)).belongs(to: scan)
    else { return nil }
    return folder
  }
}
