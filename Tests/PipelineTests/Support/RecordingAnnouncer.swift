import Albums
import Synchronization

/// Writes down what a person would have been told.
final class RecordingAnnouncer: Announcer {
  private struct State {
    var announced: [Announcement] = []
    var updated: [Announcement] = []
    var withdrawn: [ScanID] = []
    var waiting: [(count: Int, who: Latch)] = []
  }

  private let state = Mutex(State())

  var announced: [Announcement] { state.withLock { $0.announced } }
  var updated: [Announcement] { state.withLock { $0.updated } }
  var withdrawn: [ScanID] { state.withLock { $0.withdrawn } }

  func announce(_ announcement: Announcement) {
    let satisfied = state.withLock { state in
      state.announced.append(announcement)
      let satisfied = state.waiting.filter { $0.count <= state.announced.count }
      state.waiting.removeAll { $0.count <= state.announced.count }
      return satisfied
    }
    for waiter in satisfied { waiter.who.open() }
  }

  func update(_ announcement: Announcement) { state.withLock { $0.updated.append(announcement) } }

  func withdraw(_ scan: ScanID) { state.withLock { $0.withdrawn.append(scan) } }

  /// Waits until so many things have been announced.
  func untilAnnounced(_ count: Int = 1) async {
    let latch = Latch()
    let isSo = state.withLock { state in
      if state.announced.count < count { state.waiting.append((count, latch)) }
      return state.announced.count >= count
    }
    if !isSo { await latch.wait() }
  }
}
