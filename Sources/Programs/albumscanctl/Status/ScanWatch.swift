internal import Albums
internal import Console
internal import Foundation
internal import Glibc
internal import Records
internal import Setup
internal import SystemPackage
internal import Watching

/// Shows the progress of photos for `scan`. In a terminal, each has a line that is updated in place until its result is
/// printed above; elsewhere, each step is a line, with the results at the end.
actor ScanWatch {
  private let ids: [ScanID]
  private let context: CommandContext
  /// The lines at the bottom of the terminal, which are redrawn.
  private var lines: [String] = []
  /// Outside a terminal: all lines printed for each scan, because steps that run in parallel are shown alternately.
  private var said: [ScanID: Set<String>] = [:]
  private var told: Set<ScanID> = []
  /// The photo of several sleeves whose results were printed last.
  private var heading: Digest?
  /// Nobody is working on the scans any longer.
  private var isFinished = false
  /// Wakes the current run.
  private var look: AsyncStream<Void>.Continuation?

  init(ids: [ScanID], context: CommandContext) {
    self.ids = ids
    self.context = context
  }

  /// Shows each new step until all scans are over, or the daemon is gone.
  func follow() async throws {
    try await run { [context] in context.daemon == nil }
  }

  /// Shows each new step until all scans are over.
  /// - Parameter isLeft: true once nobody is working on the scans.
  func run(until isLeft: @Sendable () -> Bool = { false }) async throws {
    let (looks, look) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.look = look
    let folder = context.loaded.places.state
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in FileChanges(in: folder, namesBeginning: "albumscan.db-wal") { look.yield() } }
      group.addTask { [context] in
        // The text depends on how long a step has been running, seconds are counted, and dots are animated.
        while !Task.isCancelled {
          look.yield()
          try await Task.sleep(for: context.output.redrawInterval)
        }
      }
      defer { group.cancelAll() }
      for await _ in looks {
        try await show()
        if isLeft() { return }
        if try await isOver { return }
      }
    }
  }

  /// Nobody is working on the scans any longer: `run()` finishes its current output and ends.
  func finish() {
    isFinished = true
    look?.yield()
  }

  /// Prints what hasn't been printed yet.
  /// - Returns: the final state of all scans.
  func end() async throws -> [Scan] {
    clear()
    let scans = try await progress.scans
    for scan in scans where !told.contains(scan.id) { await tell(scan) }
    return scans
  }

  /// Erases the lines at the bottom of the terminal.
  func clear() {
    if !lines.isEmpty { CommandOutput.send(erased) }
    lines = []
  }

  /// The scans in the order in which they were named, the sleeves in a photo one after the other, and the reviews in
  /// progress.
  private var progress: (scans: [Scan], reviews: [ScanID: ReviewInProgress]) {
    get async throws {
      let (scans, reviews) = try await context.ledger.progress(of: ids, now: Date())
      var named: [Scan] = []
      for scan in ids.compactMap({ id in scans.first { $0.id == id } }) where !named.contains(scan) {
        let isBeside = { (other: Scan) in other.photoDigest == scan.photoDigest && other.arrived == scan.arrived }
        named += scan.part == nil ? [scan] : scans.filter(isBeside)
      }
      return (named, isFinished ? [:] : reviews)
    }
  }

  /// Whether all scans have ended, or wait for something that takes longer or needs a person.
  var isOver: Bool {
    get async throws {
      if isFinished { return true }
      let disk = try await context.diskInTheWay
      let isHalted = try await context.ledger.pause() != nil || disk != nil
      let (scans, reviews) = try await progress
      return scans.allSatisfy {
        $0.finished != nil && (isHalted || reviews[$0.id] == nil) || $0.isHeld || isHalted && $0.state == .waiting
      }
    }
  }

  private func show() async throws {
    if context.output.json { return }
    let (scans, reviews) = try await progress
    let inHand = scans.filter { $0.state == .running || reviews[$0.id] != nil }.map {
      StatusReport.InHand($0, reviews[$0.id], now: Date())
    }
    guard context.output.width != nil else { return sayNews(of: inHand) }
    let ended = scans.filter { $0.finished != nil && reviews[$0.id] == nil && !told.contains($0.id) }
    if !ended.isEmpty { clear() }
    for scan in ended { await tell(scan) }
    // The size of the window may have changed.
    let output = CommandOutput(json: false)
    var drawn = StatusReport.InHand.lines(of: inHand, on: output)
    let waiting = scans.filter { $0.state == .waiting }
    let most = max(1, min(10, (output.height ?? 24) - 3))
    let hidden = drawn.count - most
    if hidden > 0 { drawn = drawn.prefix(most) + ["  and \(hidden) more in progress"] }
    if let next = waiting.first {
      let why = next.heldReason ?? "its turn"
      let others =
        waiting.count == 1
        ? "\(next.id)  \(output.shortened(next.name, next.part))  waits" : "\(waiting.count) others wait"
      drawn.append(output.style(.faint, output.fitted("  \(others): \(why)")))
    }
    draw(drawn.map { output.shown(output.fitted($0)) })
  }

  /// As one synchronized update, if the terminal supports it (private mode 2026), so that nothing flickers. The cursor
  /// stays below, so nothing has to be restored if this program is killed.
  private func draw(_ drawn: [String]) {
    guard drawn != lines else { return }
    let text = drawn.map { $0 + "\u{1B}[K\n" }.joined()
    CommandOutput.send("\u{1B}[?2026h\(erased)\(text)\u{1B}[?2026l")
    lines = drawn
  }

  /// Moves to the first line and erases everything below. In a window that became narrower, each line may take several.
  private var erased: String {
    guard !lines.isEmpty else { return "" }
    let width = max(1, CommandOutput(json: false).width ?? 80)
    let height = lines.reduce(0) { $0 + max(1, (Columns.width(of: $1) + width - 1) / width) }
    return "\r\u{1B}[\(height)A\u{1B}[J"
  }

  private func sayNews(of inHand: [StatusReport.InHand]) {
    for scan in inHand where said[scan.id, default: []].insert(scan.line).inserted {
      context.output.say("\(context.output.shortened(scan.photo, scan.part)): \(scan.line)")
    }
    fflush(nil)
  }

  // MARK: Results

  private func tell(_ scan: Scan) async {
    told.insert(scan.id)
    if context.output.json { return }
    // If the ledger can't be read again, the result is printed without this.
    let pause = try? await context.ledger.pause()
    // As above.
    if let joined = scan.joined, let target = try? await context.ledger.scan(joined) {
      return context.output.say("\(scan.id)  \(scan.name) joined \(Phrases.named(target))")
    }
    let lines = scan.outcome(
      root: context.root, output: context.output, pause: pause, disk: (try? await context.diskInTheWay)?.reason)
    if scan.part != nil, heading != scan.photoDigest { context.output.say(context.output.strong(scan.name)) }
    heading = scan.part.map { _ in scan.photoDigest }
    for line in lines { context.output.say(line) }
  }
}

