import Foundation

/// An ntfy server: takes messages as JSON at its root, as docs.ntfy.sh/publish has it, and refuses what the real one does.
struct NtfyService: SimulatedService {
  /// The only access token that may write; nil lets everybody.
  let token: String?

  func answer(_ call: Call, fault: SimulatedFault?) -> Reply {
    if call.method == "GET", call.path == "/v1/health" { return Reply(json: ["healthy": .bool(true)]) }
    guard call.path == "/", ["POST", "PUT"].contains(call.method) else {
      return ErrorBody.ntfy(404, code: 40401, "page not found").breaking(["\(call.method) \(call.path)"])
    }
    if call.query.contains(where: { ["auth", "token"].contains($0.name) }) {
      return ErrorBody.ntfy(400, code: 40001, "bad request").breaking(["a token in the address"])
    }
    // The body may have twice the size of a message.
    guard call.body.count <= 2 * Self.most else {
      return ErrorBody.ntfy(413, code: 41303, "JSON body too large").breaking(["\(call.body.count) bytes"])
    }
    guard let message = try? JSONParser.parse(call.body), let members = message.members else {
      return ErrorBody.ntfy(400, code: 40024, "invalid request: request body must be message JSON").breaking(["no JSON"]
      )
    }
    guard let topic = message["topic"]?.text, topic.wholeMatch(of: Self.name) != nil, !Self.reserved.contains(topic)
    else { return ErrorBody.ntfy(400, code: 40009, "invalid request: topic invalid").breaking(["the topic"]) }
    if let token {
      guard let given = call.headers["authorization"] else { return ErrorBody.ntfy(403, code: 40301, "forbidden") }
      guard given == "Bearer \(token)" else { return ErrorBody.ntfy(401, code: 40101, "unauthorized") }
    }
    let broken = Self.violations(message, members.map(\.name))
    guard broken.isEmpty else {
      return ErrorBody.ntfy(400, code: 40024, "invalid request: \(broken[0])").breaking(broken)
    }
    var answer: [JSON.Member] = [
      .init(name: "id", value: .string(String(DrawnID.next().prefix(12)))),
      .init(name: "time", value: .int(Int(Date().timeIntervalSince1970))), .init(name: "event", value: "message"),
    ]
    answer += members
    return Reply(200, json: .object(answer))
  }

  private static func violations(_ message: JSON, _ names: [String]) -> [String] {
    var broken: [String] = []
    for name in names where !known.contains(name) { broken.append("an unknown field: \(name)") }
    for name in ["title", "message", "sequence_id"] where message[name].map({ $0.text == nil }) ?? false {
      broken.append("\(name) isn't a text")
    }
    // A longer one would become a file that the phone has to fetch.
    if let text = message["message"]?.text, text.utf8.count > most { broken.append("the message is too long") }
    if message["message"]?.text?.isEmpty != false { broken.append("without a text it says 'triggered'") }
    if let priority = message["priority"], !(priority.int.map((1...5).contains) ?? false) {
      broken.append("the priority isn't from 1 to 5")
    }
    if let id = message["sequence_id"]?.text, id.wholeMatch(of: name) == nil { broken.append("the sequence_id") }
    return broken
  }

  private static let most = 4096
  private nonisolated(unsafe) static let name = /[-_A-Za-z0-9]{1,64}/
  private static let known = [
    "topic", "message", "title", "tags", "priority", "click", "icon", "attach", "filename", "actions", "markdown",
    "delay", "email", "call", "sequence_id",
  ]
  private static let reserved = ["docs", "static", "file", "app", "account", "settings", "signup", "login", "v1"]
}
