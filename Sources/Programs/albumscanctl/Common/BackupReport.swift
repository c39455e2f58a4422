internal import Albums
internal import Foundation
internal import Records
internal import SystemPackage

/// What `backup` and `restore` print with `--json`.
struct BackupReport: Encodable {
  let schema: String
  let file: String
  let bytes: Int
  let scans: Int
  let covers: Int
  @Nullable var newestScanAt: Date?
  /// Where `restore` keeps what was there before.
  @Nullable var setAside: String?

  init(_ verb: String, _ file: FilePath, _ contents: LedgerBackup.Contents, setAside: FilePath? = nil) {
    schema = "albumscan/\(verb)/1"
    self.file = file.string
    bytes = (try? FileManager.default.attributesOfItem(atPath: file.string)[.size] as? Int) ?? 0
    (scans, covers) = (contents.scans, contents.covers)
    _newestScanAt = Nullable(contents.newest)
    _setAside = Nullable(setAside?.string)
  }
}

extension LedgerBackup.Contents {
  /// For people.
  var inWords: String {
    let last = newest.map { ", the last of \(Phrases.moment($0))" } ?? ""
    return "\(Phrases.count(scans, "scan"))\(last), and \(Phrases.count(covers, "known cover"))"
  }
}
