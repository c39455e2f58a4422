internal import Albums
internal import Disk
internal import Foundation
internal import Records
internal import SystemPackage

/// A result folder and the scan that owns it: after a rejection or a deletion, another scan may have taken its name.
struct BundleFolder: Sendable {
  let path: FilePath

  /// The name in `place` of what became of a scan, of those that are this one, with a number or without.
  static func name(of scan: Scan, in place: FilePath, like name: PathName) -> String? {
    let names = ((try? Folder.names(in: place)) ?? []).map(\.string)
    return names.first { name.covers($0) && BundleFolder(path: place.appending($0)).belongs(to: scan) }
  }

  private struct Owner: Decodable {
    struct Photo: Decodable { let sha256: String }

    let id: ScanID
    let photo: Photo
  }

  /// Whether it holds what became of this scan.
  func belongs(to scan: Scan) -> Bool {
    ["album.json", "failure.json"].contains { name in
      guard let data = FileManager.default.contents(atPath: path.appending(name).string),
        let owner = try? JSONDecoder().decode(Owner.self, from: data)
      else { return false }
      return owner.id == scan.id && owner.photo.sha256 == scan.digest.hex
    }
  }
}
