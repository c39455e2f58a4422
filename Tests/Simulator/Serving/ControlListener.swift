import FlyingFox
import FlyingSocks
import Foundation

/// The simulator's own port, for scripts: `POST /faults`, `DELETE /faults`, `POST /latency`,
/// `GET /requests`, `GET /violations`.
actor ControlListener {
  nonisolated let port: UInt16
  private let reservation: PortReservation
  private let server: HTTPServer

  init(port: UInt16) throws {
    reservation = try PortReservation(port: port)
    self.port = reservation.port
    server = HTTPServer(address: try sockaddr_in.inet(ip4: "127.0.0.1", port: reservation.port), logger: .disabled)
  }

  func run(_ simulator: Simulator) async throws {
    await server.appendRoute("*") { request in try await Self.answer(request, simulator) }
    try await server.run()
  }

  func waitUntilReady() async throws { try await server.waitUntilListening(timeout: 30) }

  private static func answer(_ request: FlyingFox.HTTPRequest, _ simulator: Simulator) async throws -> HTTPResponse {
    let body = try await request.bodyData
    switch (request.method, request.path) {
    case (.GET, "/requests"): return respond(.array(simulator.requests.map(json)))
    case (.GET, "/violations"): return respond(.array(simulator.violations.map(json)))
    case (.POST, "/faults"):
      guard let json = try? JSONParser.parse(body), let service = service(json), let fault = SimulatedFault(json) else {
        return respond(
          ["error": "wanted: {\"service\":\"anthropic\",\"fault\":\"status\",\"status\":429,\"times\":1}"], 400)
      }
      await simulator.fail(service, with: fault, times: json["times"]?.int)
      return respond(["ok": true])
    case (.DELETE, "/faults"):
      for service in ServiceID.allCases { try await simulator.heal(service) }
      return respond(["ok": true])
    case (.POST, "/latency"):
      guard let json = try? JSONParser.parse(body), let service = service(json), let wait = json["milliseconds"]?.int
      else { return respond(["error": "wanted: {\"service\":\"anthropic\",\"milliseconds\":200}"], 400) }
      simulator.slow(service, by: .milliseconds(wait))
      return respond(["ok": true])
    default:
      return respond(["error": "POST or DELETE /faults, POST /latency, GET /requests, GET /violations"], 404)
    }
  }

  private static func service(_ json: JSON) -> ServiceID? { json["service"]?.text.flatMap(ServiceID.init) }

  private static func respond(_ json: JSON, _ status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      statusCode: HTTPStatusCode(status, phrase: "Control"), headers: [.contentType: "application/json"],
      body: Data((json.serialized + "\n").utf8))
  }

  private static func json(_ request: RequestRecord) -> JSON {
    [
      "number": .int(request.number), "service": .string(request.service.rawValue), "method": .string(request.method),
      "path": .string(request.path),
      "query": .object(request.query.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: .string($0.value)) }),
      "bytes": .int(request.bytes), "question": .optional(request.question), "paid": .bool(request.isPaid),
      "bill": request.bill.map(json) ?? .null,
      "status": request.status.map(JSON.int) ?? .null, "fault": .optional(request.fault),
      // So that a caller can place it on its own clock.
      "millisecondsAgo": .int(Int((ContinuousClock.now - request.at) / .milliseconds(1))),
    ]
  }

  private static func json(_ bill: Bill) -> JSON {
    [
      "model": .string(bill.model), "inputTokens": .int(bill.inputTokens), "outputTokens": .int(bill.outputTokens),
      "searches": .int(bill.searches),
    ]
  }

  private static func json(_ violation: Violation) -> JSON {
    [
      "service": .string(violation.service.rawValue), "request": .int(violation.request),
      "rule": .string(violation.rule),
    ]
  }
}
