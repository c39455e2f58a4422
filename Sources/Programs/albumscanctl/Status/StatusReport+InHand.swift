internal import Albums
internal import Foundation

extension StatusReport.InHand {
  /// A scan in hand in one line that fits: how far it has come, and what is being done.
  func words(on output: CommandOutput) -> String {
    let since = seconds < 1 ? "" : output.style(.faint, "  \(Int(seconds)) s")
    return output.fitted("  \(id)  \(bar(on: output))\(output.shortened(photo))  \(moving(on: output))\(since)")
  }

  /// The line, whose three dots come one by one, each half a second. Its width stays.
  private func moving(on output: CommandOutput) -> String {
    guard output.moves, line.hasSuffix("...") else { return line }
    let dots = Int(Date().timeIntervalSinceReferenceDate * 2) % 4
    return line.dropLast(3) + String(repeating: ".", count: dots) + String(repeating: " ", count: 3 - dots)
  }

  /// For the eye; nothing outside a terminal, nor where it would take the words' place.
  private func bar(on output: CommandOutput) -> String {
    guard let width = output.width, width >= 60 else { return "" }
    let steps = Step.allCases
    let done = step.flatMap(steps.firstIndex) ?? 0
    return output.style(.good, String(repeating: "━", count: done + 1))
      + output.style(.faint, String(repeating: "─", count: steps.count - done - 1)) + "  "
  }
}
