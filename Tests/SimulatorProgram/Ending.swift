import Dispatch
import Foundation

/// What ends the program: SIGTERM, SIGINT, or standard input being closed.
enum Ending {
  static func awaited() async {
    let (endings, ended) = AsyncStream.makeStream(of: Void.self)
    let signals = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { ended.yield() }
      source.resume()
      return source
    }
    if inputMayClose {
      // A blocking read needs a thread of its own; it ends with the process.
      Thread.detachNewThread {
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) > 0 {}
        ended.yield()
      }
    }
    for await _ in endings { break }
    withExtendedLifetime(signals) {}
  }

  /// Only a pipe, a socket or a terminal tells by closing that somebody has gone: a shell's background jobs read from
  /// `/dev/null`, which is at its end from the beginning.
  private static var inputMayClose: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind == S_IFIFO || kind == S_IFSOCK || isatty(STDIN_FILENO) == 1
  }
}
