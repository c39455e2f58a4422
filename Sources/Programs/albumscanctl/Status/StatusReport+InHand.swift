internal import Albums
internal import Foundation

extension StatusReport.InHand {
  /// A scan in hand in one line that fits: how far it has come, and what is being done.
  func words(on paper: Paper) -> String {
    let since = seconds < 1 ? "" : paper.ink(.faint, "  \(Int(seconds)) s")
    return paper.fitted("  \(id)  \(bar(on: paper))\(paper.shortened(photo))  \(moving(on: paper))\(since)")
  }

  /// The line, whose three dots come one by one, each half a second. Its width stays.
  private func moving(on paper: Paper) -> String {
    guard paper.moves, line.hasSuffix("...") else { return line }
    let dots = Int(Date().timeIntervalSinceReferenceDate * 2) % 4
    return line.dropLast(3) + String(repeating: ".", count: dots) + String(repeating: " ", count: 3 - dots)
  }

  /// For the eye; nothing outside a terminal, nor where it would take the words' place.
  private func bar(on paper: Paper) -> String {
    guard let width = paper.width, width >= 60 else { return "" }
    let steps = Step.allCases
    let done = step.flatMap(steps.firstIndex) ?? 0
    return paper.ink(.good, String(repeating: "━", count: done + 1))
      + paper.ink(.faint, String(repeating: "─", count: steps.count - done - 1)) + "  "
  }
}
