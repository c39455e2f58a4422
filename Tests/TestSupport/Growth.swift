import Glibc

/// Whether the processor time of a piece of work grows with the work rather than with its square: where there is eight times
/// as much to do, it takes about 8 times as long, not 64 times.
///
/// Only this thread's time counts, and the least of three tries by turns. A core that shares its units with a busy one takes
/// up to twice as long, so the limit lies half way between the two.
/// - Parameter size: of the smaller piece; large enough to take milliseconds.
package func isLinear(from size: Int, _ work: (Int) -> Void) -> Bool {
  func cost(of size: Int) -> Double {
    let start = threadTime()
    work(size)
    return threadTime() - start
  }
  let tries = (0..<3).map { _ in (small: cost(of: size), large: cost(of: 8 * size)) }
  return tries.map(\.large).min()! < 22 * tries.map(\.small).min()!
}

/// In seconds.
private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
