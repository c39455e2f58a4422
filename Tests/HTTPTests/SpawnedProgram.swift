import Foundation
import Glibc

/// A program that a test runs, silently. (Foundation's `Process` leaves run loops behind in the pool's
/// threads, over which the thread sanitizer stumbles.)
struct SpawnedProgram: Sendable {
  let pid: pid_t

  init(_ path: String, _ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid = pid_t()
    let failure = posix_spawn(&pid, path, &actions, nil, &words, environ)
    guard failure == 0 else { throw POSIXError(.init(rawValue: failure) ?? .EIO) }
    self.pid = pid
  }

  /// The exit status, or nil where a signal ended it.
  @discardableResult func wait() -> Int32? {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  func terminate() {
    kill(pid, SIGTERM)
    wait()
  }
}
