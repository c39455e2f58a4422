import MPD
import Synchronization

@testable import Wallet

/// A real session whose line breaks at a step, and stays broken.
final class FaultyBackend: PlayerBackend {
  private let session: MPDSession
  private let left: Mutex<Int>

  /// - Parameter step: how many questions are answered before.
  init(_ session: MPDSession, failingAt step: Int) {
    self.session = session
    left = Mutex(step)
  }

  private func count() throws(MPDError) {
    let isBroken = left.withLock { left in
      left -= 1
      return left < 0
    }
    if isBroken { throw .lost(.socket("/broken")) }
  }

  func status() async throws(MPDError) -> PlayerStatus {
    try count()
    return try await session.status()
  }

  func queue() async throws(MPDError) -> [QueueEntry] {
    try count()
    return try await session.queue()
  }

  func add(_ files: [String]) async throws(MPDError) -> MPDSession.Added {
    try count()
    return try await session.add(files)
  }

  func carryOut(_ orders: [PlayerOrder]) async throws(MPDError) {
    try count()
    try await session.carryOut(orders)
  }

  func delete(_ ids: [Int]) async throws(MPDError) {
    try count()
    try await session.delete(ids)
  }
}
