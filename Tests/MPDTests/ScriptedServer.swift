import Foundation
import Glibc
import Synchronization
import SystemPackage
import TestSupport

/// Something that listens as MPD does, and says what the test wants it to.
final class ScriptedServer: Sendable {
  struct Failure: Error { let code: CInt }

  let path: String
  private let folder: TemporaryFolder
  private let listener: CInt
  private let happenings: AsyncStream<String>

  /// - Parameter answer: to a line; nil for nothing. What a client says in introducing itself is answered here.
  init(greeting: String = "OK MPD 0.23.5\n", _ answer: @escaping @Sendable (String) -> [UInt8]?) throws {
    folder = try TemporaryFolder()
    path = folder.appending("socket").string
    let (happenings, continuation) = AsyncStream.makeStream(of: String.self)
    self.happenings = happenings
    let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { [path] in $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 16) == 0 else { throw Failure(code: errno) }
    self.listener = listener
    Thread.detachNewThread {
      while true {
        let caller = accept(listener, nil, nil)
        guard caller >= 0 else { return }
        Thread.detachNewThread {
          Self.serve(caller, greeting, answer) { continuation.yield($0) }
          close(caller)
          continuation.yield("closed")
        }
      }
    }
  }

  deinit {
    shutdown(listener, CInt(SHUT_RDWR))
    close(listener)
  }

  /// Returns once so many lines have come that begin so; "closed" is a client's end. For one waiting test.
  func heard(_ beginning: String, times: Int = 1) async {
    var missing = times
    for await happening in happenings where happening.hasPrefix(beginning) {
      missing -= 1
      if missing == 0 { return }
    }
  }

  private static func serve(
    _ caller: CInt, _ greeting: String, _ answer: (String) -> [UInt8]?, _ tell: (String) -> Void
  ) {
    guard say(Array(greeting.utf8), to: caller) else { return }
    var unread: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(caller, &piece, piece.count, 0)
      guard count > 0 else { return }
      unread += piece[..<count]
      while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        tell(line)
        let reply = answer(line) ?? (line.hasPrefix("binarylimit") ? Array("OK\n".utf8) : nil)
        if let reply, !say(reply, to: caller) { return }
      }
    }
  }

  private static func say(_ bytes: [UInt8], to caller: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { send(caller, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }
}
