internal import Albums
internal import Console
internal import Disk
internal import Foundation
internal import Records
internal import Setup
internal import SystemPackage

/// The status as text: work in progress, what waits for what, what needs the user, and the spending.
struct Dashboard {
  let report: StatusReport
  let output: CommandOutput
  /// Why systemctl can't start the daemon from here; nil if it can.
  var obstacle: SessionObstacle?
  /// Whether the folders exist that `setup` makes.
  var isSetUp = true
  /// Files in the inboxes. While the daemon isn't running, nobody has seen them.
  var arrived = 0

  static func make(_ context: CommandContext, on output: CommandOutput) async throws -> Dashboard {
    let inboxes = context.loaded.settings.folders.inbox
    // An inbox that can't be read is the doctor's to explain.
    let names = inboxes.flatMap { (try? Folder.names(in: $0)) ?? [] }
    return Dashboard(
      report: try await StatusReport.make(context), output: output, obstacle: .met,
      isSetUp: Folder.isThere(context.root.appending("done")), arrived: names.count { !$0.string.hasPrefix(".") })
  }

  var lines: [String] {
    let parts = [heading, welcome, inHand, waiting, ailments, leftAlone, toLookAt, latest, notes, money]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var heading: [String] {
    let pid = report.pid.map { output.style(.faint, " (pid \($0))") } ?? ""
    var lines =
      report.running ? ["\(output.style(.good, "●")) \(output.strong("albumscand is running"))\(pid)"] : stopped
    if let paused = report.paused {
      lines.append("\(output.style(.doubtful, "‖")) The queue is paused: \(paused). To continue: albumscanctl resume")
    }
    let counts: [(ScanState, String, TextStyle?)] = [
      (.waiting, "waiting", nil), (.running, "in progress", .strong), (.done, "done", .good),
      (.unsure, "unsure", .doubtful), (.failed, "failed", .bad),
    ]
    let words = counts.map { state, word, style in
      let text = "\(Phrases.grouped(report.count(state))) \(word)"
      return style != nil && report.count(state) > 0 ? output.style(style!, text) : text
    }
    return lines + output.folded("  " + words.joined(separator: ", "))
  }

  private var stopped: [String] {
    let start = "systemctl --user start albumscand"
    let words = "\(output.style(.bad, "○")) \(output.strong("albumscand is not running."))"
    guard let obstacle else {
      return (output.width ?? .max) < 76 ? [words, "  Start it: \(start)"] : ["\(words) Start it: \(start)"]
    }
    let reason = output.folded("  It can't be started from here: \(obstacle.reason).")
    switch obstacle.cure {
    case .command(let command): return [words] + reason + ["  Start it: \(command) && \(start)"]
    case .advice(let act): return [words] + reason + ["  \(act)."]
    }
  }

  private var welcome: [String] {
    guard report.counts.values.allSatisfy({ $0 == 0 }) else { return [] }
    guard report.running || arrived == 0 else {
      let files = Phrases.count(arrived, "file")
      return ["\(files) in the inbox, to be scanned when albumscand runs. Or scan one now: albumscanctl scan PHOTO"]
    }
    return
      (isSetUp ? [] : ["New here? Set up AlbumScan in three questions: albumscanctl setup", ""]) + [
        "Scan your first album: copy a photo of its cover to \(report.inbox.first ?? "the inbox")",
        "or run: albumscanctl scan PHOTO",
      ]
  }

  private var inHand: [String] {
    guard !report.inHand.isEmpty else { return [] }
    return [output.strong("In progress")] + StatusReport.InHand.lines(of: report.inHand, on: output)
  }

  // MARK: Waiting

  /// Photos that wait for the same reason share one line.
  private var waiting: [String] {
    guard !report.waiting.isEmpty || !report.reviews.isEmpty else { return [] }
    var groups: [(why: String, scans: [StatusReport.Held])] = []
    for scan in report.waiting {
      let until = scan.until.map { " until \(Phrases.moment($0))" } ?? ""
      // The reason says it in words.
      let named = scan.heldBy == FaultCode.together.rawValue ? "the front of its record" : scan.heldBy
      let holder = (named ?? (scan.reason == nil ? turn : nil)).map { " for \($0)" } ?? ""
      let why = "\(holder)\(until)\(scan.reason.map { ": \($0)" } ?? "")"
      if let place = groups.firstIndex(where: { $0.why == why }) {
        groups[place].scans.append(scan)
      } else {
        groups.append((why, [scan]))
      }
    }
    let lines = groups.flatMap { why, scans -> [String] in
      guard scans.count > 3 else {
        return scans.flatMap {
          output.wrapped("\($0.id)  \(output.shortened($0.photo, $0.part))  waits\(why)", indent: 2)
        }
      }
      let first = "\(scans[0].id) \(output.shortened(scans[0].photo, scans[0].part))"
      let what = scans.contains { $0.part != nil } ? "scans" : "photos"
      return output.wrapped("\(scans.count) \(what), from \(first) on, wait\(why)", indent: 2)
    }
    let reviews = report.reviews.flatMap { held in
      let until = held.until.map { " until \(Phrases.moment($0))" } ?? ""
      let verb = held.count == 1 ? "waits" : "wait"
      return output.wrapped(
        "\(Phrases.count(held.count, "review")) \(verb)\(held.heldBy.map { " for \($0)" } ?? "")\(until)", indent: 2)
    }
    let others = report.count(.waiting) - report.waiting.count
    return [output.strong("Waiting")] + lines + reviews
      + (others > 0 ? ["  and \(Phrases.grouped(others)) more: albumscanctl history --state waiting"] : [])
  }

  /// What a photo waits for if only the queue holds it.
  private var turn: String {
    if report.paused != nil { return "the queue to be resumed" }
    return report.running ? "its turn" : "albumscand to start"
  }

  // MARK: What to do

  /// The problems for which `status` exits with 5.
  private var ailments: [String] {
    let lines = report.health.filter { !$0.passes }.flatMap { $0.lines(on: output) }
    return lines.isEmpty ? [] : [output.strong("Needs attention")] + lines
  }

  /// Problems that don't stop anything.
  private var toLookAt: [String] {
    var lines: [String] = []
    if report.count(.unsure) > 0 {
      let photos = Phrases.count(report.count(.unsure), "photo")
      lines += todo("\(photos) \(report.count(.unsure) == 1 ? "needs" : "need") your decision", "albumscanctl unsure")
    }
    if report.count(.failed) > 0 {
      lines += todo(
        "\(Phrases.count(report.count(.failed), "photo")) failed", "albumscanctl history --state failed"
      )
    }
    for warning in report.prices?.warnings ?? [] { lines += todo(warning.reason, warning.cure) }
    return lines.isEmpty ? [] : [output.strong("For you to look at")] + lines
  }

  private func todo(_ what: String, _ command: String) -> [String] {
    ["  \(output.style(.doubtful, "!")) \(what)", "    \(output.style(.good, "→")) \(command)"]
  }

  private var leftAlone: [String] {
    let lines = report.health.filter(\.passes).flatMap { $0.lines(on: output) }
    return lines.isEmpty ? [] : [output.strong("Temporarily ignored")] + lines
  }

  // MARK: Results

  private var latest: [String] {
    guard !report.latest.isEmpty else { return [] }
    return [output.strong("Latest")]
      + report.latest.map { scan in
        let (album, review) = (scan.document?.album, scan.document?.review)
        let rating = review?.rating.map { String(format: "  %.1f %@", $0, review?.recommendation?.emoji ?? "") } ?? ""
        let lists = (scan.document?.listWords ?? []).map { "  \($0)" }.joined()
        let end =
          lists + output.style(.good, rating)
          + output.style(.faint, scan.finished.map { "  \(Phrases.moment($0))" } ?? "")
        let line = "  \(scan.id)  \(album?.artistName ?? "") – \(album?.albumTitle ?? scan.name)"
        return output.fitted(line, indent: Columns.width(of: end)) + end
      }
  }

  private var notes: [String] { report.notes.flatMap(output.folded) }

  private var money: [String] { [report.spend.line(on: output), report.plan.line].flatMap(output.folded) }
}
