package import MPD

/// The player: a queue of files that others use too.
package protocol PlayerBackend: Sendable {
  func status() async throws(MPDError) -> PlayerStatus
  func queue() async throws(MPDError) -> [QueueEntry]
  /// Adds songs to the end, up to the first that is refused.
  func add(_ files: [String]) async throws(MPDError) -> MPDSession.Added
  func carryOut(_ orders: [PlayerOrder]) async throws(MPDError)
  /// Takes entries out; those that are gone already are no trouble.
  func delete(_ ids: [Int]) async throws(MPDError)
}

extension MPDSession: PlayerBackend {}
