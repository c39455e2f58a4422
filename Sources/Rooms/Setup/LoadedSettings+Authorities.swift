internal import Foundation
internal import SystemPackage

extension LoadedSettings {
  /// What is wrong with the file of authorities, without which no service can be asked, and where it is named; nil where
  /// it can be read. The settings hold all the same: a disk that it is on may come back.
  package var missingAuthorities: String? {
    guard let file = settings.network.caFile else { return nil }
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: file.string, isDirectory: &isFolder)
    let trouble: String
    if isThere, isFolder.boolValue {
      trouble = "is a folder"
    } else if isThere, FileManager.default.isReadableFile(atPath: file.string) {
      return nil
    } else {
      trouble = "doesn't exist or can't be read"
    }
    let place = entries.first { $0.key.name == "network.caFile" }.map { "\($0.provenance): " } ?? ""
    return "\(place)network.caFile names \(file), which \(trouble)"
  }
}
