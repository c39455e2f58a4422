internal import Foundation
internal import Glibc

/// Another process that keeps the ledger locked, according to the kernel (proc(5), /proc/locks).
///
/// This reads the kernel's list instead of testing the lock: closing any descriptor of a file releases the locks that
/// SQLite holds on it in this process (fcntl(2)).
package struct LockHolder: Equatable, Sendable, CustomStringConvertible {
  package let pid: Int32
  /// The program's name; empty where it has gone meanwhile.
  package let name: String

  package var description: String { name.isEmpty ? "process \(pid)" : "\(name) (process \(pid))" }

  /// The byte of the index of the journal that is locked by whoever writes (https://sqlite.org/walformat.html#locks).
  private static let writing = 120

  /// Nil where nobody else holds it so that one can't write.
  /// - Parameter file: path of the database.
  package static func of(_ file: String) -> LockHolder? {
    guard let index = FileIdentity(file + "-shm"), let database = FileIdentity(file),
      let locks = FileManager.default.contents(atPath: "/proc/locks")
    else { return nil }
    for line in String(decoding: locks, as: UTF8.self).split(separator: "\n") {
      // 1: POSIX  ADVISORY  WRITE 1234 fe:01:5678 120 120
      let words = line.split(separator: " ")
      guard words.count >= 8, words[3] == "WRITE", let pid = Int32(words[4]), pid > 0, pid != getpid(),
        let first = Int(words[6])
      else { continue }
      let last = Int(words[7]) ?? .max
      guard words[5] == database.text || words[5] == index.text && first <= writing && last >= writing else { continue }
      return LockHolder(pid: pid, name: name(of: pid))
    }
    return nil
  }

  private static func name(of pid: Int32) -> String {
    let name = FileManager.default.contents(atPath: "/proc/\(pid)/comm") ?? Data()
    return String(decoding: name, as: UTF8.self).filter { !$0.isNewline }
  }

  /// A file as the kernel's list names it: device in hexadecimal, inode in decimal.
  private struct FileIdentity {
    let text: String

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      // As gnu_dev_major(3) and gnu_dev_minor(3) take it apart, which Swift can't call.
      let device = UInt64(status.st_dev)
      let major = (device >> 8 & 0xFFF) | (device >> 32 & ~0xFFF)
      let minor = (device & 0xFF) | (device >> 12 & ~0xFF)
      text = String(format: "%02llx:%02llx:%llu", major, minor, UInt64(status.st_ino))
    }
  }
}
