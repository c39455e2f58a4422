package import Albums
internal import Foundation
internal import Logging
package import Records
internal import ServiceLifecycle
internal import Synchronization

/// Runs scans from the queue, several at a time.
package final class Worker: Service {
  package struct Options: Sendable {
    /// Scans in progress at once: enough that waiting for one service doesn't leave another idle.
    package var width = 16
    /// Ends when no work is left that can be done now.
    package var once = false
    /// Only these scans; nil for all.
    package var only: [ScanID]?
    /// The longest pause between two rounds of the loop; nil to wait until there is something to do.
    package var maxLoopInterval: Duration?
    /// The longest pause while work is in progress, to check whether it hangs.
    package var hangCheckInterval: Duration?

    package init(
      width: Int = 16, once: Bool = false, only: [ScanID]? = nil, maxLoopInterval: Duration? = nil,
      hangCheckInterval: Duration? = nil
    ) {
      self.width = width
      self.once = once
      self.only = only
      self.maxLoopInterval = maxLoopInterval
      self.hangCheckInterval = hangCheckInterval
    }
  }

  private let ledger: Ledger
  private let context: @Sendable () -> ScanContext
  private let gallery: GalleryUpdater
  private let disks: DiskGate
  private let wakeSignal: WakeSignal
  private let options: Options
  /// Called in each round of the loop, after it has read the ledger.
  private let onLoop: @Sendable (QueueSummary) -> Void
  /// Also called then, unless something is stuck: the proof that the daemon is alive.
  private let onHealthy: @Sendable () -> Void
  private let activeWork = ActiveWork()
  private let stopping = Atomic(false)
  private let publishing: ConcurrencyLimit

  /// How long current steps may take to finish when the program is being stopped. Then they are canceled, and a paid call
  /// among them counts as unanswered. The program is to be gone after five seconds.
  static let stopGrace: Duration = .seconds(4)

  /// - Parameter publishing: one place, shared by all who write to bundles that are there.
  package init(
    ledger: Ledger, context: @escaping @Sendable () -> ScanContext, gallery: GalleryUpdater, disks: DiskGate,
    wakeSignal: WakeSignal, publishing: ConcurrencyLimit = ConcurrencyLimit(1), options: Options,
    onLoop: @escaping @Sendable (QueueSummary) -> Void, onHealthy: @escaping @Sendable () -> Void = {}
  ) {
    self.ledger = ledger
    self.context = context
    self.gallery = gallery
    self.disks = disks
    self.wakeSignal = wakeSignal
    self.publishing = publishing
    self.options = options
    self.onLoop = onLoop
    self.onHealthy = onHealthy
  }

  package func run() async throws {
    try await withGracefulShutdownHandler {
      try await withThrowingDiscardingTaskGroup { group in
        try await loop(in: &group)
        if stopping.load(ordering: .acquiring) {
          await waitForRunners()
          group.cancelAll()
        }
      }
    } onGracefulShutdown: { [self] in
      stopping.store(true, ordering: .releasing)
      wakeSignal.fire()
    }
  }

  private func loop(in group: inout ThrowingDiscardingTaskGroup<any Error>) async throws {
    // A child task that hits a ledger error cancels the group, not this task. Nothing is claimed after that.
    var clock = ClockWatch()
    while !stopping.load(ordering: .acquiring), !Task.isCancelled, !group.isCancelled {
      let context = context()
      if clock.wasSetBack(at: context.time.now(), uptime: .now) {
        // All recorded waiting times are now further away than intended.
        Logger.current.notice("the clock was set back; whatever waits for a time is retried now")
        try await ledger.resumeAllServices()
      }
      try await cancelWithdrawn(context)
      let blocked = try await lookAtDisks(now: context.time.now())
      while disks.isOpen, activeWork.count < options.width, !stopping.load(ordering: .acquiring),
        let work = try await next(now: context.time.now())
      {
        // A reload may have come since this round began.
        let context = self.context()
        let slot = WorkSlot(uptime: context.time.uptime)
        activeWork.enter(work.item, slot)
        group.addTask { [self] in
          defer {
            activeWork.leave(work.item)
            wakeSignal.fire()
          }
          try await slot.work { [self] in try await carry(work, on: context, at: slot) }
        }
      }
      // Read before the ledger: work that ends meanwhile may be back in the queue and due at once.
      let isIdle = activeWork.isEmpty
      // If all slots are taken, nothing can start before something ends, and that wakes the loop.
      let full = activeWork.count >= options.width
      let due =
        if full { nil as Date? } else if disks.isOpen {
          try await ledger.nextDue(only: options.only, followUps: takesFollowUps)
        } else {
          blocked ?? context.time.now()
        }
      let queue = try await ledger.summary()
      if queue.isIdle { await ledger.releaseMemory() }
      onLoop(queue)
      let isHealthy = try await activeWork.cancelOverdue(on: context)
      if isHealthy { onHealthy() }
      if options.once, isIdle {
        // A review that is due after its match was shown is waited for.
        let end = context.time.now() + max(.seconds(10), .seconds(context.settings.review.holdSeconds) + .seconds(1))
        if !disks.isOpen { return }
        // Nobody brings another photo.
        if try await ledger.endWaitForFronts(only: options.only, unlessDueBy: end) > 0 { continue }
        if (due ?? .distantFuture) > end { return }
      }
      let untilDue = due.map { max(Duration.milliseconds(50), .seconds($0.timeIntervalSince(context.time.now()))) }
      await wakeSignal.wait(
        atMost: [untilDue, activeWork.isEmpty ? nil : options.hangCheckInterval, options.maxLoopInterval]
          .compactMap(\.self).min(),
        sleep: context.time.sleep)
    }
  }

  /// - Returns: when to look again; nil where every disk takes what is written.
  private func lookAtDisks(now: Date) async throws -> Date? {
    if disks.isOpen { return nil }
    let next = try await disks.look(now: now)
    if next == nil { gallery.tryAgain() }
    return next
  }

  private enum Work: Sendable {
    case scan(Scan)
    case followUp(FollowUp)

    var item: ActiveWork.Item {
      switch self {
      case .scan(let scan): .scan(scan.id)
      case .followUp(let followUp): .followUp(claim: followUp.claim)
      }
    }
  }

  /// Ends the work on scans and follow-ups that the user has withdrawn, including a call that is under way.
  private func cancelWithdrawn(_ context: ScanContext) async throws {
    guard !activeWork.isEmpty else { return }
    for id in try await ledger.withdrawn(of: activeWork.scans) {
      activeWork.cancel(.scan(id))
      guard try await ledger.scan(id)?.state == .rejected else { continue }
      context.announcer?.withdraw(id)
      Logger.current.info("scan \(id) was rejected", metadata: ["scan": "\(id)", "state": "rejected"])
    }
    for claim in try await ledger.withdrawn(of: activeWork.followUps) { activeWork.cancel(.followUp(claim: claim)) }
  }

  /// Whether another follow-up may begin: a photo that arrives never waits for reviews.
  private var takesFollowUps: Bool { activeWork.followUps.count < max(1, options.width / 2) }

  private func next(now: Date) async throws -> Work? {
    if let scan = try await ledger.claim(only: options.only, except: activeWork.scans, now: now) { return .scan(scan) }
    guard takesFollowUps else { return nil }
    return try await ledger.claimFollowUp(only: options.only, now: now).map { .followUp($0) }
  }

  private func carry(_ work: Work, on context: ScanContext, at slot: WorkSlot) async throws {
    var logger = Logger.current
    switch work {
    case .scan(let scan):
      logger[metadataKey: "scan"] = "\(scan.id)"
      let scanRunner = ScanRunner(
        context: context, gallery: gallery, disks: disks, wakeSignal: wakeSignal, clock: slot.clock,
        isStopping: isStopping)
      try await withLogger(logger) { _ in
        try await scanRunner.run(scan)
      }
    case .followUp(let followUp):
      logger[metadataKey: "scan"] = "\(followUp.scan)"
      let runner = FollowUpRunner(
        context: context, gallery: gallery, disks: disks, publishing: publishing, isStopping: isStopping)
      try await withLogger(logger) { _ in try await runner.run(followUp) }
    }
    try await self.context().liftRefusals(since: context)
  }

  private var isStopping: @Sendable () -> Bool {
    { [self] in stopping.load(ordering: .acquiring) }
  }

  private func waitForRunners() async {
    let time = context().time
    await withTaskGroup(of: Void.self) { group in
      // Canceled because all has ended before.
      group.addTask { try? await time.sleep(Self.stopGrace) }
      group.addTask { [self] in
        while activeWork.count > 0, !Task.isCancelled { await wakeSignal.wait() }
      }
      await group.next()
      group.cancelAll()
    }
  }
}
