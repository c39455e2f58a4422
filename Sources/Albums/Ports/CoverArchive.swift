/// The archive of front covers: Cover Art Archive.
package protocol CoverArchive: Sendable {
  /// The front cover at 500 pixels or more: of the release, else of its group. Nil when the archive truly has none
  /// (a real 404 of both), never for a failure.
  func front(ofRelease release: MBID?, inGroup group: MBID) async throws(Fault) -> DownloadedArtwork?
}
