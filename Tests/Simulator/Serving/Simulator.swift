package import DrawnCovers
import Foundation
import Synchronization

/// The outside services on 127.0.0.1: strict in what they accept, and seeing what they are sent.
///
///     try await withSimulator { simulator in
///       simulator.fail(.musicbrainz, with: .status(503, .seconds(2)), times: 1)
///       // … run something against simulator.baseURL(.anthropic) …
///       #expect(simulator.violations.isEmpty)
///     }
package final class Simulator: Sendable {
  package struct Options: Sendable {
    package var albums = DrawnCollection.albums
    /// The least time between two requests that MusicBrainz stands on average, and how much of it may get lost on the way.
    package var musicBrainzInterval: Duration = .seconds(1)
    package var musicBrainzTolerance: Duration = .milliseconds(250)
    /// One request in so many is refused by MusicBrainz's gateway, which has too much to do; 0 for none.
    package var musicBrainzShedsOneIn = 6
    /// Whether bodies stay in the log.
    package var keepsBodies = true
    /// Whether Anthropic takes a search tool and a schema in one request. No source says so, so that it doesn't.
    package var allowsSearchWithSchema = false
    /// The only key that a provider of models, or ntfy, takes; any, or none, for the others.
    package var keys: [ServiceID: String] = [:]
    /// Fixed ports; any free one for the others.
    package var ports: [ServiceID: UInt16] = [:]
    package var controlPort: UInt16 = 0

    package init() {}
  }

  private let requestLog: RequestLog
  private let faults: FaultQueue
  private let directory: AddressBook
  private let listeners: [ServiceID: Listener]
  private let control: ControlListener

  init(_ options: Options) throws {
    let requestLog = RequestLog(keepsBodies: options.keepsBodies)
    let faults = FaultQueue()
    let simulatedModel = SimulatedModel(albums: options.albums)
    let entries = CatalogEntry.entries(of: options.albums)
    let clock = RequestRateMonitor(interval: options.musicBrainzInterval, tolerance: options.musicBrainzTolerance)
    let directory = AddressBook()
    let services: [ServiceID: any SimulatedService] = [
      .anthropic: AnthropicService(
        simulatedModel: simulatedModel, allowsSearchWithSchema: options.allowsSearchWithSchema,
        key: options.keys[.anthropic]),
      .openai: OpenAIService(simulatedModel: simulatedModel, key: options.keys[.openai]),
      .compatible: CompatibleService(simulatedModel: simulatedModel),
      .musicbrainz: MusicBrainzService(
        entries: entries, clock: clock, shedding: ShedLoad(oneIn: options.musicBrainzShedsOneIn),
        own: { directory.address(of: .musicbrainz) }),
      .coverart: CoverArtService(
        entries: entries, archive: { directory.address(of: .archive) }, own: { directory.address(of: .coverart) }),
      .archive: ArchiveService(entries: entries, own: { directory.address(of: .archive) }),
      .ntfy: NtfyService(token: options.keys[.ntfy]),
    ]
    var listeners: [ServiceID: Listener] = [:]
    for (id, service) in services {
      let listener = try Listener(
        id, port: options.ports[id] ?? 0, answering: service, requestLog: requestLog, faults: faults)
      listeners[id] = listener
      directory.set("http://127.0.0.1:\(listener.port)", for: id)
    }
    (self.requestLog, self.faults, self.listeners, self.directory) = (requestLog, faults, listeners, directory)
    control = try ControlListener(port: options.controlPort)
  }

  // MARK: Where

  /// The plain address of a service, without a path.
  package func address(_ service: ServiceID) -> String { "http://127.0.0.1:\(port(service))" }

  /// What stands in the setting that names the service, as visitors reach it: `musicbrainz.baseURL` ends in `/ws/2`.
  package func baseURL(_ service: ServiceID) -> String { directory.address(of: service) + service.basePath }

  package func port(_ service: ServiceID) -> UInt16 { listeners[service]?.port ?? 0 }

  package var controlAddress: String { "http://127.0.0.1:\(control.port)" }

  /// Says that visitors reach a service at another address, through a TLS front.
  func present(_ service: ServiceID, at address: String) { directory.set(address, for: service) }

  // MARK: What happened

  package var requests: [RequestRecord] { requestLog.requests }

  package func requests(to service: ServiceID) -> [RequestRecord] { requests.filter { $0.service == service } }

  /// The questions to models, which a provider bills.
  package var paidCalls: [RequestRecord] { requests.filter(\.isPaid) }

  package var violations: [Violation] { requestLog.violations }

  // MARK: What goes wrong

  /// Has the next requests to a service fail, behind faults that are waiting already.
  ///
  /// - Parameter times: For how many requests; nil for all until cleared. `.refused` is always until cleared.
  package func fail(_ service: ServiceID, with fault: SimulatedFault, times: Int? = nil) async {
    if fault == .refused { await listeners[service]?.refuse() } else { faults.add(fault, at: service, times: times) }
  }

  /// Lets a service work again.
  package func heal(_ service: ServiceID) async throws {
    faults.clear(service)
    try await listeners[service]?.open()
  }

  package func slow(_ service: ServiceID, by latency: Duration) { faults.setLatency(latency, at: service) }

  // MARK: Serving

  /// Serves until canceled; `body` begins once all services listen.
  func run(_ body: @Sendable () async throws -> Void) async throws {
    for listener in listeners.values { try await listener.prepare() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for listener in listeners.values { group.addTask { try await listener.run() } }
      group.addTask { [self] in try await control.run(self) }
      for listener in listeners.values { try await listener.waitUntilReady() }
      try await control.waitUntilReady()
      defer { group.cancelAll() }
      try await body()
    }
  }
}

/// Serves the outside while `body` runs.
package func withSimulator<R: Sendable>(
  _ options: Simulator.Options = Simulator.Options(),
  _ body: @escaping @Sendable (Simulator) async throws -> R
) async throws -> R {
  let simulator = try Simulator(options)
  let result = Mutex<Result<R, any Error>?>(nil)
  do {
    try await simulator.run {
      let outcome: Result<R, any Error>
      do { outcome = .success(try await body(simulator)) } catch { outcome = .failure(error) }
      result.withLock { $0 = outcome }
    }
  } catch  where result.withLock({ $0 != nil }) {
    // The servers were canceled because the body is done: what they say to that is of no interest.
  }
  guard let outcome = result.withLock({ $0 }) else { throw CancellationError() }
  return try outcome.get()
}
