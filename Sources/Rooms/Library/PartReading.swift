package import Albums
internal import Foundation
internal import SystemPackage
internal import Tags

/// The contents of a part of a collection: albums with pictures, and what can't be learned.
package struct PartReading: Equatable, Sendable {
  package private(set) var albums: [FoundAlbum] = []
  package private(set) var skipped: [SkippedPart] = []

  /// Reads tags and sidecars; pictures are only looked for.
  package init(of part: CollectionPart) {
    switch part {
    case .music(let folder, let tracks, let pictures): readMusic(tracks, pictures, in: folder)
    case .picture(let picture, let sidecar): readPicture(picture, sidecar)
    }
  }

  private mutating func readMusic(_ tracks: [FoundFile], _ pictures: [FoundFile], in folder: FilePath) {
    var files: [(file: FoundFile, hasPicture: Bool)] = []
    var tags: [TrackTags] = []
    for track in tracks {
      do throws(Unreadable) {
        let file = try RegularFile(track.path)
        guard let read = AudioTags(of: file.descriptor, named: track.name) else {
          skipped.append(SkippedPart(path: track.path.string, reason: "It isn't a readable music file, or is damaged."))
          continue
        }
        files.append((track, read.hasPicture))
        tags.append(TrackTags(read))
      } catch {
        skipped.append(SkippedPart(path: track.path.string, reason: "The file can't be read: \(error.reason)."))
      }
    }
    let grouping = AlbumGrouping(tags)
    if let first = grouping.nameless.first {
      let many = grouping.nameless.count
      skipped.append(
        SkippedPart(
          path: (many == 1 ? files[first].file.path : files[first].file.folder).string,
          reason: many == 1
            ? "It has no artist or album tag."
            : "\(many) files have no artist or album tag."))
    }
    for group in grouping.albums {
      let own = group.files.map { files[$0] }
      let mine = Set(group.files)
      let others = files.indices.filter { !mine.contains($0) }.map { files[$0].file }
      let sources = FoundAlbum.sources(of: group.album, own: own, others: others, pictures: pictures)
      let place = others.isEmpty ? Self.commonFolder(of: own.map(\.file)) : own[0].file.path
      if sources.isEmpty {
        skipped.append(
          SkippedPart(
            path: place.string,
            reason: "\(group.album.title) has no picture, neither embedded nor as cover.jpg or similar beside it."))
      } else {
        albums.append(FoundAlbum(album: group.album, place: place, pictures: sources))
      }
    }
  }

  private static func commonFolder(of files: [FoundFile]) -> FilePath {
    var folder = files[0].folder
    while !files.allSatisfy({ $0.path.starts(with: folder) }) { folder.removeLastComponent() }
    return folder
  }

  private mutating func readPicture(_ picture: FoundFile, _ sidecar: FoundFile?) {
    let album: KnownAlbum
    if let sidecar {
      do throws(Unreadable) {
        let bytes = try RegularFile(sidecar.path).contents(upTo: Sidecar.largest)
        album = try Sidecar(bytes, isJSON: sidecar.path.extension?.lowercased() == "json").album
      } catch {
        return skipped.append(SkippedPart(path: sidecar.path.string, reason: "\(sidecar.name): \(error.reason)."))
      }
    } else if let named = TagWords.album(named: picture.stem) {
      album = named
    } else {
      return skipped.append(SkippedPart(path: picture.path.string, reason: Self.unlabeled))
    }
    albums.append(FoundAlbum(album: album, place: picture.path, pictures: [.file(picture.path)]))
  }

  /// Of a picture of which nothing says what it shows.
  package static let unlabeled =
    "AlbumScan can't tell which album it shows. Put NAME.json beside it, or name it \"Artist - Title\"."
}

extension KnownAlbum {
  /// For people.
  package var title: String { "\(artistName) – \(albumTitle)" }
}

extension TrackTags {
  /// A stranger's words, cleaned and made into values.
  init(_ tags: AudioTags) {
    self.init()
    artistName = Cleaned.text(tags.artist)
    albumArtistName = Cleaned.text(tags.albumArtist)
    albumTitle = Cleaned.text(tags.album)
    let first = TagWords.year(tags.originalDate)
    year = first ?? TagWords.year(tags.date)
    isYearOfFirstRelease = first != nil
    genres = TagWords.genres(tags.genres)
    recordLabel = Cleaned.text(tags.label)
    releaseGroup = TagWords.identifier(tags.releaseGroup)
    release = TagWords.identifier(tags.release)
    albumArtists = Self.identifiers(tags.albumArtistIDs)
    artists = Self.identifiers(tags.artistIDs)
    barcode = TagWords.barcode(tags.barcode)
    track = TagWords.number(tags.track)
    disc = TagWords.number(tags.disc)
    isCompilation = tags.compilation == "1"
  }

  /// Some taggers write several into one text.
  private static func identifiers(_ texts: [String]) -> [MBID] {
    texts.flatMap { $0.split { ",;/ ".contains($0) } }.compactMap { TagWords.identifier(String($0)) }
  }
}
