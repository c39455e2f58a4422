import FlyingFox
import FlyingSocks
import Foundation

/// One service on its port: takes requests, has them answered, and lets go wrong what is to go wrong.
actor Listener {
  nonisolated let service: ServiceID
  nonisolated let port: UInt16
  private nonisolated let answering: any SimulatedService
  private nonisolated let requestLog: RequestLog
  private nonisolated let faults: FaultQueue
  private let reservation: PortReservation
  /// Nil while connections are refused.
  private var server: HTTPServer?
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(
    _ service: ServiceID, port: UInt16, answering: any SimulatedService, requestLog: RequestLog, faults: FaultQueue
  ) throws {
    self.service = service
    self.answering = answering
    self.requestLog = requestLog
    self.faults = faults
    reservation = try PortReservation(port: port)
    self.port = reservation.port
  }

  /// Makes the server, so that `waitUntilReady` has something to wait for.
  func prepare() throws { server = try makeServer() }

  /// Serves until canceled.
  func run() async throws {
    while !Task.isCancelled {
      guard let server else {
        await untilOpened()
        continue
      }
      do {
        try await server.run()
      } catch  where self.server !== server {}
    }
  }

  /// Begins to listen; connections made from here on are accepted or wait in the kernel.
  func waitUntilReady() async throws { try await server?.waitUntilListening(timeout: 30) }

  /// Refuses connections, also those that are open.
  func refuse() async {
    let server = server
    self.server = nil
    await server?.stop()
  }

  /// Accepts connections again.
  func open() async throws {
    guard server == nil else { return }
    server = try makeServer()
    wake()
    try await waitUntilReady()
  }

  private func makeServer() throws -> HTTPServer {
    HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 86_400, logger: .disabled,
      handler: ClosureHTTPHandler { [self] request in try await respond(to: request) })
  }

  private func untilOpened() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if server != nil || Task.isCancelled { continuation.resume() } else { waiting.append(continuation) }
      }
    } onCancel: {
      // The handler is synchronous and the state belongs to the actor: only a task can bridge the two.
      Task { await self.wake() }
    }
  }

  private func wake() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  // MARK: Requests

  private nonisolated func respond(to request: FlyingFox.HTTPRequest) async throws -> HTTPResponse {
    let now = ContinuousClock.now
    var headers: [String: String] = [:]
    for (name, value) in request.headers { headers[name.rawValue.lowercased()] = value }
    let call = Call(
      service: service, method: request.method.rawValue, path: request.target.path(percentEncoded: false),
      query: request.query.map { ($0.name, $0.value) }, headers: headers, body: Array(try await request.bodyData),
      at: now)
    let number = requestLog.note(call)
    let fault = faults.next(at: service)
    let latency = faults.latency(at: service)
    // Latency is what is simulated here, not a way to wait for something.
    if latency > .zero { try await Task.sleep(for: latency) }
    var reply = answering.answer(call, fault: fault.flatMap { $0.isInTheAnswer ? $0 : nil })
    reply.violations += Promises.broken(by: call)
    let response = Wire.response(to: call, reply: reply, fault: fault)
    requestLog.note(number, answered: reply, fault: fault, status: response.map { Int($0.statusCode.code) })
    if let response { return response }
    if case .ip4(_, let peerPort) = request.remoteAddress {
      ConnectionCutter.reset(ownPort: port, peerPort: peerPort)
    }
    return HTTPResponse(statusCode: .internalServerError)
  }
}
