internal import Albums
internal import Disk
internal import Glibc
package import ImagingClient

// Converts errors of the disk and the imaging process to faults; nothing else does.

extension DiskError {
  /// For a photo that exists but can't be read.
  func fault(reading name: String) -> Fault {
    .retry(
      .photoUnreadable,
      isPermission ? "\(name) can't be read: its permissions don't allow it (chmod u+r)" : description)
  }
}

extension ImagingClientError {
  /// The picture itself is at fault, so retrying won't help.
  package var isForGood: Bool { fault.next == .fail }

  var fault: Fault {
    switch self {
    case .changed: .retry(.photoChanged, reason, isCounted: false)
    case .canceled: .retry(.canceled, reason, isCounted: false)
    case .timedOut: .retry(.imagingTimeout, reason)
    case .programMissing, .unavailable, .garbled, .modelsMissing, .modelsUnusable:
      .needsPerson(
        .imaging, detail: detail, reason, service: nil,
        cure: cure.map { .advice($0) } ?? .command("albumscanctl doctor"))
    // The system kills a process if memory runs out, which may be the fault of others.
    case .crashed(signal: SIGKILL): .retry(.decoderCrash, reason)
    case .crashed: .fail(.decoderCrash, reason, cure: cure.map { .advice($0) })
    case .emptyFile, .notAnImage, .unsupported, .tooLarge, .tooSmall, .broken, .limitExceeded:
      .fail(.picture, detail: detail, reason, cure: cure.map { .advice($0) })
    }
  }

  private var detail: String? {
    switch self {
    case .emptyFile: "empty"
    case .notAnImage: "not-an-image"
    case .unsupported: "unsupported"
    case .tooLarge: "too-large"
    case .tooSmall: "too-small"
    case .broken: "damaged"
    case .limitExceeded: "limit"
    case .programMissing: "program-missing"
    case .unavailable: "unavailable"
    case .garbled: "garbled"
    case .modelsMissing: "models-missing"
    case .modelsUnusable: "models-unusable"
    case .changed, .canceled, .timedOut, .crashed: nil
    }
  }
}
