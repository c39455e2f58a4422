internal import Disk
internal import Setup

extension CommandContext {
  /// Set before a command changes result folders, and cleared afterwards. If the command is killed in between, the
  /// daemon sweeps the folders at its next start. Nil if it does so anyway.
  func resultsMarker() throws(DiskError) -> CrashMarker? {
    let folder = loaded.places.crashMarkers(for: root)
    return Folder.isThere(folder) ? try CrashMarker(in: folder) : nil
  }
}
