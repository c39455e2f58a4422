import Foundation

/// What a service answers.
struct Reply: Sendable {
  var status: Int
  var headers: [String: String]
  var body: Data
  /// Rules that the request broke.
  var violations: [String] = []
  /// What kind of question a model was asked.
  var question: ModelPrompt.Kind?
  /// What is billed for it, whether the answer says so and arrives or not.
  var bill: Bill?

  init(_ status: Int, headers: [String: String] = [:], body: Data, type: String) {
    self.status = status
    self.headers = headers
    self.headers["Content-Type"] = type
    self.body = body
  }

  init(_ status: Int = 200, headers: [String: String] = [:], json: JSON) {
    self.init(status, headers: headers, body: Data(json.serialized.utf8), type: "application/json")
  }

  init(_ status: Int, headers: [String: String] = [:], html: String) {
    let page = "<!DOCTYPE html><html><head><title>\(html)</title></head><body><h1>\(html)</h1></body></html>"
    self.init(status, headers: headers, body: Data(page.utf8), type: "text/html; charset=utf-8")
  }

  func breaking(_ rules: [String]) -> Reply {
    var reply = self
    reply.violations += rules
    return reply
  }
}
