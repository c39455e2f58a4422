internal import Albums
internal import Disk
package import Foundation
internal import Logging
package import Records
internal import ServiceLifecycle
internal import SystemPackage
package import Watching

/// Takes in what has arrived.
package struct Porter: Service {
  let arrivals: AsyncStream<Arrival>
  let ledger: Ledger
  let bell: Bell
  let time: TimeSource

  package init(arrivals: AsyncStream<Arrival>, ledger: Ledger, bell: Bell, time: TimeSource = .system) {
    self.arrivals = arrivals
    self.ledger = ledger
    self.bell = bell
    self.time = time
  }

  package func run() async throws {
    try await cancelWhenGracefulShutdown {
      for await arrival in arrivals { try await takeIn(arrival) }
    }
  }

  private func takeIn(_ arrival: Arrival) async throws {
    guard let photo = IncomingPhoto(at: arrival.path) else { return }
    do {
      if try await Self.takeIn(photo, ledger: ledger, now: time.now()) { bell.ring() }
    } catch let error as DiskError {
      // One bad sector, or a share that went away, is no reason to end.
      Logger.current.warning("\(error.description)")
    }
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
