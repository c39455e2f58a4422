import Foundation
import ImagingClient
import ImagingProtocol
import Simulator

/// Runs a test in a home of its own, with services of its own.
func withTestHome<Result: Sendable>(
  _ provider: ServiceID = .anthropic, _ settings: [String: String?] = [:],
  keys: [ServiceID] = [.anthropic, .openai], options: Simulator.Options = .quick,
  _ body: @escaping @Sendable (TestHome, Simulator) async throws -> Result
) async throws -> Result {
  try await withServices(options) { simulator in
    try await body(try TestHome(simulator, provider: provider, settings, keys: keys), simulator)
  }
}

/// Runs a test with services of its own, when there is room for it: each test brings some programs along, and a machine
/// that runs all of them at once only shows how patient everybody is.
func withServices<Result: Sendable>(
  _ options: Simulator.Options = .quick, _ body: @escaping @Sendable (Simulator) async throws -> Result
) async throws -> Result {
  try await limit.acquire()
  defer { limit.release() }
  return try await withSimulator(options, body)
}

/// So many tests run at once; more wait in line.
private let limit = AsyncSemaphore(3 * ProcessInfo.processInfo.activeProcessorCount)

extension Simulator.Options {
  /// A catalog that may be asked ten times a second, as `TestHome` has it, and that sheds no load, so that requests can
  /// be counted; the public server has tests of its own, and so has its pace (`PaceTests`). Here a crowd is caught, and what
  /// a busy machine loses between sending and reading isn't: that is often more than one of these short intervals.
  static var quick: Simulator.Options {
    var options = Simulator.Options()
    options.musicBrainzInterval = .milliseconds(100)
    options.musicBrainzTolerance = .milliseconds(500)
    options.musicBrainzShedsOneIn = 0
    return options
  }
}
