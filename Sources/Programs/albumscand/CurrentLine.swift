internal import Pipeline
internal import Synchronization

/// The line that new scans use; a reload replaces it.
final class CurrentLine: Sendable {
  private let value: Mutex<Line>

  init(_ line: Line) { value = Mutex(line) }

  var line: Line { value.withLock { $0 } }
  func replace(by line: Line) { value.withLock { $0 = line } }
}
