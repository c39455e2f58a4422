package import Albums
package import FoundationEssentials

/// What the music player is doing with a disc of the wallet.
package struct NowPlaying: Codable, Equatable, Sendable {
  package enum State: String, Codable, Sendable { case play, pause, stop }

  package let state: State
  /// The disc whose tracks the queue holds; null where it holds something else.
  @Nullable package var disc: String?
  /// From 1; null while nothing is played.
  @Nullable package var track: Int?
  /// Seconds of the track that have gone by.
  package let elapsed: Double
  /// When that was so, in seconds since 1970.
  package let at: Double
  /// The wallet is being looked through again; nil while it isn't.
  package var updating: Bool?

  package init(state: State, disc: String?, track: Int?, elapsed: Double, at: Date) {
    self.state = state
    _disc = Nullable(disc)
    _track = Nullable(track)
    self.elapsed = elapsed
    self.at = at.timeIntervalSince1970
  }

  /// The file beside the wallet's page that says what is playing: a script that contains only data.
  /// - Parameter now: nil if nobody can be asked.
  package static func script(of now: NowPlaying?) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Hexadecimal digits, words of ours and numbers: nothing in it could end a script.
    let value = now.flatMap { try? encoder.encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    return "albumscanNow(\(value ?? "null"))\n"
  }
}
