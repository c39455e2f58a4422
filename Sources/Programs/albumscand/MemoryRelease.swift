internal import CLinux
internal import Pipeline
internal import ServiceLifecycle

/// Gives memory back to the system a second after something was done: start and scans leave far more behind than waiting
/// needs. In a burst of scans, giving it back after each would have the code read again at once.
final class MemoryRelease: Service {
  private let wakeSignal = WakeSignal()

  /// Something was done.
  func worked() { wakeSignal.fire() }

  func run() async throws {
    await cancelWhenGracefulShutdown { [wakeSignal] in
      while !Task.isCancelled {
        await wakeSignal.wait()
        // Canceled while it sleeps: at the end of the program, nothing has to be given back.
        guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
        clinux_release_memory()
      }
    }
  }
}
