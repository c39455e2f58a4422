/// How long a file must stay unchanged before it counts as complete. The time is measured on a clock that stops while
/// the computer sleeps; the file's own times are never trusted.
package struct SettleTimes: Sendable {
  /// The time between two looks at a complete file without a close event.
  package var secondLook = Duration.milliseconds(250)
  /// The time from a new name to the first look: its creator is about to write.
  package var firstLook = Duration.milliseconds(200)
  /// For a format whose end isn't known, closed by its writer.
  package var unknownClosed = Duration.milliseconds(1_500)
  /// For a format whose end isn't known, without a close event.
  package var unknownOpen = Duration.seconds(10)
  /// For a complete photo that a program has open for writing: a phone's video may follow.
  package var held = Duration.milliseconds(1_500)
  /// After a close event for a file that is still open: the kernel reports the close before it is finished.
  package var closing = Duration.milliseconds(20)
  /// For a truncated or empty photo that no program has open: a writer may return to it after half a minute.
  package var unfinished = Duration.seconds(35)
  /// The longest time between two looks at a pending file.
  package var longestPause = Duration.seconds(1)
  /// The same for a file whose writer has been idle for long; closing it causes an event in any case.
  package var longestPauseHeld = Duration.seconds(10)
  /// The longest time between attempts to open a file.
  package var longestRetry = Duration.seconds(60)
  /// The time from a change of an announced file's attributes until the new stamp is stored. A program that rewrites
  /// the file closes it within this time.
  package var touch = Duration.milliseconds(500)

  package init() {}

  /// Nil to wait without a limit.
  /// - Parameters:
  ///   - isClosed: the file was closed after writing, moved in, or linked, and hasn't changed since.
  ///   - hasWriter: a program has it open for writing.
  func quiet(for verdict: Completeness.Verdict, isClosed: Bool, hasWriter: Bool) -> Duration? {
    if hasWriter { return verdict == .complete ? held : nil }
    return switch verdict {
    case .complete: isClosed ? .zero : secondLook
    case .unknown: isClosed ? unknownClosed : unknownOpen
    case .incomplete, .empty: unfinished
    }
  }
}
