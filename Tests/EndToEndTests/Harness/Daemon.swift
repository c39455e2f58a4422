import Foundation
import Glibc
import Subprocess
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A running `albumscand`.
final class Daemon: Sendable {
  let pid: pid_t
  private let socket: ReadySocket
  private let wasKilled = Mutex(false)

  fileprivate init(pid: pid_t, socket: ReadySocket) {
    self.pid = pid
    self.socket = socket
  }

  /// What it told the service manager.
  var notifications: [String] { socket.notifications }

  var isAlive: Bool { state.map { $0 != "Z" && $0 != "X" } ?? false }

  /// By SIGSTOP, which takes a moment.
  var isStopped: Bool { state == "T" }

  /// Its letter in proc(5). A process that has ended stays as a zombie until it is collected.
  private var state: Character? {
    (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8))?.split(separator: ") ").last?.first
  }

  /// Ends it as a crash would.
  func killAtOnce() {
    wasKilled.withLock { $0 = true }
    kill(pid, SIGKILL)
  }

  /// Has it read the settings again, and waits until it has.
  func reload() async throws {
    let before = readings
    kill(pid, SIGHUP)
    try await until("the settings to be read again") { readings > before }
  }

  private var readings: Int { notifications.count { $0 == "READY=1" } }

  fileprivate func isReady() -> Bool { notifications.contains("READY=1") }

  fileprivate var ending: Ending { wasKilled.withLock { $0 } ? .killed : .asked }

  fileprivate enum Ending { case killed, asked }
}

extension TestHome {
  /// Runs the daemon while `body` runs, from its READY=1 on; then asks it to end, which must take less than 5 s.
  /// - Parameters:
  ///   - readingAll: false takes root's right away to read what it is not allowed to, where root runs the tests.
  ///   - wrapper: a program, and its arguments, that becomes the daemon.
  func withDaemon<Result: Sendable>(
    _ arguments: [String] = [], variables: [String: String] = [:], readingAll: Bool = true,
    under wrapper: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @Sendable (Daemon) async throws -> Result
  ) async throws -> Result {
    let socket = try ReadySocket()
    let log = try FileDescriptor.open(
      logFile, .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
    defer { try? log.close() }
    let environment = environment.merging(variables) { $1 }.merging(["NOTIFY_SOCKET": socket.name]) { $1 }
    let powers =
      readingAll || geteuid() != 0
      ? [] : ["/usr/bin/setpriv", "--inh-caps=-all", "--bounding-set=-dac_override,-dac_read_search"]
    let command = powers + wrapper + [BuiltProgram.daemon.string] + arguments
    let ended = try await Subprocess.run(
      .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())),
      environment: .custom(environment.asKeys),
      workingDirectory: home, input: .none, output: .fileDescriptor(log, closeAfterSpawningProcess: false),
      error: .fileDescriptor(log, closeAfterSpawningProcess: false)
    ) { execution in
      let daemon = Daemon(pid: execution.processIdentifier.value, socket: socket)
      let exitMonitor = ExitMonitor(of: execution.processIdentifier.processDescriptor)
      do {
        try await until("albumscand to be ready") {
          if !daemon.isReady(), !daemon.isAlive { throw NotInTime(description: "albumscand ended: \(self.log)") }
          return daemon.isReady()
        }
        let result = try await body(daemon)
        let asked = ContinuousClock.now
        if daemon.ending == .asked { kill(daemon.pid, SIGTERM) }
        try await until("albumscand to be gone") { exitMonitor.time != nil }
        return (result, daemon.ending, asked.duration(to: try #require(exitMonitor.time)))
      } catch {
        kill(daemon.pid, SIGKILL)
        guard let late = error as? NotInTime else { throw error }
        throw NotInTime(description: "\(late)\nThe daemon said:\n\(self.log.suffix(6000))")
      }
    }
    let (result, ending, took) = ended.closureResult
    switch ending {
    case .asked:
      #expect(ended.terminationStatus == .exited(0), "\(self.log.suffix(3000))", sourceLocation: sourceLocation)
      #expect(took < .seconds(5), "it was gone after \(took)", sourceLocation: sourceLocation)
      #expect(socket.notifications.contains("STOPPING=1"), sourceLocation: sourceLocation)
    case .killed: #expect(ended.terminationStatus == .signaled(SIGKILL), sourceLocation: sourceLocation)
    }
    return result
  }
}
