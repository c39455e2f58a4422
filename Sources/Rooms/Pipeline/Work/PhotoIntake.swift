internal import Albums
internal import Digests
package import Disk
package import Foundation
internal import ImagingClient
internal import Logging
package import Records
internal import ServiceLifecycle
package import SystemPackage
internal import Threads
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
          if Self.mayBeFilm(arrival.path) {
            group.addTask { try await receiveUnlessFilm(arrival) }
          } else if let error = try await receive(arrival) {
            group.addTask { try await insist(on: arrival, after: error) }
          }
        }
      }
    }
  }

  /// - Returns: why it can't be queued now.
  private func receive(_ arrival: Arrival) async throws -> DiskError? {
    do {
      guard let photo = try IncomingPhoto.open(arrival.path) else { return nil }
      if try await Self.receive(photo, ledger: ledger, now: time.now()) { wakeSignal.fire() }
      return nil
    } catch let error as DiskError {
      return error
    }
  }

  /// A video whose photo isn't there may be the film of a photo that comes after it.
  private func receiveUnlessFilm(_ arrival: Arrival) async throws {
    if try await Self.isFilm(arrival.path, ledger: ledger) { return }
    // Canceled while it sleeps: over.
    guard (try? await time.sleep(Self.patienceForPhoto)) != nil,
      try await !Self.isFilm(arrival.path, ledger: ledger)
    else { return }
    if let error = try await receive(arrival) { try await insist(on: arrival, after: error) }
  }

  private static let patienceForPhoto: Duration = .seconds(120)

  private static func mayBeFilm(_ path: FilePath) -> Bool { !photoNames(of: path).isEmpty }

  private static func photoNames(of video: FilePath) -> [String] {
    video.lastComponent.map { LivePhoto.photoNames(ofVideo: $0.string) } ?? []
  }

  /// Whether a file is the film of a Live Photo that is beside it, or was there: then it isn't scanned, and stays.
  package static func isFilm(_ path: FilePath, ledger: Ledger) async throws -> Bool {
    let names = photoNames(of: path)
    if names.isEmpty { return false }
    let folder = path.removingLastComponent()
    let isBeside = await onBlockingThread { names.contains { Folder.exists(folder.appending($0)) } }
    if !isBeside, try await !ledger.hasScan(namedAnyOf: names) { return false }
    Logger.current.info("\(path.lastComponent?.string ?? "") isn't scanned: it is the film of the photo beside it")
    return true
  }

  /// A bad sector or an unavailable share is no reason to exit. The photo isn't announced again, so it is retried at
  /// growing intervals until it can be read or is gone.
  private func insist(on arrival: Arrival, after error: DiskError) async throws {
    try await Self.report(error, on: arrival.path, in: ledger, now: time.now())
    var pause = Duration.milliseconds(500)
    // Canceled while it sleeps: over.
    while (try? await time.sleep(pause)) != nil {
      if try await receive(arrival) == nil {
        try await ledger.clear(.unreadable, at: arrival.path.string)
        return
      }
      pause = min(pause * 2, .seconds(60))
    }
  }

  /// Reports why a photo can't be queued.
  package static func report(
    _ error: DiskError, on photo: FilePath, in ledger: Ledger, now: Date = Date()
  ) async throws {
    let isNew = try await ledger.report(
      .unreadable, at: photo.string, reason: error.description, cure: .command("albumscanctl doctor"), now: now)
    if isNew { Logger.current.warning("\(error.description)") }
  }

  /// - Returns: true if there is a new scan.
  @discardableResult
  package static func receive(_ photo: borrowing IncomingPhoto, ledger: Ledger, now: Date = Date()) async throws -> Bool
  {
    let place = photo.path.string
    switch try await photo.receive(into: ledger, now: now) {
    case .accepted(let id):
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

/// A complete file to be scanned, opened so that its name and its bytes belong together.
package struct IncomingPhoto: ~Copyable, Sendable {
  private let photo: OpenedPhoto
  fileprivate let path: FilePath

  /// Nil when it is gone, can't be read, or isn't a regular file.
  package init?(at path: FilePath) {
    // Whoever asks says all three of them.
    guard let photo = try? OpenedPhoto(path) else { return nil }
    self.photo = photo
    self.path = path
  }

  /// The size of the largest photo, in bytes.
  package static let limit = Int64(ImagingJob.maximumInput)

  /// Nil when it is gone, isn't a regular file, or is too large: whoever announces files sees it again when that changes.
  /// - Throws: if it exists but can't be opened now.
  package static func open(_ path: FilePath) throws(DiskError) -> IncomingPhoto? {
    do throws(DiskError) {
      let photo = try OpenedPhoto(path)
      // Larger than when it was announced. It must not be read, which can take minutes.
      if photo.identity.size > limit { return nil }
      return IncomingPhoto(photo: photo, path: path)
    } catch {
      // A refusal of what it is has an explanation; `invalidArgument` is its code.
      if error.isMissing || error.errno == .invalidArgument { return nil }
      throw error
    }
  }

  private init(photo: consuming OpenedPhoto, path: FilePath) {
    self.photo = photo
    self.path = path
  }

  package var name: String { path.lastComponent?.string ?? "photo" }

  /// Queues the photo. A known file that looks unchanged to the file system isn't read again.
  /// - Throws: `DiskError` when it can't be read to its end, or a ledger error.
  package borrowing func receive(
    into ledger: Ledger, origin: Scan.Origin = .inbox, now: Date
  ) async throws -> IntakeResult {
    let identity = photo.identity
    let file = ArrivedFile(
      path: Data(path), device: Int64(bitPattern: identity.device), inode: Int64(bitPattern: identity.inode),
      size: identity.size, modified: identity.modified)
    if origin == .inbox, let known = try await ledger.scan(of: file) { return .known(known) }
    let digest: Digest
    let descriptor = photo.descriptor
    do {
      digest = Digest(hex: try await onBlockingThread { () throws(Errno) in try SHA256.hex(ofFile: descriptor) })
    } catch {
      throw DiskError(.read, path, error)
    }
    return try await ledger.receive(
      file, name: name, digest: digest, origin: origin, now: now, stillThere: Self.isThere)
  }

  private static let isThere: @Sendable (Data) async -> Bool = { bytes in
    // What can't be opened isn't there for a scan.
    await onBlockingThread { (try? OpenedPhoto(FilePath(bytes: bytes)).identity) != nil }
  }
}
