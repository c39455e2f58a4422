internal import Albums
internal import Disk
internal import Foundation
internal import Records
internal import SystemPackage

/// A photo's folder in `failed/`: `failure.json` and a page explain why it has no result, and what to do.
struct FailureFolder: Sendable {
  let context: ScanContext

  private struct Failure: Encodable {
    var schema = "albumscan/failure/1"
    let id: ScanID
    let failedAt: String
    let photo: AlbumDocument.Photo
    let step: Step?
    let reason: String
    @Nullable var hint: String?
    let retry: String
    let accept: String

    init(_ scan: Scan, failedAt: String, reason: String, hint: String?, photoNow: String?) {
      id = scan.id
      self.failedAt = failedAt
      photo = AlbumDocument.Photo(name: scan.name, sha256: scan.photoDigest.hex, now: photoNow, part: scan.part)
      step = scan.step
      self.reason = reason
      _hint = Nullable(wrappedValue: hint)
      retry = "albumscanctl retry \(scan.id)"
      accept = Remedy.name(scan.id)
    }
  }

  /// - Returns: the folder, relative to the root.
  func write(_ scan: Scan, reason: String, hint: String?, photoNow: String?) throws -> String {
    let failure = Failure(
      scan, failedAt: context.time.now().rfc3339, reason: reason, hint: hint, photoNow: photoNow)
    let encoder = JSONEncoder.stable
    encoder.outputFormatting.insert(.prettyPrinted)
    try ResultFolders.expect(below: context.root)
    var folder = try StagedFolder(in: context.root.appending("failed"), isOurs: BundleFolder.isOurs)
    try folder.add("failure.json", try encoder.encode(failure))
    let page = context.renderer.failurePage(
      FailureNotice(
        id: scan.id, photo: scan.photoTitle, reason: reason, hint: hint, failedAt: failure.failedAt,
        strategy: scan.strategy ?? context.settings.identification.strategy, step: scan.step))
    try folder.add("index.html", Data(page.utf8))
    let name = PathName(scan.name, before: "\(scan.part.map { " \($0.number)" } ?? "") (\(scan.id))")
    if let old = BundleFolder.name(of: scan, in: context.root.appending("failed"), like: name) {
      try folder.replace(old)
      return "failed/\(old)"
    }
    return "failed/\(try folder.commit(as: name))"
  }
}
