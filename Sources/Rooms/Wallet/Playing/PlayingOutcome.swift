package import MPD

/// The result of playing a disc.
package struct PlayingOutcome: Equatable, Sendable {
  package enum Way: String, Codable, Sendable {
    case wasPlaying = "was-playing"
    case resumed, started, swapped
  }

  package let way: Way
  package let status: PlayerStatus
  /// From the order to the first decoded sound; nil where nothing had to begin.
  package let soundAfter: Duration?
}
