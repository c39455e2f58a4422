internal import Darkroom

/// A number of places for work; who finds none waits in line.
package final class Turns: Sendable {
  private let seats: Seats

  package init(_ places: Int) { seats = Seats(places) }

  /// Runs `work` when there is a place.
  /// - Throws: `CancellationError` when the task is cancelled while it waits; else what `work` throws.
  package func take<Result>(_ work: () async throws -> Result) async throws -> Result {
    try await StepClock.waiting { try await seats.take() }
    defer { seats.leave() }
    return try await work()
  }
}
