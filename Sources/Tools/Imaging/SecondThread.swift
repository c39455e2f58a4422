internal import CLinux

/// A second thread for half of the work on large pictures. It is started before the sandbox, which allows no new
/// threads.
package enum SecondThread {
  private static let stack = 8 << 20

  /// Without it all is done by the first one.
  package static func start() { _ = clinux_start_second_thread(stack) }

  /// Returns when both have ended.
  static func run(_ first: () -> Void, alongside second: () -> Void) {
    withoutActuallyEscaping(first) { first in
      withoutActuallyEscaping(second) { second in
        var (first, second) = (Work(body: first), Work(body: second))
        withUnsafeMutablePointer(to: &first) { first in
          withUnsafeMutablePointer(to: &second) { second in clinux_run_both(Work.run, first, Work.run, second) }
        }
      }
    }
  }

  private struct Work {
    let body: () -> Void

    static let run: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
      $0?.assumingMemoryBound(to: Work.self).pointee.body()
    }
  }
}
