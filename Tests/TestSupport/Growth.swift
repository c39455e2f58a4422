import Glibc

/// How many times as much processor time a piece of work takes where there is four times as much to do: about 4 where that
/// grows with the work, 16 where it grows with its square. Only this thread's time counts, and the least of three tries, so
/// that what else the machine does changes little.
/// - Parameter size: of the smaller piece; large enough to take milliseconds.
package func growth(from size: Int, _ work: (Int) -> Void) -> Double {
  func cost(of size: Int) -> Double {
    (0..<3).map { _ in
      let start = threadTime()
      work(size)
      return threadTime() - start
    }.min()!
  }
  return cost(of: 4 * size) / cost(of: size)
}

/// In seconds.
private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
