package import Glibc
import Synchronization
package import SystemPackage

/// A program that runs beside a test, and ends with its last reference.
///
/// It has what it is given and nothing else: no signal is blocked, as they are in the threads of a pool, and no file of
/// the tests is open. A pipe that it had by accident would seem open for as long as it lives to whoever waits for the
/// pipe's end. (Foundation's `Pipe` and `Process` leave theirs to every program that is started in another way.)
package final class SpawnedProgram: Sendable {
  package enum Ending: Hashable, Sendable {
    case exited(CInt)
    case killed(by: CInt)
  }

  /// What becomes of what it writes to standard error.
  package enum Errors {
    case dropped, shown
    case appended(to: FilePath)
  }

  package let pid: pid_t
  private let ending = Mutex<Ending?>(nil)

  /// - Parameter environment: all it has; nil for what the tests have.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil, errors: Errors = .dropped
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    switch errors {
    case .dropped: posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_RDWR, 0)
    case .shown: break
    case .appended(let file):
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, file.string, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    try Self.close(from: STDERR_FILENO + 1, &actions)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var variables = (environment ?? [:]).map { strdup("\($0)=\($1)") } + [nil]
    defer { for variable in variables { free(variable) } }
    var pid = pid_t()
    let failure =
      environment == nil
      ? posix_spawn(&pid, path, &actions, &attributes, &words, environ)
      : posix_spawn(&pid, path, &actions, &attributes, &words, &variables)
    guard failure == 0 else { throw Errno(rawValue: failure) }
    self.pid = pid
  }

  deinit {
    send(SIGKILL)
    wait()
  }

  package var isRunning: Bool { ending.withLock { collect(&$0, WNOHANG) == nil } }

  /// Nothing happens where it has ended.
  package func send(_ signal: CInt) { ending.withLock { if collect(&$0, WNOHANG) == nil { kill(pid, signal) } } }

  /// Keeps the thread until it has ended, which should be soon: who waits for more keeps other tests waiting.
  @discardableResult package func wait() -> Ending {
    ending.withLock {
      while true { if let ending = collect(&$0, 0) { return ending } }
    }
  }

  /// posix_spawn_file_actions_addclosefrom_np(3), which glibc shows only to who asks for GNU's additions.
  private static func close(
    from first: CInt, _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>
  ) throws {
    typealias Function = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> CInt
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { throw Errno.notSupported }
    let failure = unsafeBitCast(symbol, to: Function.self)(actions, first)
    guard failure == 0 else { throw Errno(rawValue: failure) }
  }

  private func collect(_ ending: inout Ending?, _ options: CInt) -> Ending? {
    if let ending { return ending }
    var status: CInt = 0
    let collected = waitpid(pid, &status, options)
    precondition(collected >= 0 || errno == EINTR, "somebody else has collected process \(pid)")
    guard collected == pid else { return nil }
    ending = status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(by: status & 0x7F)
    return ending
  }
}
