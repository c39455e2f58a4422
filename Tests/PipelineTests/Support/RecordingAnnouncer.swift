import Albums
import Synchronization

/// Writes down what a person would have been told.
final class RecordingAnnouncer: Announcer {
  private let state = Mutex((announced: [Announcement](), withdrawn: [ScanID]()))

  var announced: [Announcement] { state.withLock { $0.announced } }
  var withdrawn: [ScanID] { state.withLock { $0.withdrawn } }

  func announce(_ announcement: Announcement) { state.withLock { $0.announced.append(announcement) } }
  func withdraw(_ scan: ScanID) { state.withLock { $0.withdrawn.append(scan) } }
}
