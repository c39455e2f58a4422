internal import Threads

extension DesktopRound {
  /// The most orders that wait for a bus that hangs; then the newest are kept.
  private static let mostOrders = 64

  /// The thread that talks to the bus. It sleeps in poll(2) while something is shown, and ends when nothing is: then there
  /// is no thread, no connection, and no timer.
  /// - Parameter patience: after this many seconds without an answer, a bus or server counts as dead.
  static func worker(
    on address: String?, patience: Double, tell: @escaping @Sendable (DesktopEvent) -> Void
  ) -> WorkerThread<NotificationStateMachine.Order> {
    WorkerThread(stack: 256 << 10, most: mostOrders) { _, refusal in
      if refusal == .noThread { tell(.unavailable("no thread could be started")) }
    } run: { worker in
      repeat {
        do throws(BusError) {
          let bus = try SessionBus.open(address: address)
          try serve(worker, on: bus, patience: patience, tell)
        } catch {
          // All earlier orders would fail in the same way; later ones try again.
          worker.giveUp(.canceled)
          return tell(.unavailable("the session's bus can't be used: \(error)"))
        }
      } while !worker.retire()
    }
  }

  private static func serve(
    _ worker: WorkerThread<NotificationStateMachine.Order>, on bus: borrowing SessionBus, patience: Double,
    _ tell: (DesktopEvent) -> Void
  ) throws(BusError) {
    var round = DesktopRound(patience: patience)
    while true {
      if worker.isClosed { return try round.takeDown(on: bus) }
      for (_, order) in worker.takeOrders() { try round.take(order, on: bus) }
      for event in try round.listen(to: bus) { tell(event) }
      if round.isIdle { return }
      try round.wait(for: bus, or: worker.wake)
    }
  }
}
