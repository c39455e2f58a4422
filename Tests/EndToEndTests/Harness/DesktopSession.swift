import Foundation
import Glibc
import Synchronization
import SystemPackage

/// A desktop's session of a test's own: a bus, and somebody who shows notifications to nobody (scripts/notification-server).
final class DesktopSession: Sendable {
  /// A line that the notification server writes.
  struct Call: Decodable, Sendable {
    let call: String
    let id: Int?
    let replaces: Int?
    let application: String?
    let summary: String?
    let body: String?
    let actions: [String: String]?
    let argv: [String]?
    let image: String?
    /// In milliseconds; -1 for as long as the desktop finds right.
    let timeout: Int?
  }

  private let folder: FilePath
  private let socket: FilePath
  private let programs = Mutex((bus: pid_t?.none, desktop: pid_t?.none, orders: FileHandle?.none))
  private let options: [String]

  init(in home: TestHome, _ options: [String]) {
    folder = home.home
    socket = home.home.appending("bus")
    self.options = options
  }

  /// For programs that are to find it.
  var variables: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socket)"] }

  private var log: FilePath { folder.appending("desktop.jsonl") }

  /// What the server was asked, in order.
  var calls: [Call] {
    let lines = (FileManager.default.contents(atPath: log.string) ?? Data()).split(separator: UInt8(ascii: "\n"))
    return lines.compactMap { try? JSONDecoder().decode(Call.self, from: $0) }
  }

  var notifications: [Call] { calls.filter { $0.call == "notify" } }

  func press(_ key: String, on notification: Call) async throws {
    try await order("press \(notification.id ?? 0) \(key)")
  }

  /// Gives the server an order, and waits until it has carried it out.
  func order(_ words: String) async throws {
    let before = calls.count { $0.call == "obeyed" }
    try programs.withLock { try $0.orders?.write(contentsOf: Data("\(words)\n".utf8)) }
    try await until("the desktop to obey") { self.calls.count { $0.call == "obeyed" } > before }
  }

  // MARK: Coming and going

  func start() async throws {
    let configuration = folder.appending("bus.conf")
    try Data(
      """
      <busconfig><type>session</type><listen>unix:path=\(socket)</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
      </policy></busconfig>
      """.utf8
    ).write(to: URL(filePath: configuration.string))
    unlink(socket.string)
    let bus = Process()
    bus.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    bus.arguments = ["--config-file=\(configuration)", "--nofork", "--nopidfile"]
    try bus.run()
    programs.withLock { $0.bus = bus.processIdentifier }
    try await until("the bus to be there") { access(self.socket.string, F_OK) == 0 }

    let before = calls.count { $0.call == "ready" }
    let written = try FileDescriptor.open(
      log, .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
    let output = FileHandle(fileDescriptor: written.rawValue, closeOnDealloc: true)
    let orders = Pipe()
    let desktop = Process()
    desktop.executableURL = URL(filePath: "\(TestHome.checkout)/scripts/notification-server")
    desktop.arguments = options
    desktop.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    desktop.standardInput = orders
    desktop.standardOutput = output
    try desktop.run()
    programs.withLock { $0 = (bus.processIdentifier, desktop.processIdentifier, orders.fileHandleForWriting) }
    try await until("the desktop to be there") { self.calls.count { $0.call == "ready" } > before }
  }

  /// The bus goes away without a word, and the server with it.
  func stop() {
    programs.withLock { programs in
      try? programs.orders?.close()
      for case let pid? in [programs.desktop, programs.bus] { kill(pid, SIGKILL) }
      programs = (nil, nil, nil)
    }
  }

  /// The bus takes connections and words, and says nothing.
  func freeze() { if let pid = programs.withLock(\.bus) { kill(pid, SIGSTOP) } }
  func thaw() { if let pid = programs.withLock(\.bus) { kill(pid, SIGCONT) } }
}

extension TestHome {
  /// Runs a desktop while `body` runs.
  func withDesktop<Result: Sendable>(
    _ options: String..., body: @Sendable (DesktopSession) async throws -> Result
  ) async throws -> Result {
    let session = DesktopSession(in: self, options)
    defer { session.stop() }
    try await session.start()
    return try await body(session)
  }
}
