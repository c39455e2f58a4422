internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import Glibc
internal import Records
internal import Synchronization
internal import UnixSignals

/// `albumscanctl status`
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what is in progress, what waits and why, what needs you, and your spending.",
    discussion: """
      Exits with 3 if the daemon isn't running, and with 5 if something needs your attention. Outside a terminal, \
      --watch prints each change as a line; with --json, as a document on one line.
      """)

  @Flag(help: "Keep the display up to date until you press Ctrl-C.")
  var watch = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    if watch { return try await StatusWatch(context: context).run() }
    let dashboard = try await Dashboard.make(context, on: context.output)
    let report = dashboard.report
    if context.output.json {
      try context.output.print(document: report)
    } else {
      for line in dashboard.lines { context.output.say(line) }
    }
    if !report.running { throw ExitCode.notRunning }
    if report.needsAttention { throw ExitCode.needsAttention }
  }
}

/// `status --watch`: updates the display at every change until interrupted. In a terminal it uses the whole screen and
/// restores it afterwards; elsewhere each change is a line.
final class StatusWatch: Sendable {
  private let context: CommandContext
  /// After the program was in the background, the screen has to be redrawn completely.
  private let isWiped = Atomic(false)

  init(context: CommandContext) { self.context = context }

  func run() async throws {
    let isScreen = context.output.width != nil && !context.output.json
    let (redraws, redraw) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup, .sigwinch, .sigcont)
    if isScreen { CommandOutput.send(Self.enter) }
    defer { if isScreen { CommandOutput.send(Self.leave) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [self] in
        for await signal in signals {
          guard [.sigwinch, .sigcont].contains(signal) else { return }
          if signal == .sigcont, isScreen {
            CommandOutput.send(Self.enter)
            isWiped.store(true, ordering: .releasing)
          }
          redraw.yield()
        }
      }
      group.addTask { [context] in
        // A running step counts seconds, and its dots are animated.
        while !Task.isCancelled {
          redraw.yield()
          try await Task.sleep(for: context.output.redrawInterval)
        }
      }
      group.addTask { [self] in try await isScreen ? drawOver(redraws) : tell(redraws) }
      try await group.next()
      group.cancelAll()
    }
  }

  // MARK: In a terminal

  /// The alternate screen, with the cursor hidden (xterm, private modes 1049 and 25).
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[J"
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  private func drawOver(_ redraws: AsyncStream<Void>) async throws {
    var shown = ""
    for await _ in redraws {
      // The size of the window may have changed.
      let output = CommandOutput(json: false)
      let frame = Self.frame(try await Dashboard.make(context, on: output).lines, on: output)
      if isWiped.exchange(false, ordering: .acquiring) || frame != shown { CommandOutput.send(frame) }
      shown = frame
    }
  }

  /// As one synchronized update, if the terminal supports it (private mode 2026), so that nothing flickers.
  static func frame(_ lines: [String], on output: CommandOutput) -> String {
    let height = max(3, output.height ?? 24)
    var lines = lines
    let foot = output.style(.faint, "Press Ctrl-C to quit.")
    if lines.count > height - 2 {
      let hidden = lines.count - (height - 2)
      lines = lines.prefix(height - 2) + [output.style(.faint, "… \(Phrases.count(hidden, "line")) more.") + " " + foot]
    } else {
      lines += ["", foot]
    }
    let text = lines.map { output.shown(output.fitted($0)) + "\u{1B}[K" }.joined(separator: "\n")
    return "\u{1B}[?2026h\u{1B}[H\(text)\u{1B}[J\u{1B}[?2026l"
  }

  // MARK: Outside a terminal

  /// One line per change; with `--json`, one document per line.
  private func tell(_ redraws: AsyncStream<Void>) async throws {
    var known: StatusReport?
    var seen = ""
    var states: [ScanID: ScanState]?
    for await _ in redraws {
      let report = try await StatusReport.make(context)
      if context.output.json {
        let text = try CommandOutput.text(of: report, inOneLine: true)
        if text != seen { print(text) }
        seen = text
        fflush(nil)
      } else {
        let unfinished = states?.filter { [.waiting, .running].contains($0.value) } ?? [:]
        let now = try await context.ledger.states(ofNewest: 100, and: Array(unfinished.keys))
        for line in try await changes(from: known, to: report) + ended(since: states ?? now, now: now) {
          context.output.say("\(Self.clock)  \(line)")
        }
        states = now
        fflush(nil)
      }
      known = report
    }
  }

  private func changes(from old: StatusReport?, to new: StatusReport) -> [String] {
    var lines: [String] = []
    if old?.running != new.running { lines.append("albumscand is \(new.running ? "running" : "not running")") }
    if old?.paused != new.paused { lines.append(new.paused.map { "paused: \($0)" } ?? "resumed") }
    for scan in new.inHand where old?.inHand.contains(where: { $0.id == scan.id && $0.line == scan.line }) != true {
      lines.append("\(scan.id)  \(context.output.shortened(scan.photo, scan.part)): \(scan.line)")
    }
    for item in new.health where old?.health.contains(where: { $0.code == item.code }) != true {
      lines.append("\(item.code): \(item.reason)" + (item.cure.map { "  → \($0)" } ?? ""))
    }
    for item in old?.health ?? [] where !new.health.contains(where: { $0.code == item.code }) {
      lines.append("\(item.code): resolved")
    }
    return lines
  }

  /// Scans that ended. Some are so quick that they were never seen in progress.
  private func ended(since old: [ScanID: ScanState], now: [ScanID: ScanState]) async throws -> [String] {
    var lines: [String] = []
    for id in now.keys.sorted() where old[id] != now[id] {
      // What has changed since is told in the next round.
      guard let scan = try await context.ledger.scan(id), scan.finished != nil, scan.state == now[id] else { continue }
      let end =
        scan.joined.map { "joined scan \($0)" } ?? "is \(scan.state.rawValue): \(Phrases.title(of: scan))"
      lines.append("\(id)  \(scan.photoTitle) \(end)")
    }
    return lines
  }

  private static var clock: String {
    Date().formatted(
      .dateTime.hour(.twoDigits(amPM: .omitted)).minute(.twoDigits).second(.twoDigits)
        .locale(Locale(identifier: "en_GB")))
  }
}
