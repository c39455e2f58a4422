import Foundation
import Glibc
import Synchronization
import TestSupport

/// A server on 127.0.0.1 that does to its callers whatever a test writes, byte by byte; a thread a connection.
final class LoopbackServer: Sendable {
  /// A request as it came in.
  struct Request: Sendable {
    /// Counted from 1, in the order in which they were accepted.
    var connection: Int
    /// `GET /path HTTP/1.1`.
    var line: String
    /// By lower-case name.
    var headers: [String: String]
    var body: Data
    /// When it was there whole.
    var came: ContinuousClock.Instant

    /// The port that was asked, for redirects to the same server.
    var port: String { headers["host"]?.split(separator: ":").last.map(String.init) ?? "" }

    var path: String { line.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
  }

  let port: UInt16
  /// Numbers of connections that the other side has closed.
  let hangUps: AsyncStream<Int>
  /// Requests in the order in which they came.
  let arrivals: AsyncStream<Request>

  private let listener: Int32
  private let log = Log()

  private final class Log: Sendable {
    let requests = Mutex<[Request]>([])
  }

  /// `serve` answers a request on its connection, in its own thread; the connection is kept when it returns true.
  init(_ serve: @escaping @Sendable (Request, Line) -> Bool) throws {
    let listener = try LoopbackSocket()
    port = listener.port
    self.listener = listener.descriptor
    listen(listener.descriptor, 128)
    let hangUp: AsyncStream<Int>.Continuation
    (hangUps, hangUp) = AsyncStream.makeStream()
    let arrival: AsyncStream<Request>.Continuation
    (arrivals, arrival) = AsyncStream.makeStream()
    Thread.detachNewThread { [log, listener = listener.descriptor] in
      var connections = 0
      while true {
        let socket = accept(listener, nil, nil)
        if socket < 0 {
          close(listener)
          return
        }
        // A program that another test starts would keep the connection open.
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        connections += 1
        let number = connections
        Thread.detachNewThread {
          let line = Line(socket)
          while let request = line.readRequest(connection: number) {
            log.requests.withLock { $0.append(request) }
            arrival.yield(request)
            if !serve(request, line) { return line.close() }
          }
          line.close()
          hangUp.yield(number)
        }
      }
    }
  }

  deinit {
    // This ends `accept`; its thread closes the socket, lest it accept on another that has got the same number.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  var requests: [Request] { log.requests.withLock { $0 } }

  func url(_ path: String = "/", host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }

  /// The server's end of a connection.
  struct Line: Sendable {
    private let socket: Int32

    init(_ socket: Int32) { self.socket = socket }

    /// True when it could be written; false once the other side has hung up.
    @discardableResult func send(_ bytes: some Sequence<UInt8>) -> Bool {
      let bytes = Array(bytes)
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return false }
        sent += count
      }
      return true
    }

    @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// A whole answer with its length.
    func answer(_ body: String = "", status: String = "200 OK", headers: String = "") -> Bool {
      send("HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    func close() { Glibc.close(socket) }

    /// Passes everything on to another port, in both directions, until a side hangs up; then false.
    func connect(to port: UInt16) -> Bool {
      SlowProxy.pass(socket, on: port)
      return false
    }

    /// Closes so that the other side sees a reset.
    func reset() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// Returns once the other side has hung up.
    func untilHungUp() {
      var byte: UInt8 = 0
      while recv(socket, &byte, 1, 0) > 0 {}
    }

    /// Nil when the other side has hung up.
    func readRequest(connection: Int) -> Request? {
      var head: [UInt8] = []
      while head.suffix(4) != [13, 10, 13, 10] {
        var byte: UInt8 = 0
        guard recv(socket, &byte, 1, 0) == 1 else { return nil }
        head.append(byte)
      }
      let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n").filter { !$0.isEmpty }
      let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        return (line[..<colon].lowercased(), value)
      }
      let headers = Dictionary(pairs) { $0 + "," + $1 }
      var body = [UInt8](repeating: 0, count: headers["content-length"].flatMap { Int($0) } ?? 0)
      var read = 0
      while read < body.count {
        let count = body[read...].withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return nil }
        read += count
      }
      return Request(connection: connection, line: lines.first ?? "", headers: headers, body: Data(body), came: .now)
    }
  }
}
