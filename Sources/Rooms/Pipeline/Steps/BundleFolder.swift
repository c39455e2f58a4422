internal import Albums
internal import Disk
internal import Foundation
internal import Records
internal import SystemPackage

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
      guard let owner = owner(in: name) else { return false }
      return owner.id == scan.id && owner.photo == scan.photoDigest
    }
  }

  /// What documents of both kinds record about their scan. Nil if the file isn't written as AlbumScan's, so that the folder
  /// is somebody else's.
  func owner(in name: String) -> (schema: String, id: ScanID, photo: Digest)? {
    guard let document = contents(of: name).flatMap({ JSONParser.whole($0) }),
      let schema = document["schema"]?.text, let id = document["id"]?.whole,
      let photo = document["photo"]?["sha256"]?.text
    else { return nil }
    return (schema, ScanID(Int64(id)), Digest(hex: photo))
  }
}
