import Foundation
import Glibc
import Subprocess
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A terminal in which `albumscanctl` runs: what it writes is kept, keys can be pressed, and the window resized.
final class Terminal: Sendable {
  private let own: FileDescriptor
  private let text = Mutex((all: Data(), isGone: false))

  fileprivate init(_ own: FileDescriptor) {
    self.own = own
    // A program waits where nobody reads what it writes.
    Thread.detachNewThread { [self] in
      while !text.withLock({ $0.isGone }) {
        var request = pollfd(fd: own.rawValue, events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, 20) > 0 { _ = written }
      }
    }
  }

  /// Nothing is read any more: its number may soon be another file's.
  fileprivate func leave() { text.withLock { $0.isGone = true } }

  /// All that was written until now, escapes included.
  var written: String {
    text.withLock { text in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while !text.isGone, let count = try? buffer.withUnsafeMutableBytes({ try own.read(into: $0) }), count > 0 {
        text.all.append(contentsOf: buffer[..<count])
      }
      return String(decoding: text.all, as: UTF8.self)
    }
  }

  /// The last whole frame that was drawn over the screen, without escapes.
  var frame: String {
    let whole = written.components(separatedBy: "\u{1B}[?2026l").dropLast().last ?? ""
    return Self.plain(whole.components(separatedBy: "\u{1B}[?2026h").last ?? "")
  }

  static func plain(_ text: String) -> String {
    text.replacing(#/\u{1B}\[[0-9;?]*[a-zA-Z]/#, with: "").replacing("\r\n", with: "\n")
  }

  func type(_ keys: String) throws { try own.writeAll(keys.utf8) }

  func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(own.rawValue, UInt(TIOCSWINSZ), &size)
  }
}

extension TestHome {
  /// Runs `albumscanctl` in a terminal of a test's own while `body` runs, and waits for its end.
  /// - Returns: all that was written, and the exit code.
  @discardableResult
  func inTerminal(
    _ arguments: [String], columns: Int = 80, rows: Int = 24, variables: [String: String] = [:],
    _ body: @escaping @Sendable (Terminal) async throws -> Void = { _ in }
  ) async throws -> (written: String, code: Int32?) {
    let own = try FileDescriptor.open("/dev/ptmx", .readWrite, options: .closeOnExec)
    defer { try? own.close() }
    // ptsname(3) and its like are left out of the module: the requests behind them (ioctl_tty(2)).
    var (number, lock): (UInt32, CInt) = (0, 0)
    guard ioctl(own.rawValue, 0x4004_5431, &lock) == 0, ioctl(own.rawValue, 0x8004_5430, &number) == 0 else {
      throw NotInTime(description: "there is no terminal to be had")
    }
    let name = "/dev/pts/\(number)"
    let program = FileDescriptor(rawValue: Glibc.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC))
    _ = fcntl(own.rawValue, F_SETFL, O_NONBLOCK)
    let terminal = Terminal(own)
    defer { terminal.leave() }
    terminal.resize(columns: columns, rows: rows)
    let environment = environment.merging(["TERM": "xterm-256color"]) { $1 }.merging(variables) { $1 }
    let home = home
    let ended = try await within(.seconds(180)) {
      // As the leader of a session that has this terminal, so that Ctrl-C reaches it.
      try await Subprocess.run(
        .path("/usr/bin/setsid"), arguments: Arguments(["--ctty", "--wait", BuiltProgram.ctl.string] + arguments),
        environment: .custom(environment.asKeys), workingDirectory: home,
        input: .fileDescriptor(program, closeAfterSpawningProcess: false),
        output: .fileDescriptor(program, closeAfterSpawningProcess: false),
        error: .fileDescriptor(program, closeAfterSpawningProcess: false)
      ) { _ in try await body(terminal) }
    }
    let written = terminal.written
    try? program.close()
    guard case .exited(let code) = ended.terminationStatus else { return (written, nil) }
    return (written, code)
  }
}
