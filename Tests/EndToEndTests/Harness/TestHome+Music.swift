import DrawnCovers
import Foundation
import MusicFiles
import SystemPackage
import TestSupport

/// A collection of music in a home: drawn covers, and files without a sound.
extension TestHome {
  var music: FilePath { home.appending("Music") }

  /// The path below `Music` names folder and format.
  func writeTrack(_ file: MusicFile, to name: String) throws {
    let path = FilePath("Music/\(name)")
    let format = MusicFile.Format(rawValue: path.extension ?? "") ?? .flac
    try folder.makeFolder(path.removingLastComponent().string)
    try folder.write(file.bytes(as: format), to: path.string)
  }

  func writeMusic(_ bytes: some Sequence<UInt8>, to name: String) throws {
    let path = FilePath("Music/\(name)")
    try folder.makeFolder(path.removingLastComponent().string)
    try folder.write(bytes, to: path.string)
  }

  /// `albumscanctl learn Music --json`
  func learn(_ arguments: String...) async throws -> (code: Int32?, report: LearnDocument) {
    let ended = try await ctl(["learn", music.string, "--json"] + arguments)
    return (ended.code, try ended.decoded())
  }

  func known(_ arguments: String...) async throws -> KnownDocument {
    try await ctl(["known", "--json"] + arguments).decoded()
  }
}

extension MusicFile {
  /// A track of a drawn album, with its cover embedded where it has a size.
  init(of album: DrawnAlbum, cover size: Int? = 500) throws {
    self.init(artist: album.artistName, album: album.albumTitle)
    albumArtist = album.artistName
    date = album.firstReleaseDate
    genres = album.genres
    label = album.recordLabel
    releaseGroup = album.releaseGroupID
    release = album.releaseID
    if let size { picture = Array(try DrawnCover(album).jpeg(size: size)) }
  }
}

/// `albumscan/learn/1`
struct LearnDocument: Decodable {
  struct Entry: Decodable {
    let artistName: String
    let albumTitle: String
    let path: String
    let outcome: String
  }

  struct Skip: Decodable {
    let path: String
    let reason: String
  }

  let schema: String
  let dryRun: Bool
  let learned: Int
  let updated: Int
  let unchanged: Int
  let albums: [Entry]
  let skipped: [Skip]
  let covers: Int

  var counts: [Int] { [learned, updated, unchanged, skipped.count, covers] }
}

/// `albumscan/known/1`
struct KnownDocument: Decodable {
  struct Entry: Decodable {
    let number: Int
    let artistName: String
    let albumTitle: String
    let releaseYear: String?
    let releaseGroup: String?
    let from: String
    let path: String?
  }

  let schema: String
  let covers: Int
  let known: [Entry]
}
