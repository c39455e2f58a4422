/// The status of MPD's player.
package struct PlayerStatus: Equatable, Sendable {
  package enum State: String, Codable, Sendable { case play, pause, stop }

  /// The playback modes, in MPD's values ("0", "1", and "oneshot" for single and consume).
  package struct Modes: Equatable, Codable, Sendable {
    package var random = "0"
    package var single = "0"
    package var consume = "0"
    package var `repeat` = "0"

    package init() {}
  }

  package let state: State
  package let modes: Modes
  /// The current song's position in the queue, starting with 0; nil if there is none.
  package let position: Int?
  /// The current song's ID, which doesn't change when the queue is reordered.
  package let songID: Int?
  package let elapsed: Duration?
  package let duration: Duration?
  package let queueLength: Int
  /// Changes with every change of the queue.
  package let queueVersion: Int
  /// The player's error, until something is played or it is cleared.
  package let error: String?
  package let partition: String?
  /// Whether the current song was opened and is being decoded, so that it can be heard or resumed.
  package let isDecoding: Bool
  /// Whether a database update is running.
  package let isUpdating: Bool

  /// A player in this state with an empty queue.
  package init(state: State) {
    self.state = state
    modes = Modes()
    (position, songID, elapsed, duration, error, partition) = (nil, nil, nil, nil, nil, nil)
    (queueLength, queueVersion, isDecoding, isUpdating) = (0, 0, false, false)
  }

  /// - Throws: `malformed` for a reply without a state.
  init(_ reply: MPDReply) throws(MPDError) {
    guard let state = reply["state"].flatMap({ State(rawValue: $0) }) else {
      throw .malformed("a status without a state")
    }
    self.state = state
    var modes = Modes()
    modes.random = reply["random"] ?? "0"
    modes.single = reply["single"] ?? "0"
    modes.consume = reply["consume"] ?? "0"
    modes.repeat = reply["repeat"] ?? "0"
    self.modes = modes
    position = reply["song"].flatMap { Int($0) }
    songID = reply["songid"].flatMap { Int($0) }
    elapsed = reply["elapsed"].flatMap { Duration(mpdSeconds: $0) }
    duration = reply["duration"].flatMap { Duration(mpdSeconds: $0) }
    queueLength = reply["playlistlength"].flatMap { Int($0) } ?? 0
    queueVersion = reply["playlist"].flatMap { Int($0) } ?? 0
    error = reply["error"]
    partition = reply["partition"]
    isDecoding = reply["audio"] != nil
    isUpdating = reply["updating_db"] != nil
  }
}
