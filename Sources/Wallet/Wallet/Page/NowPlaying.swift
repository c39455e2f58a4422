package import Albums
package import FoundationEssentials
package import MPD

/// What the music player is doing with a disc of the wallet.
package struct NowPlaying: Codable, Equatable, Sendable {
  package let state: PlayerStatus.State
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

  package init(state: PlayerStatus.State, disc: String?, track: Int?, elapsed: Double, at: Date) {
    self.state = state
    _disc = Nullable(disc)
    _track = Nullable(track)
    self.elapsed = elapsed
    self.at = at.timeIntervalSince1970
  }

  /// The file beside the wallet's page that says what is playing: a script that contains only data.
  /// - Parameters:
  ///   - now: nil if nobody can be asked.
  ///   - failed: the last button that did nothing.
  package static func script(of now: NowPlaying?, failed: FailedPress? = nil) -> String {
    let values = [now.map { data(of: $0) } ?? "null"] + (failed.map { [data(of: $0)] } ?? [])
    return "albumscanNow(\(values.joined(separator: ", ")))\n"
  }

  private static func data(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // The file is a script of its own, in which only line ends could matter; JSON escapes all but these two.
    return ((try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null")
      .replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
  }
}

/// A button of the wallet's page that did nothing. Whoever pressed it sees no terminal, so the page says why.
package struct FailedPress: Codable, Equatable, Sendable {
  @Nullable package var disc: String?
  /// For people.
  package let reason: String
  /// Whether the disc can be played all the same, because only songs of another client's are in the way.
  package let mayReplace: Bool
  /// In seconds since 1970: the page tells by it whether its own press is meant.
  package let at: Double

  package init(of disc: String?, because error: PlayingError, at: Date) {
    if case .othersQueue = error { mayReplace = true } else { mayReplace = false }
    _disc = Nullable(disc)
    reason = error.reason.capitalizedFirst
    self.at = at.timeIntervalSince1970
  }
}

extension String {
  /// With an uppercase letter at its beginning, as a sentence that stands alone.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
