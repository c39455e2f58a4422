internal import Glibc

/// The whole of a program: runs `body`, and exits with 0 unless that has exited. The main thread only waits; nothing may be
/// isolated to the main actor.
package func runProgram(_ body: @escaping @Sendable () async -> Void) -> Never {
  // Dispatch raises the priority of some threads, which only root may, and would log that at each run. It looks at this
  // once, when its first thread starts: an asynchronous `main` is too late.
  setenv("LIBDISPATCH_LOG", "NO", 1)
  Task.detached {
    await body()
    endProgram(with: EXIT_SUCCESS)
  }
  // It returns after each signal that has a handler.
  while true { pause() }
}

/// Exits without the cleanup of exit(3), which unloads libraries whose threads may still be running: the program would crash.
package func endProgram(with code: Int32) -> Never {
  fflush(nil)
  _exit(code)
}
