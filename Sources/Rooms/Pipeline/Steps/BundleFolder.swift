internal import Albums
internal import Foundation
internal import Records
internal import SystemPackage

/// A folder of results, and whose it is: after a rejection or a deletion another scan may have taken its name.
struct BundleFolder: Sendable {
  let path: FilePath

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
