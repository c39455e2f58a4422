import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing
import Threads

/// The processes watch their own clocks. So what looks at them doesn't wait for the pool's threads, which other tests hold
/// for seconds at a time.
@Suite struct ConfinementTests {
  /// What became of a process that went behind the wall and tried one thing.
  private func fate(of attempt: String) async throws -> TerminationStatus {
    let pipe = try FileDescriptor.pipe()
    defer { for end in [pipe.readEnd, pipe.writeEnd] { try? end.close() } }
    return try await withTaskExecutorPreference(BlockingTaskExecutor.shared) {
      try await within(.seconds(60)) {
        try await run(
          .path(BuiltProgram.sandboxProbe), arguments: [attempt],
          input: .fileDescriptor(pipe.readEnd, closeAfterSpawningProcess: false), output: .string(limit: 1000),
          error: .discarded
        ).terminationStatus
      }
    }
  }

  @Test(arguments: [
    "open", "create", "unlink", "process", "thread", "open in the second thread", "signal", "code", "descriptor",
    "core", "dumps",
  ])
  func `behind the wall it is refused`(attempt: String) async throws {
    #expect(try await fate(of: attempt) == .exited(EPERM))
  }

  @Test(arguments: ["socket", "program"])
  func `behind the wall it is deadly`(attempt: String) async throws {
    #expect(try await fate(of: attempt) == .signaled(SIGSYS))
  }

  @Test func `a descriptor that somebody forgot is closed`() async throws {
    #expect(try await fate(of: "forgotten") == .exited(EBADF))
  }

  @Test func `memory, processor time and time run out`() async throws {
    #expect(try await fate(of: "memory") == .exited(ENOMEM))
    #expect(try await fate(of: "compute") == .signaled(SIGXCPU))
    #expect(try await fate(of: "wait") == .signaled(SIGALRM))
  }

  @Test func `one who tries nothing is let be`() async throws {
    #expect(try await fate(of: "nothing") == .exited(0))
  }

  @Test func `the imaging program is behind the wall before it reads a byte`() async throws {
    let pipe = try FileDescriptor.pipe()
    defer { for end in [pipe.readEnd, pipe.writeEnd] { try? end.close() } }
    _ = try await withTaskExecutorPreference(BlockingTaskExecutor.shared) {
      try await run(
        .path(BuiltProgram.imaging), arguments: ["picture"],
        input: .fileDescriptor(pipe.readEnd, closeAfterSpawningProcess: false), output: .discarded, error: .discarded
      ) { execution in
        let process = "/proc/\(execution.processIdentifier.value)"
        // Nothing was written to the pipe: whatever it has reached, it has reached before the first byte.
        let status = try await within {
          while true {
            let status = try Self.text(of: "\(process)/status")
            if status.contains("Seccomp:\t2") { return status }
            try await Task.sleep(for: .milliseconds(10))
          }
        }
        #expect(status.contains("NoNewPrivs:\t1"))
        let limits = try Self.text(of: "\(process)/limits").split(separator: "\n").map {
          $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        for limit in [
          "Max cpu time 20 21 seconds", "Max file size 0 0 bytes", "Max core file size 0 0 bytes",
          "Max processes 0 0 processes", "Max open files 0 0 files", "Max address space 1073741824 1073741824 bytes",
        ] { #expect(limits.contains(limit)) }
        // The second one is there already, since none can be started any more.
        #expect(status.contains("Threads:\t\(min(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))))"))
        try execution.send(signal: .kill)
      }
    }
  }

  @Test func `the imaging program started by hand says so and ends`() async throws {
    for arguments in [[], ["all"], ["picture", "more"]] as [[String]] {
      let result = try await run(
        .path(BuiltProgram.imaging), arguments: Arguments(arguments), output: .string(limit: 1000),
        error: .string(limit: 1000))
      #expect(result.terminationStatus == .exited(64))
      #expect(result.standardError.contains("Don't run it yourself."))
    }
  }

  private static func text(of path: String) throws -> String {
    let file = try FileDescriptor.open(path, .readOnly)
    return try file.closeAfter {
      var bytes = [UInt8](repeating: 0, count: 16_384)
      let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
      return String(decoding: bytes[..<count], as: UTF8.self)
    }
  }
}
