internal import Albums
package import Disk
package import Foundation
internal import Logging
package import Records
internal import ServiceLifecycle
package import SystemPackage
package import Watching

/// Takes photos that have arrived into the queue.
package struct PhotoIntake: Service {
  let arrivals: AsyncStream<Arrival>
  let ledger: Ledger
  let wakeSignal: WakeSignal
  let time: TimeSource

  package init(arrivals: AsyncStream<Arrival>, ledger: Ledger, wakeSignal: WakeSignal, time: TimeSource = .system) {
    self.arrivals = arrivals
    self.ledger = ledger
    self.wakeSignal = wakeSignal
    self.time = time
  }

  package func run() async throws {
    try await cancelWhenGracefulShutdown {
      try await withThrowingDiscardingTaskGroup { group in
        for await arrival in arrivals {
          if let error = try await takeIn(arrival) { group.addTask { try await insist(on: arrival, after: error) } }
        }
      }
    }
  }

  /// - Returns: why it can't be taken in for now.
  private func takeIn(_ arrival: Arrival) async throws -> DiskError? {
    do {
      guard let photo = try IncomingPhoto.open(arrival.path) else { return nil }
      if try await Self.takeIn(photo, ledger: ledger, now: time.now()) { wakeSignal.fire() }
      return nil
    } catch let error as DiskError {
      return error
    }
  }

  /// One bad sector, or a share that went away, is no reason to end: whoever announced the photo won't do so again, so it
  /// is tried, ever more rarely, until it can be read or is gone.
  private func insist(on arrival: Arrival, after error: DiskError) async throws {
    try await Self.report(error, on: arrival.path, in: ledger, now: time.now())
    var pause = Duration.milliseconds(500)
    while (try? await time.sleep(pause)) != nil {
      if try await takeIn(arrival) == nil {
        try await ledger.clear(.unreadable, at: arrival.path.string)
        return
      }
      pause = min(pause * 2, .seconds(60))
    }
  }

  /// Says why a photo can't be taken in.
  package static func report(
    _ error: DiskError, on photo: FilePath, in ledger: Ledger, now: Date = Date()
  ) async throws {
    let isNew = try await ledger.report(
      .unreadable, at: photo.string, reason: error.description, cure: "albumscanctl doctor", now: now)
    if isNew { Logger.current.warning("\(error.description)") }
  }

  /// - Returns: true when there is a new scan.
  @discardableResult
  package static func takeIn(_ photo: borrowing IncomingPhoto, ledger: Ledger, now: Date = Date()) async throws -> Bool
  {
    switch try await photo.receive(into: ledger, now: now) {
    case .accepted(let id):
      Logger.current.info("\(photo.name) arrived", metadata: ["scan": "\(id)", "state": "waiting"])
      return true
    case .known: return false
    }
  }
}
