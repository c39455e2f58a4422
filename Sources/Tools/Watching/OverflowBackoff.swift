/// When to list folders again after the kernel dropped events: soon at first, then at growing intervals while it
/// continues.
struct OverflowBackoff {
  private(set) var count = 0
  /// The next listing because of it.
  var listing: Duration?
  /// When it is over, if no more comes.
  private(set) var end: Duration?
  private var pause = Duration.milliseconds(100)
  private var last: Duration?

  mutating func add(now: Duration) {
    count += 1
    if let last, now - last < .seconds(60) {
      pause = min(pause * 2, .seconds(30))
    } else {
      pause = .milliseconds(100)
    }
    last = now
    end = now + .seconds(60)
    if listing == nil { listing = now + pause }
  }

  /// True once, when it is over.
  mutating func hasEnded(by now: Duration) -> Bool {
    guard let end, end <= now, listing == nil else { return false }
    self.end = nil
    return true
  }
}
