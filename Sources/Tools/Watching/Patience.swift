/// How long a file must stay unchanged before it counts as complete. The time is measured on a clock that stops while
/// the computer sleeps; the file's own times are never trusted.
package struct Patience: Sendable {
  /// Between two looks at a whole file that nobody was seen to close.
  package var secondLook = Duration.milliseconds(250)
  /// After a new name was seen, before the first look: whoever made it is about to write.
  package var firstLook = Duration.milliseconds(200)
  /// A format whose end isn't known, closed by its writer.
  package var unknownClosed = Duration.milliseconds(1_500)
  /// A format whose end isn't known, and nobody was seen to close it.
  package var unknownOpen = Duration.seconds(10)
  /// A whole photo that somebody has open for writing: a phone's film may follow behind it.
  package var held = Duration.milliseconds(1_500)
  /// After somebody was seen to close it who still had it open: the kernel reports the closing before it is done.
  package var closing = Duration.milliseconds(20)
  /// A photo that ends in the middle, or is empty, and that nobody has open: a writer may come back to it after half a
  /// minute.
  package var unfinished = Duration.seconds(35)
  /// The longest time between looks at a file that is waited for.
  package var longestPause = Duration.seconds(1)
  /// The same for one that somebody has open who hasn't written for long; its closing is heard of in any case.
  package var longestPauseHeld = Duration.seconds(10)
  /// The longest time between attempts at a file that can't be opened.
  package var longestRetry = Duration.seconds(60)
  /// After an announced file's attributes changed, before the new time is taken over: a rewriting closes the file meanwhile.
  package var touch = Duration.milliseconds(500)

  package init() {}

  /// Nil for as long as it takes.
  /// - Parameters:
  ///   - isClosed: the file was closed after writing, moved in or linked, and nothing has changed since.
  ///   - isHeld: somebody has it open for writing.
  func quiet(for verdict: Completeness.Verdict, isClosed: Bool, isHeld: Bool) -> Duration? {
    if isHeld { return verdict == .complete ? held : nil }
    return switch verdict {
    case .complete: isClosed ? .zero : secondLook
    case .unknown: isClosed ? unknownClosed : unknownOpen
    case .incomplete, .empty: unfinished
    }
  }
}
