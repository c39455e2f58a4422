internal import Albums
internal import Digests
internal import FoundationEssentials
package import SystemPackage

/// Decides from paths alone which files of a collection belong together.
package struct CollectionSorting: Sendable {
  package private(set) var parts: [CollectionPart] = []
  /// Pictures of which nothing says what they show, in folders that have no music below or above them.
  package private(set) var unlabeled: [FilePath] = []

  private let root: FilePath
  /// By folder.
  private let music: [FilePath: [FoundFile]]
  /// Folders with music somewhere below them.
  private var above: Set<FilePath> = []

  /// - Parameters:
  ///   - files: in the order of their paths.
  ///   - root: the folder that is learned; nothing above it is looked at.
  package init(_ files: [FoundFile], in root: FilePath) {
    self.root = root
    music = Dictionary(grouping: files.filter { $0.kind == .music }, by: \.folder)
    for folder in music.keys { above.formUnion(folders(above: folder)) }
    var albums: [FilePath: (tracks: [FoundFile], pictures: [FoundFile])] = [:]
    for (folder, tracks) in music { albums[place(of: folder), default: ([], [])].tracks += tracks }
    let rest = Dictionary(grouping: files.filter { $0.kind != .music }, by: \.folder)
    for (folder, files) in rest {
      let sidecars = files.filter { $0.kind == .sidecar }
      for picture in files where picture.kind == .picture {
        if let sidecar = Self.sidecar(of: picture, among: sidecars) {
          parts.append(.picture(picture, sidecar: sidecar))
        } else if let album = album(around: folder), albums[album] != nil {
          albums[album]?.pictures.append(picture)
        } else if Self.hasBundle(sidecars) {
          continue
        } else if TagWords.album(named: picture.stem) != nil {
          parts.append(.picture(picture, sidecar: nil))
        } else if !isNearMusic(folder) {
          unlabeled.append(picture.path)
        }
      }
    }
    parts += albums.map { folder, album in
      .music(
        folder: folder, tracks: FoundFile.sorted(album.tracks), pictures: FoundFile.sorted(album.pictures))
    }
    parts = Self.sorted(parts) { $0.place.string }
    unlabeled = Self.sorted(unlabeled) { $0.string }
  }

  private static func sorted<Value>(_ values: [Value], by name: (Value) -> String) -> [Value] {
    values.map { (name: name($0), value: $0) }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .map(\.value)
  }

  /// The folder of the album whose music lies in `folder`, whichever of its discs that is; for discs side by side
  /// (`Anthem CD1`, `Anthem CD2`) one that needn't be there.
  private func place(of folder: FilePath) -> FilePath {
    guard folder != root, let name = folder.lastComponent?.string else { return folder }
    let parent = folder.removingLastComponent()
    if DiscPattern.areAll(of: name) { return parent }
    let stem = DiscPattern.removed(from: name)
    return stem == name ? folder : parent.appending(stem)
  }

  /// The album that pictures of a folder go with: its own music's, that of the discs in it, or that of the folder above
  /// where this one is for pictures.
  private func album(around folder: FilePath) -> FilePath? {
    if music[folder] != nil { return place(of: folder) }
    if above.contains(folder) { return folder }
    guard folder != root, let name = folder.lastComponent?.string.lowercased(), CoverNames.folders.contains(name) else {
      return nil
    }
    let parent = folder.removingLastComponent()
    return music[parent] != nil ? place(of: parent) : above.contains(parent) ? parent : nil
  }

  private func isNearMusic(_ folder: FilePath) -> Bool {
    above.contains(folder) || ([folder] + folders(above: folder)).contains { music[$0] != nil }
  }

  /// From the nearest one up to the root.
  private func folders(above folder: FilePath) -> [FilePath] {
    var folders: [FilePath] = []
    var folder = folder
    while folder != root, !folder.components.isEmpty {
      folder.removeLastComponent()
      folders.append(folder)
    }
    return folders
  }

  /// `NAME.json` for `NAME.jpg`, and `album.json` for the artwork of a bundle.
  private static func sidecar(of picture: FoundFile, among sidecars: [FoundFile]) -> FoundFile? {
    sidecars.first { $0.stem == picture.stem }
      ?? (picture.stem.lowercased() == "artwork" ? sidecars.first { $0.name == "album.json" } : nil)
  }

  private static func hasBundle(_ sidecars: [FoundFile]) -> Bool { sidecars.contains { $0.name == "album.json" } }
}

/// The file names of front covers beside music.
enum CoverNames {
  /// Folders of scanned sleeves within an album's.
  static let folders: Set<String> = [
    "art", "artwork", "artworks", "cover", "covers", "scan", "scans", "booklet", "images", "pictures",
  ]

  private static let names = ["front", "cover", "folder", "albumart", "album", "artwork"]

  /// The rank of a picture that is called as the album is.
  static let named = names.count + 2

  /// 0 is the likeliest; nil for a picture that may show anything.
  static func rank(of stem: String, of album: KnownAlbum) -> Int? {
    let name = stem.lowercased()
    if let rank = names.firstIndex(of: name) { return rank }
    let words = TitleKey.fold(stem).split(separator: " ")
    if words.contains("front") { return names.count }
    // As some players write them.
    if name.hasPrefix("albumart_"), name.hasSuffix("_large") { return names.count + 1 }
    let title = TitleKey.fold(album.albumTitle)
    let isNamed = [title, TitleKey.fold("\(album.artistName) \(album.albumTitle)")].contains(
      words.joined(separator: " "))
    return isNamed && !title.isEmpty ? named : nil
  }
}

/// A part of a collection that is learned as a unit, and read again if one of its files has changed.
package enum CollectionPart: Equatable, Sendable {
  /// The music of a folder, of all its discs, with the pictures beside it.
  case music(folder: FilePath, tracks: [FoundFile], pictures: [FoundFile])
  /// A picture, with the file that says which album it shows; without one its name does.
  case picture(FoundFile, sidecar: FoundFile?)

  /// Tells it from all others: the folder, or the picture.
  package var place: FilePath {
    switch self {
    case .music(let folder, _, _): folder
    case .picture(let picture, _): picture.path
    }
  }

  package var files: [FoundFile] {
    switch self {
    case .music(_, let tracks, let pictures): tracks + pictures
    case .picture(let picture, let sidecar): [picture] + (sidecar.map { [$0] } ?? [])
    }
  }

  /// Changes when a file is added, removed, or written to.
  package var fingerprint: String {
    var text = ""
    for file in files { text += "\(file.text)\0\(file.size) \(file.modified)\n" }
    return SHA256.hex(of: Data(text.utf8))
  }
}
