internal import Glibc
internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Systemd

/// Reports the shutdown to the service manager at once, since the other services may need seconds to finish. A service
/// that doesn't finish isn't waited for: its work continues at the next start, as after a crash.
struct ShutdownHandler: NamedService {
  let notifier: ServiceNotifier
  let retries: LedgerRetries?

  func run() async throws {
    // The last service of a group is notified first.
    try await gracefulShutdown()
    notifier.stopping()
    retries?.end()
    // The kernel's alarm ends the process, whatever hangs. It leaves enough time for an orderly exit.
    signal(SIGALRM) { _ in _exit(0) }
    var limit = itimerval()
    limit.it_value = timeval(tv_sec: 4, tv_usec: 500_000)
    setitimer(CInt(ITIMER_REAL.rawValue), &limit, nil)
  }
}
