/// How long a file must be left alone before it counts as finished. All of it is quiet time on a clock that stands still
/// while the machine sleeps; the file's own times are never trusted.
package struct Patience: Sendable {
  /// Between two looks at a whole file that nobody was seen to close.
  package var secondLook = Duration.milliseconds(250)
  /// After a new name was seen, before the first look: whoever made it is about to write.
  package var firstLook = Duration.milliseconds(200)
  /// A format whose end isn't known, closed by its writer.
  package var unknownClosed = Duration.milliseconds(1_500)
  /// A format whose end isn't known, and nobody was seen to close it.
  package var unknownOpen = Duration.seconds(10)
  /// A photo that ends in the middle, or is empty: a slow writer may be at it, or come back to it.
  package var unfinished = Duration.seconds(30)
  /// The longest time between looks at a file that is waited for.
  package var longestPause = Duration.seconds(1)
  /// The longest time between attempts at a file that can't be opened.
  package var longestRetry = Duration.seconds(60)
  /// After an announced file's attributes changed, before the new time is taken over: a rewriting closes the file meanwhile.
  package var touch = Duration.milliseconds(500)

  package init() {}

  /// `isClosed`: the file was closed after writing, moved in or linked, and nothing has changed since.
  func quiet(for verdict: Completeness.Verdict, isClosed: Bool) -> Duration {
    switch verdict {
    case .complete: isClosed ? .zero : secondLook
    case .unknown: isClosed ? unknownClosed : unknownOpen
    case .incomplete, .empty: unfinished
    }
  }
}
