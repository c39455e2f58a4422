import CLinux
import Glibc
import SystemPackage

/// What a file is, and whether it is complete. Inspecting it never blocks on a pipe and never follows a link.
struct FileInspection {
  let sight: ArrivalTracker.Sight
  /// Why it couldn't be read.
  var trouble: Errno?
  /// Why it can't be a photo, as text for people.
  var refusal: String?

  static func look(at inspection: ArrivalTracker.Inspection) -> FileInspection {
    var status = stat()
    // Checked before opening, because opening some devices has side effects.
    do throws(Errno) {
      _ = try inspection.path.inParent { fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW) }
    } catch {
      return failure(of: error)
    }
    if let refusal = refusal(status.st_mode) { return FileInspection(sight: .refused, refusal: refusal) }
    let stamp = FileStamp(status)
    let isKnown = stamp == inspection.known && inspection.verdict != nil
    guard isKnown || inspection.wantsContents(stamp) else { return FileInspection(sight: .file(stamp, nil)) }
    return lookInside(inspection)
  }

  /// What a file with this mode is, as text for people; nil for a regular file.
  static func refusal(_ mode: mode_t) -> String? {
    switch mode & S_IFMT {
    case S_IFREG: nil
    case S_IFLNK: "it is a symbolic link"
    case S_IFIFO: "it is a pipe"
    case S_IFDIR: "it is a folder"
    default: "it is a socket or a device"
    }
  }

  private static func lookInside(_ inspection: ArrivalTracker.Inspection) -> FileInspection {
    let descriptor: Int32
    do throws(Errno) {
      descriptor = try inspection.path.inParent {
        openat($0, $1, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      }
    } catch {
      return failure(of: error)
    }
    defer { close(descriptor) }
    var before = stat()
    var after = stat()
    guard fstat(descriptor, &before) == 0 else { return failure(of: Errno(rawValue: errno)) }
    if let refusal = refusal(before.st_mode) { return FileInspection(sight: .refused, refusal: refusal) }
    let hasWriter = clinux_has_writer(descriptor) == 1
    let stamp = FileStamp(before)
    if stamp == inspection.known, let verdict = inspection.verdict {
      return FileInspection(sight: .file(stamp, verdict, hasWriter: hasWriter))
    }
    var completeness = Completeness()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1_024, alignment: 16)
    defer { buffer.deallocate() }
    while !completeness.isDecided {
      let skippable = completeness.skippable
      if skippable > Int64(buffer.count) {
        // Never beyond the end of the file: a length that points beyond it is the sign of a truncated file.
        let here = Int64(lseek(descriptor, 0, SEEK_CUR))
        let step = min(skippable, max(0, Int64(before.st_size) - here))
        guard step > 0, lseek(descriptor, off_t(step), SEEK_CUR) >= 0 else { break }
        completeness.skip(step)
        continue
      }
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        return failure(of: Errno(rawValue: errno))
      }
      if count == 0 { break }
      completeness.consume(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    guard fstat(descriptor, &after) == 0 else { return failure(of: Errno(rawValue: errno)) }
    // The file was written to while it was read, so the verdict is about a state that never existed. The next look will
    // find another stamp.
    let isUnchanged = FileStamp(after) == stamp
    return FileInspection(sight: .file(stamp, isUnchanged ? completeness.verdict : .incomplete, hasWriter: hasWriter))
  }

  private static func failure(of errno: Errno) -> FileInspection {
    switch errno {
    case .noSuchFileOrDirectory, .notDirectory: FileInspection(sight: .gone)
    case .tooManySymbolicLinkLevels: FileInspection(sight: .refused, refusal: "it is a symbolic link")
    case .noSuchAddressOrDevice: FileInspection(sight: .refused, refusal: "it is a socket or a device")
    default: FileInspection(sight: .unreadable, trouble: errno)
    }
  }
}
