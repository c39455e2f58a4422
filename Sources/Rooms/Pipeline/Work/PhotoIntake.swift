internal import Albums
internal import Disk
internal import Foundation
internal import Logging
package import Records
internal import ServiceLifecycle
package import SystemPackage
internal import Threads
package import Watching

/// Takes photos that have arrived into the queue.
package struct PhotoIntake: NamedService {
  let arrivals: AsyncStream<Arrival>
  let ledger: Ledger
  let wakeSignal: WakeSignal
  let inboxes: @Sendable () -> [FilePath]
  let once: Bool
  let time: TimeSource

  /// - Parameters:
  ///   - inboxes: the inbox folders; each folder in one of them stands for a list.
  ///   - once: nothing is waited for that may never come, the photo of a film and a disk that can be read again; `run`
  ///     returns when all arrivals are dealt with.
  package init(
    arrivals: AsyncStream<Arrival>, ledger: Ledger, wakeSignal: WakeSignal,
    inboxes: @escaping @Sendable () -> [FilePath] = { [] }, once: Bool = false, time: TimeSource = .system
  ) {
    self.inboxes = inboxes
    self.once = once
    self.arrivals = arrivals
    self.ledger = ledger
    self.wakeSignal = wakeSignal
    self.time = time
  }

  package func run() async throws {
    try await cancelWhenGracefulShutdown {
      try await withThrowingDiscardingTaskGroup { group in
        for await arrival in arrivals {
          if try await Self.takeStatement(at: arrival.path, ledger: ledger, now: time.now()) {
            wakeSignal.fire()
          } else if Self.mayBeFilm(arrival.path) {
            group.addTask { try await takeInUnlessFilm(arrival) }
          } else if let obstacle = try await takeIn(arrival, ofSize: arrival.identity.size) {
            group.addTask { try await insist(on: arrival, after: obstacle) }
          }
        }
      }
    }
  }

  /// Why a photo can't be queued now.
  private enum Obstacle {
    case unreadable(DiskError)
    /// A program writes to it again; its size at this moment, in bytes. The watch may not announce it once more, if it
    /// has the announced size again when that has ended.
    case beingWritten(size: Int64)
  }

  /// - Parameter size: that the photo must have, in bytes; nil for any.
  private func takeIn(_ arrival: Arrival, ofSize size: Int64?) async throws -> Obstacle? {
    do {
      guard let photo = try await IncomingPhoto.open(arrival.path) else { return nil }
      if let size, photo.size != size { return .beingWritten(size: photo.size) }
      if try await Self.enqueue(photo, in: ledger, inboxes: inboxes(), now: time.now()) { wakeSignal.fire() }
      return nil
    } catch let error as DiskError {
      return .unreadable(error)
    }
  }

  /// A video whose photo isn't there may be the film of a photo that comes after it.
  private func takeInUnlessFilm(_ arrival: Arrival) async throws {
    if try await Self.isFilm(arrival.path, ledger: ledger) { return }
    if !once {
      // Canceled while it sleeps: over.
      guard (try? await time.sleep(Self.patienceForPhoto)) != nil,
        try await !Self.isFilm(arrival.path, ledger: ledger)
      else { return }
    }
    if let obstacle = try await takeIn(arrival, ofSize: nil) { try await insist(on: arrival, after: obstacle) }
  }

  private static let patienceForPhoto: Duration = .seconds(120)

  private static func mayBeFilm(_ path: FilePath) -> Bool { !photoNames(of: path).isEmpty }

  private static func photoNames(of video: FilePath) -> [String] {
    video.lastComponent.map { LivePhoto.photoNames(ofVideo: $0.string) } ?? []
  }

  /// Whether a file is the film of a Live Photo that is beside it, or was there: then it isn't scanned, and stays.
  static func isFilm(_ path: FilePath, ledger: Ledger) async throws -> Bool {
    let names = photoNames(of: path)
    if names.isEmpty { return false }
    let folder = path.removingLastComponent()
    let isBeside = await onBlockingThread { names.contains { Folder.exists(folder.appending($0)) } }
    if !isBeside, try await !ledger.hasScan(namedAnyOf: names) { return false }
    Logger.current.info("\(path.lastComponent?.string ?? "") isn't scanned: it is the film of the photo beside it")
    return true
  }

  /// Whether a file states the album of a photo beside it, whichever of the two came first: it isn't scanned, and stays.
  static func takeStatement(at path: FilePath, ledger: Ledger, now: Date) async throws -> Bool {
    guard let file = await onBlockingThread({ StatementFile(at: path) }), let stem = path.lastComponent?.stem else {
      return false
    }
    let scan = try await ledger.note(
      statement: file.statement, besidePhoto: stem, in: Data(path.removingLastComponent()), now: now)
    if let scan {
      let name = path.lastComponent?.string ?? ""
      Logger.current.info(
        "\(scan.part.map { StatementFile.isUnused(name, for: $0, scan.id) } ?? "\(name) names the album of scan \(scan.id)")",
        metadata: ["scan": "\(scan.id)"])
    }
    return true
  }

  /// A bad sector or an unavailable share is no reason to exit. The photo isn't announced again, so it is retried at
  /// growing intervals until it can be read or is gone.
  ///
  /// One that is being written is queued when it has had the same size at two looks. An empty one, which was emptied to be
  /// written, gets half a minute.
  private func insist(on arrival: Arrival, after obstacle: Obstacle) async throws {
    var obstacle = obstacle
    var isReported = false
    var pause = Duration.milliseconds(500)
    while true {
      var size: Int64?
      switch obstacle {
      case .unreadable(let error) where !isReported:
        try await report(error, on: arrival.path)
        if once { return }
        isReported = true
      case .beingWritten(let now) where pause < Self.patienceForWriter: size = max(now, 1)
      case .unreadable, .beingWritten: break
      }
      // Canceled while it sleeps: over.
      guard (try? await time.sleep(pause)) != nil else { return }
      guard let next = try await takeIn(arrival, ofSize: size) else { break }
      obstacle = next
      pause = min(pause * 2, .seconds(60))
    }
    if isReported { try await ledger.clear(.unreadable, at: arrival.path.string) }
  }

  private static let patienceForWriter: Duration = .seconds(30)

  /// Reports why a photo can't be queued.
  private func report(_ error: DiskError, on photo: FilePath) async throws {
    let isNew = try await ledger.report(
      .unreadable, at: photo.string, reason: error.description, cure: .command("albumscanctl doctor"), now: time.now())
    if isNew { Logger.current.warning("\(error.description)") }
  }

  /// Queues a photo, and reports a copy of one that has a scan.
  /// - Returns: true if there is something new to scan.
  @discardableResult
  static func enqueue(
    _ photo: borrowing IncomingPhoto, in ledger: Ledger, inboxes: [FilePath] = [], now: Date
  ) async throws -> Bool {
    let place = photo.path.string
    switch try await photo.readAndEnqueue(in: ledger, inboxes: inboxes, now: now) {
    case .accepted(let id):
      if let beside = await onBlockingThread({ [path = photo.path] in StatementFile(beside: path) }) {
        _ = try await takeStatement(at: beside.path, ledger: ledger, now: now)
      }
      if try await ledger.isReported(.samePhoto, at: place) { try await ledger.clear(.samePhoto, at: place) }
      Logger.current.info("\(photo.name) arrived", metadata: ["scan": "\(id)", "state": "waiting"])
      return true
    case .known: return false
    case .same(let id):
      let known = try await ledger.conditions().filter { $0.health == .samePhoto }.compactMap(\.place)
      let gone = await onBlockingThread { known.filter { !Folder.exists(FilePath($0)) } }
      for place in gone { try await ledger.clear(.samePhoto, at: place) }
      guard known.count - gone.count < namedSame else { return false }
      let reason = "\(photo.name) is the same photo as scan \(id), so it isn't scanned again"
      if try await ledger.report(.samePhoto, at: place, reason: reason, cure: nil, now: now) {
        Logger.current.notice("\(reason)", metadata: ["scan": "\(id)"])
      }
      return false
    }
  }

  /// A folder that is synced anew is full of them.
  private static let namedSame = 20
}
