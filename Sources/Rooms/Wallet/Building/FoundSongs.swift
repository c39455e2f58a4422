package import MPD

/// Songs found in the library, and what couldn't be found, as sentences.
package struct FoundSongs: Sendable {
  package var songs: [Song]
  package var failures: [String] = []

  package init(songs: [Song], failures: [String] = []) {
    self.songs = songs
    self.failures = failures
  }
}
