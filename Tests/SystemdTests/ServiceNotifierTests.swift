import Glibc
import Systemd
import Testing

/// Each in a process of its own, since the environment that sd_notify(3) reads belongs to all tests.
@Suite struct ServiceNotifierTests {
  @Test func `each state is told in the manager's words`() async {
    await #expect(processExitsWith: .success) {
      let manager = try NotifySocket()
      let notifier = ServiceNotifier()
      notifier.ready()
      #expect(manager.next() == "READY=1")
      notifier.watchdog()
      #expect(manager.next() == "WATCHDOG=1")
      notifier.stopping()
      #expect(manager.next() == "STOPPING=1")
      #expect(manager.next() == nil)
    }
  }

  @Test func `a reload says when it began`() async {
    await #expect(processExitsWith: .success) {
      let manager = try NotifySocket()
      ServiceNotifier().reloading()
      let lines = try #require(manager.next()).split(separator: "\n")
      #expect(lines.first == "RELOADING=1")
      let time = try #require(lines.last).split(separator: "=")
      #expect(time.first == "MONOTONIC_USEC")
      #expect(Int64(time[1]) ?? 0 > 0)
    }
  }

  @Test func `a status is one line, whatever a file was called`() async {
    await #expect(processExitsWith: .success) {
      let manager = try NotifySocket()
      ServiceNotifier().status("3 waiting: a\nMAINPID=1\u{2028}b\u{1b}[31m\u{202e}c.jpg 💎")
      #expect(manager.next() == "STATUS=3 waiting: a MAINPID=1 b[31mc.jpg 💎")
    }
  }

  @Test func `nobody listening is no trouble`() async {
    await #expect(processExitsWith: .success) {
      unsetenv("NOTIFY_SOCKET")
      ServiceNotifier().ready()
      ServiceNotifier().status("working")
      setenv("NOTIFY_SOCKET", "/nowhere/at/all", 1)
      ServiceNotifier().stopping()
    }
  }

  @Test func `the watchdog's patience is what the manager says, when it means this process`() async {
    await #expect(processExitsWith: .success) {
      setenv("WATCHDOG_USEC", "30000000", 1)
      unsetenv("WATCHDOG_PID")
      #expect(ServiceNotifier().watchdogInterval == .seconds(30))
      setenv("WATCHDOG_PID", "\(getpid())", 1)
      #expect(ServiceNotifier().watchdogInterval == .seconds(30))
      setenv("WATCHDOG_PID", "1", 1)
      #expect(ServiceNotifier().watchdogInterval == nil)
      unsetenv("WATCHDOG_PID")
      setenv("WATCHDOG_USEC", "soon", 1)
      #expect(ServiceNotifier().watchdogInterval == nil)
      unsetenv("WATCHDOG_USEC")
      #expect(ServiceNotifier().watchdogInterval == nil)
    }
  }
}
