internal import CLinux

/// A second thread for half of the work on a picture. It is started before the sandbox, which allows no new threads.
package enum SecondThread {
  private static let stack = 8 << 20

  /// If there is only one core, or it can't be started, the first thread does everything.
  package static func start() { _ = clinux_start_second_thread(stack) }

  /// Returns when both are done.
  static func run(_ first: () -> Void, alongside second: () -> Void) {
    withoutActuallyEscaping(first) { first in
      withoutActuallyEscaping(second) { second in
        var (first, second) = (first, second)
        withUnsafeMutablePointer(to: &first) { first in
          withUnsafeMutablePointer(to: &second) { second in clinux_run_both(call, first, call, second) }
        }
      }
    }
  }

  /// Does the work for both halves of a range.
  package static func halve(_ range: Range<Int>, _ work: (Range<Int>) -> Void) {
    let middle = range.lowerBound + range.count / 2
    run {
      work(range.lowerBound..<middle)
    } alongside: {
      work(middle..<range.upperBound)
    }
  }

  /// C can't be given a closure, but where one is.
  private static let call: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
    $0?.assumingMemoryBound(to: (() -> Void).self).pointee()
  }
}
