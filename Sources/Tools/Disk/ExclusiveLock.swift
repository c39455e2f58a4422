import CLinux
import Glibc
package import SystemPackage

/// A lock file that one process at a time can hold. Taking it never waits; it is released when its owner ends, even by
/// a crash.
///
/// It is an open file description lock (fcntl(2), F_OFD_SETLK), so that others can check it without taking it. The file
/// stays after the lock is released.
package struct ExclusiveLock: ~Copyable, Sendable {
  /// Who holds a lock, according to the file.
  package struct Holder: Equatable, Sendable {
    package let pid: Int32?
    /// RFC 3339, UTC.
    package let since: String?
  }

  /// Why the lock wasn't taken.
  package enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    case held(by: Holder, path: FilePath)
    case failed(DiskError)

    package var description: String {
      switch self {
      case .held(let holder, let path):
        let who = holder.pid.map { "process \($0)" } ?? "another process"
        return "\(path.string) is held by \(who)\(holder.since.map { ", since \($0)" } ?? "")."
      case .failed(let error): return error.description
      }
    }
  }

  private let file: OpenFile

  /// Takes the lock. The folder must exist. The file is created with mode 0600 and never removed.
  package init(at path: FilePath) throws(Refusal) {
    do throws(DiskError) {
      self.file = try Self.taken(path)
    } catch {
      if error.errno == .resourceTemporarilyUnavailable { throw .held(by: Self.read(path), path: path) }
      throw .failed(error)
    }
  }

  deinit {
    // Clear the name before releasing the lock, so that it isn't shown as the next holder's.
    _ = ftruncate(file.descriptor.rawValue, 0)
    _ = clinux_unlock(file.descriptor.rawValue)
  }

  /// Who holds the lock at `path`; nil if nobody does, or if there is no such file. Doesn't take the lock.
  package static func holder(of path: FilePath) throws(DiskError) -> Holder? {
    do throws(DiskError) {
      let file = try OpenFile(.examine, path, flags: O_RDONLY)
      let isHeld = try systemCall(.examine, path) { clinux_is_locked(file.descriptor.rawValue) } == 1
      return isHeld ? read(path) : nil
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  private static func taken(_ path: FilePath) throws(DiskError) -> OpenFile {
    let file = try OpenFile(.lock, path, flags: O_RDWR | O_CREAT, mode: 0o600)
    let descriptor = file.descriptor.rawValue
    try systemCall(.lock, path) { clinux_lock(descriptor) }
    // The holder's name is only information: a full disk mustn't prevent the lock.
    _ = ftruncate(descriptor, 0)
    try? file.write("\(getpid()) \(now())\n".utf8)
    return file
  }

  private static func read(_ path: FilePath) -> Holder {
    // A holder writes its name right after it has taken the lock; in between, the file is empty for some microseconds.
    for _ in 0..<20 {
      let line = text(of: path)
      let words = line.split { $0 == " " || $0 == "\n" }
      if words.count == 2, let pid = Int32(words[0]) { return Holder(pid: pid, since: String(words[1])) }
      usleep(1_000)
    }
    return Holder(pid: nil, since: nil)
  }

  private static func text(of path: FilePath) -> String {
    // The holder is shown to people only, so an unreadable file counts as unknown.
    guard let file = try? OpenFile(.read, path, flags: O_RDONLY) else { return "" }
    return withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = (try? file.read(into: buffer)) ?? 0
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  private static func now() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      guard let start = buffer.baseAddress, strftime(start, 32, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0 else { return "?" }
      return String(cString: start)
    }
  }
}
