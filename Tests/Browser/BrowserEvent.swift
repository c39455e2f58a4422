import Foundation

/// What the browser told of a window without being asked.
struct BrowserEvent: Sendable {
  enum Kind: Sendable {
    /// An address was asked for, whatever came of it.
    case request(String)
    /// Something was refused, failed or thrown in the page.
    case failure(String)
  }

  let session: String
  let kind: Kind

  /// Nil for what nobody here wants to know.
  init?(_ message: [String: Any]) {
    guard let method = message["method"] as? String, let parameters = message["params"] as? [String: Any] else {
      return nil
    }
    session = message["sessionId"] as? String ?? ""
    switch method {
    case "Network.requestWillBeSent":
      let request = parameters["request"] as? [String: Any]
      kind = .request(request?["url"] as? String ?? "")
    case "Log.entryAdded":
      let entry = parameters["entry"] as? [String: Any]
      kind = .failure(entry?["text"] as? String ?? "")
    case "Runtime.exceptionThrown":
      let details = parameters["exceptionDetails"] as? [String: Any]
      let exception = details?["exception"] as? [String: Any]
      kind = .failure(exception?["description"] as? String ?? details?["text"] as? String ?? "")
    default: return nil
    }
  }
}
