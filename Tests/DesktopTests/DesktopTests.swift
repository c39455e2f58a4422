import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Desktop

/// Buses that are no help. What a desktop that works does is seen end to end.
@Suite struct DesktopTests {
  private static let notification = DesktopNotification(tag: "a", summary: "We found it", body: "", actions: [])

  /// What came of one notification, and whether the thread was gone after it.
  private func outcome(at address: String) async throws -> DesktopEvent? {
    let (events, tell) = AsyncStream<DesktopEvent>.makeStream()
    let desktop = Desktop(address: address, patience: 0.1) { tell.yield($0) }
    return try await within {
      desktop.show(Self.notification)
      let event = await events.first { _ in true }
      while desktop.isAwake { await Task.yield() }
      // The next one tries again.
      desktop.show(Self.notification)
      #expect(await events.first { _ in true } == event)
      await desktop.shutDown()
      #expect(!desktop.isAwake)
      return event
    }
  }

  @Test func `without a bus nothing is shown, and no thread stays`() async throws {
    let folder = try TemporaryFolder()
    #expect(
      try await outcome(at: "unix:path=\(folder.path.appending("bus"))")
        == .unavailable("the session's bus can't be used: No such file or directory"))
  }

  @Test func `a bus that takes every word and never answers is given up`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path.appending("bus").string
    let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0 && listen(listener, 8) == 0)
    #expect(
      try await outcome(at: "unix:path=\(path)")
        == .unavailable("the session's bus can't be used: Connection timed out"))
  }

  @Test func `nothing is shown after the end`() async throws {
    let desktop = Desktop(address: "unix:path=/nowhere") { _ in Issue.record("nobody should hear of it") }
    await desktop.shutDown()
    desktop.show(Self.notification)
    #expect(!desktop.isAwake)
  }

  @Test func `withdrawing what isn't shown costs no thread`() {
    let desktop = Desktop(address: "unix:path=/nowhere") { _ in }
    desktop.withdraw("a")
    #expect(!desktop.isAwake)
  }
}
