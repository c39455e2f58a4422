internal import Albums
internal import Digests
internal import FoundationEssentials
package import SystemPackage

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

  /// Changes when a file is added, taken away, or written to.
  package var fingerprint: String {
    var text = ""
    for file in files { text += "\(file.text)\0\(file.size) \(file.modified)\n" }
    return SHA256.hex(of: Data(text.utf8))
  }
}
