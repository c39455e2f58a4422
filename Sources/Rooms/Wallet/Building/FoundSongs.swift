package import MPD

/// Songs of the library, and what couldn't be had, in sentences.
package struct FoundSongs: Sendable {
  package var songs: [Song]
  package var failures: [String] = []

  package init(songs: [Song], failures: [String] = []) {
    self.songs = songs
    self.failures = failures
  }
}
