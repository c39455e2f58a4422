import FlyingFox
import Foundation

/// How an answer travels: as it should, or with a fault.
enum Wire {
  /// Nil where the connection is to be reset.
  static func response(to call: Call, reply: Reply, fault: SimulatedFault?) -> HTTPResponse? {
    var reply = reply
    if call.method == "HEAD" { reply.body = Data() }
    switch fault {
    case .reset?, .refused?: return nil
    case .status(let status, let retryAfter)?:
      var headers = ["Content-Type": "application/json"]
      switch retryAfter {
      case .seconds(let seconds)?: headers["Retry-After"] = String(seconds)
      case .date(let seconds)?: headers["Retry-After"] = httpDate(Date(timeIntervalSinceNow: Double(seconds)))
      case .text(let text)?: headers["Retry-After"] = text
      case nil: break
      }
      return response(ErrorBody.reply(status, at: call.service, message: "Simulated: \(status)", headers: headers))
    case .redirect(let lure)?:
      return response(Reply(302, headers: ["Location": place(lure, for: call)], html: "302 Found"))
    case .wrongType?:
      reply.headers["Content-Type"] = reply.headers["Content-Type"] == "text/html" ? "image/jpeg" : "text/html"
      return response(reply)
    case .offlinePage?: return response(Reply(200, html: "Internet Archive: Temporarily Offline"))
    case .html?: return response(Reply(200, html: "502 Bad Gateway"))
    case .invalidUTF8?: return response(altered(reply, Data([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0xc3, 0x28, 0x7d])))
    case .notJSON?: return response(altered(reply, Data("upstream connect error".utf8)))
    case .wrongShape?: return response(altered(reply, Data(#"{"ok":true,"result":[1,2,3]}"#.utf8)))
    case .stall?: return response(reply, WireBody(content: .data(Data(), piece: 1), ending: .never), reply.body.count)
    case .drip(let rate)?:
      let piece = max(1, rate / 4)
      let pause = Duration.seconds(Double(piece) / Double(max(1, rate)))
      return response(reply, WireBody(content: .data(reply.body, piece: piece), pause: pause), reply.body.count)
    case .truncated?:
      let half = reply.body.prefix(reply.body.count / 2)
      return response(
        reply, WireBody(content: .data(Data(half), piece: 4096), ending: .abrupt), max(2, reply.body.count))
    case .gigantic(let bytes)?: return response(reply, WireBody(content: .gigantic(bytes)), max(16, bytes))
    default: return response(reply)
    }
  }

  private static func place(_ lure: SimulatedFault.Lure, for call: Call) -> String {
    switch lure {
    case .loop: itself(call)
    case .plain: "http://example.org\(call.path)"
    case .network: "https://192.168.0.1\(call.path)"
    case .file: "file:///etc/passwd"
    }
  }

  /// The same once more, its question included.
  private static func itself(_ call: Call) -> String {
    var address = URLComponents()
    address.path = call.path
    if !call.query.isEmpty { address.queryItems = call.query.map { URLQueryItem(name: $0.name, value: $0.value) } }
    // A plus sign would be read as a space.
    return address.percentEncodedPath + (address.percentEncodedQuery.map { "?\($0.replacing("+", with: "%2B"))" } ?? "")
  }

  private static func altered(_ reply: Reply, _ body: Data) -> Reply {
    var reply = reply
    reply.status = 200
    reply.body = body
    return reply
  }

  private static func response(_ reply: Reply) -> HTTPResponse {
    HTTPResponse(statusCode: status(reply), headers: headers(reply), body: reply.body)
  }

  private static func response(_ reply: Reply, _ body: WireBody, _ count: Int) -> HTTPResponse {
    HTTPResponse(
      statusCode: status(reply), headers: headers(reply),
      body: HTTPBodySequence(from: body, count: count, suggestedBufferSize: 65_536))
  }

  private static func status(_ reply: Reply) -> HTTPStatusCode { HTTPStatusCode(reply.status, phrase: "Simulated") }

  private static func headers(_ reply: Reply) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for (name, value) in reply.headers { headers[HTTPHeader(name)] = value }
    return headers
  }

  /// RFC 9110, 5.6.7.
  private static func httpDate(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }
}
