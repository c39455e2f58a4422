internal import Glibc
internal import Records
internal import ServiceLifecycle
internal import Systemd

/// Tells the service manager of the end at once: the others may take seconds to end what they have in hand. Who doesn't
/// end then hangs and isn't waited for: what it had in hand goes on at the next start, as after a crash.
struct ShutdownHandler: Service {
  let notifier: ServiceNotifier
  let patience: LedgerPatience?

  func run() async throws {
    // The last service of a group is the first to be told.
    try await gracefulShutdown()
    notifier.stopping()
    patience?.end()
    // The kernel's alarm rings whatever hangs here. It leaves those time who end properly.
    signal(SIGALRM) { _ in _exit(0) }
    var limit = itimerval()
    limit.it_value = timeval(tv_sec: 4, tv_usec: 500_000)
    setitimer(CInt(ITIMER_REAL.rawValue), &limit, nil)
  }
}