extension Scan {
  /// Whether it waits for a time or a cure, rather than for its turn. (A disk is retried continuously, so its time is
  /// now.)
  fileprivate var isHeld: Bool {
    state == .waiting && heldReason != nil
      && (heldBy == HealthCode.disk.rawValue || notBefore > Date().addingTimeInterval(10))
  }

  /// The outcome of a photo, for `scan`: the album or the reason, and what to do next.
  /// - Parameters:
  ///   - pause: the queue's; nil if it isn't paused.
  ///   - disk: what a disk that can't be written to needs; nil if all can be written to.
  fileprivate func outcome(root: FilePath, output: CommandOutput, pause: Pause?, disk: String?) -> [String] {
    switch state {
    case .done, .unsure:
      let rating = document?.review.rating.map { String(format: ", %.1f out of 10", $0) } ?? ""
      let sleeve = part.map { "\($0.words): " } ?? ""
      let title =
        "\(output.strong("\(id)"))  \(sleeve)\(output.branded(Phrases.title(of: self)))\(output.strong(rating))"
      let lists = document?.listWords ?? []
      let listed = lists.isEmpty ? nil : "    \(lists.joined(separator: ", "))"
      let page = bundle.map { "    \(root.appending($0).appending("index.html"))" }
      return [title, listed, page].compactMap { $0 }
    case .failed, .rejected:
      let again = "albumscanctl retry \(id)"
      let hint = hint.flatMap { $0 == again ? nil : "    \($0)" }
      let reason = "\(id)  \(part?.words ?? name): \(reason ?? "no result")"
      return [reason, hint, "    To retry: \(again)"].compactMap(\.self)
    case .waiting where pause != nil:
      let reason = pause.map(\.reason).flatMap { $0.isEmpty ? nil : ": \($0)" } ?? ""
      return [
        "\(id)  \(part?.words ?? name) waits: the queue is paused\(reason)", "    To continue: albumscanctl resume",
      ]
    case .waiting, .running:
      let why = heldReason ?? disk ?? "its turn"
      return ["\(id)  \(part?.words ?? name) waits: \(why)", "    See: albumscanctl status"]
    }
  }
}
