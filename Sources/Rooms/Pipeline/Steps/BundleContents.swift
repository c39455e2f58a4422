internal import Albums
internal import Disk
internal import Foundation
internal import Records
internal import SystemPackage

/// Everything a finished scan publishes: its document and files are made from it.
struct BundleContents: Sendable {
  var scan: Scan
  var picture: PictureRecord
  var reading: VisionAnswer
  /// The album; several candidates, best first, if the user has to choose.
  var candidates: [Identification]
  /// The sources of the search.
  var sources: [Source] = []
  /// Why the user has to choose; nil if it is settled.
  var reason: String?
  var photoNow: String?
  /// Covers of the candidates, by number.
  var covers: [Int: KeptArtwork] = [:]
  /// What was known about the album before.
  var known: PriorKnowledge?
  /// True if the catalog hasn't been asked yet.
  var lacksCatalogue = false
  var artwork: ArtworkOutcome = .none
  var review: ReviewOutcome = .pending(until: nil)

  func document(scannedAt: Date, calls: [AlbumDocument.Cost.Call]) -> AlbumDocument {
    let album = candidates.first
    return AlbumDocument(
      id: scan.id, scannedAt: scannedAt.rfc3339, state: reason == nil ? .done : .unsure,
      photo: AlbumDocument.Photo(name: scan.name, sha256: scan.digest.hex, now: photoNow, notes: picture.notes),
      album: AlbumDocument.Album(
        artistName: album?.artistName ?? "", albumTitle: album?.albumTitle ?? "", releaseYear: album?.releaseYear,
        genres: album?.genres ?? [], recordLabel: album?.recordLabel,
        musicbrainz: AlbumDocument.Album.MusicBrainz(
          releaseGroup: album?.releaseGroup, release: album?.release, artists: album?.artists ?? []),
        catalogNumber: album?.catalogNumber, discogsRelease: album?.discogsRelease),
      identification: AlbumDocument.Identified(
        strategy: reading.strategy.rawValue, by: album?.means ?? .call1, confidence: album?.confidence ?? .claimed,
        evidence: album?.evidence ?? [], extractedText: reading.cover.extractedText,
        albumDescription: reading.cover.albumDescription, candidates: listed, reason: reason,
        sources: sources, known: known, catalogue: lacksCatalogue ? .pending : nil),
      artwork: artwork.entry, review: review.entry,
      cost: AlbumDocument.Cost(of: calls))
  }

  /// The candidates with the numbers for `accept`, or the other albums that were considered.
  private var listed: [AlbumDocument.Candidate] {
    guard reason != nil else { return candidates.first?.considered ?? [] }
    return candidates.enumerated().map { index, album in
      album.candidate(number: index + 1, artwork: covers[index + 1].map { _ in Self.coverFile(index + 1) })
    }
  }

  /// The file with a candidate's cover.
  static func coverFile(_ number: Int) -> String { "candidate-\(number).jpg" }
}

extension AlbumDocument.Cost {
  init(of calls: [Call]) {
    self.init(usd: calls.reduce(Money.zero) { $0 + Money(dollars: $1.usd) }.dollars, calls: calls)
  }
}

extension ArtworkOutcome {
  var entry: AlbumDocument.ArtworkEntry {
    switch self {
    case .present(let kept):
      AlbumDocument.ArtworkEntry(status: .present, width: kept.width, height: kept.height, source: kept.source)
    case .pending: AlbumDocument.ArtworkEntry(status: .pending)
    case .none: AlbumDocument.ArtworkEntry(status: .none)
    }
  }
}

extension ReviewOutcome {
  var entry: AlbumDocument.ReviewEntry {
    switch self {
    case .written(let kept, let cached):
      AlbumDocument.ReviewEntry(
        written: kept.review, cached: cached, model: kept.model, prompt: kept.prompt, writtenAt: kept.writtenAt.rfc3339)
    case .pending: AlbumDocument.ReviewEntry(status: .pending)
    case .unavailable(let reason): AlbumDocument.ReviewEntry(status: .unavailable, reason: reason)
    }
  }
}

/// A scan's folder in `done/`, `unsure/`, or `failed/`. Others may write there, too: no link in it is followed, only files
/// of AlbumScan's own making are removed, and a file is read only up to a size.
///
/// It belongs to a scan only as long as its document says so: after a rejection or a deletion, another scan may have
/// taken its name.
struct BundleFolder: Sendable {
  let path: FilePath

  /// The name of a scan's folder in `place` that belongs to this scan, with or without a number.
  static func name(of scan: Scan, in place: FilePath, like name: PathName) -> String? {
    let names = Folder.namesIfReadable(in: place).map(\.string)
    return names.first { name.covers($0) && BundleFolder(path: place.appending($0)).belongs(to: scan) }
  }

  private struct Owner: Decodable {
    struct Photo: Decodable { let sha256: String }

    let id: ScanID
    let photo: Photo
  }

  /// Whether AlbumScan gives files this name in such a folder.
  @Sendable static func isOurs(_ name: String) -> Bool {
    ["album.json", "failure.json", "index.html", "artwork.jpg", "thumbnail.jpg"].contains(name)
      || name.wholeMatch(of: #/candidate-[0-9]{1,3}\.jpg/#) != nil
  }

  /// A file's contents; nil if there is none, or if it can't be AlbumScan's.
  func contents(of name: String) -> Data? {
    // What can't be read isn't known to be ours.
    ((try? OpenFile.contents(of: path.appending(name), upTo: Self.largestFile)) ?? nil).map { Data($0) }
  }

  /// In bytes; a document or page is some hundred times smaller.
  private static let largestFile = 8 << 20

  /// Removes AlbumScan's files, and the folder unless somebody else's are in it. A missing folder isn't an error.
  /// - Returns: whether the folder is gone.
  @discardableResult
  func remove() throws(DiskError) -> Bool { try Folder.remove(path, only: Self.isOurs) }

  /// Whether it belongs to this scan.
  func belongs(to scan: Scan) -> Bool {
    ["album.json", "failure.json"].contains { name in
      // What isn't written as ours is somebody else's.
      guard let data = contents(of: name),
        let owner = try? JSONDecoder().decode(Owner.self, from: data)
      else { return false }
      return owner.id == scan.id && owner.photo.sha256 == scan.digest.hex
    }
  }
}
