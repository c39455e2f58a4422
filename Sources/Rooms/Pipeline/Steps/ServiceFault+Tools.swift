internal import Albums
internal import Disk
internal import Glibc
package import ImagingClient

// Converts errors of the disk and the imaging process to faults; nothing else does.

extension DiskError {
  /// For a photo that exists but can't be read.
  func fault(reading name: String) -> ServiceFault {
    if isPermission { return .transient("\(name) can't be read: its permissions don't allow it (chmod u+r)") }
    return .transient(description)
  }
}

extension ImagingClientError {
  /// The picture itself is at fault, so retrying won't help.
  package var isForGood: Bool { fault.kind == .permanent }

  var fault: ServiceFault {
    switch self {
    case .cancelled, .changed: .transient(reason, burnsAttempt: false)
    case .timedOut: .transient(reason)
    case .programMissing, .unavailable, .garbled, .modelsMissing, .modelsUnusable:
      .needsAttention(reason, service: nil, cure: cure ?? "albumscanctl doctor")
    // The system kills a process if memory runs out, which may be the fault of others.
    case .crashed(signal: SIGKILL): .transient(reason)
    case .emptyFile, .notAnImage, .unsupported, .tooLarge, .tooSmall, .broken, .crashed, .limitExceeded:
      .permanent(reason, cure: cure)
    }
  }
}
