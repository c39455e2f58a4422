internal import Disk
internal import Setup

extension CommandContext {
  /// Set before a command changes the folders of results, and cleared after: should it be killed in between, the daemon
  /// sweeps them at its next start. Nil where it does so anyway.
  func resultsMarker() throws(DiskError) -> CrashMarker? {
    let folder = loaded.places.crashMarkers(for: root)
    return Folder.isThere(folder) ? try CrashMarker(in: folder) : nil
  }
}
