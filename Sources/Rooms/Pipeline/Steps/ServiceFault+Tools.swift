internal import Albums
internal import Disk
internal import Glibc
package import ImagingProcess

// The pipeline's own doors to the outside: what the disk and the imaging process say becomes a fault here, once.

extension DiskError {
  /// For a photo that is there, and can't be read.
  func fault(reading name: String) -> ServiceFault {
    if isPermission { return .transient("\(name) can't be read: its permissions don't allow it (chmod u+r)") }
    return .transient(description)
  }
}

extension ImagingClientError {
  /// The picture itself is at fault: no later try will do better.
  package var isForGood: Bool { fault.kind == .permanent }

  var fault: ServiceFault {
    switch self {
    case .cancelled, .changed: .transient(reason, burnsAttempt: false)
    case .timedOut: .transient(reason)
    case .programMissing, .unavailable, .garbled, .modelsMissing, .modelsUnusable:
      .needsAttention(reason, service: nil, cure: cure ?? "albumscanctl doctor")
    // The machine ends a process when its memory runs out: that may have been somebody else's doing.
    case .crashed(signal: SIGKILL): .transient(reason)
    case .emptyFile, .notAnImage, .unsupported, .tooLarge, .tooSmall, .broken, .crashed, .limitExceeded:
      .permanent(reason, cure: cure)
    }
  }
}
