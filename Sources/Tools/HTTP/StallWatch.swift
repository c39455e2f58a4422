/// Detects that a response, once it has begun, arrives too slowly for too long.
///
/// libcurl's own low-speed limit also counts the time before the first byte, while a model may think for a minute. This
/// one starts after it.
struct StallWatch {
  /// Bytes a second below which an answer counts as slow.
  static let floor = 1000.0

  /// Seconds of slowness that are borne.
  let patience: Double
  private var mark: (time: Double, bytes: Int)?
  private var slowSince: Double?

  init(patience: Double) { self.patience = patience }

  /// When to ask again, in the seconds that `isStalled` is asked with; nil before the first time.
  var nextLook: Double? { mark.map { $0.time + interval } }

  /// Speed is measured over this many seconds.
  private var interval: Double { min(1, patience / 4) }

  /// `bytes` is all that has come so far.
  mutating func isStalled(bytes: Int, now: Double) -> Bool {
    guard let last = mark else {
      mark = (now, bytes)
      return false
    }
    guard now >= last.time + interval else { return false }
    let speed = Double(bytes - last.bytes) / (now - last.time)
    slowSince = speed < Self.floor ? slowSince ?? last.time : nil
    mark = (now, bytes)
    return slowSince.map { now - $0 >= patience } ?? false
  }
}
