internal import CCurl
internal import FoundationEssentials
internal import Threads

/// One transfer: a request with its redirects. It is used only on the worker's thread.
final class CurlTransfer {
  /// The most header bytes in all answers of a transfer. Without a limit, endless headers would fill the memory.
  private static let headerLimit = 256 << 10

  let easy: UnsafeMutableRawPointer
  private let settings: CurlSettings
  private var request: HTTPRequest
  private var address: WebAddress
  private let deadline: Double
  private var followed = 0
  private var wasSent = false
  private var sendsThisRound = 0
  private var sentAt = 0.0
  private var isTooLarge = false
  /// Where the connection of this round leads.
  private var place = Place.everywhere
  /// Whether there were peers to which this round's request may go, and others.
  private var (wasLetIn, wasTurnedAway) = (false, false)
  private var head = ResponseHead()
  private var headerBytes = 0
  private var body = Data()
  private var watch: StallWatch
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Nil if libcurl is out of memory.
  init?(_ request: HTTPRequest, at address: WebAddress, settings: CurlSettings, now: Double) {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    self.settings = settings
    self.request = request
    self.address = address
    deadline = now + request.limits.total
    watch = StallWatch(patience: request.limits.stalled)
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headerList)
    errorText.deallocate()
  }

  /// Prepares the handle for the next round. False if libcurl rejects an option, which happens when it is out of
  /// memory.
  func prepare(now: Double) -> Bool {
    sendsThisRound = 0
    place = address.place
    (wasLetIn, wasTurnedAway) = (false, false)
    head = ResponseHead()
    body.removeAll()
    watch = StallWatch(patience: request.limits.stalled)
    errorText.pointee = 0
    curl_easy_reset(easy)
    var setup = CurlSetup(easy)
    setup.set(request, at: address, settings: settings, seconds: deadline - now)
    curl_slist_free_all(headerList)
    headerList = setup.setHeaders(request.headers)
    let me = Unmanaged.passUnretained(self).toOpaque()
    setup.set(CURLOPT_ERRORBUFFER, UnsafeRawPointer(errorText))
    setup.setReceiver(CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA, me) { bytes, size, count, me in
      CurlTransfer.at(me)?.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    setup.setReceiver(CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA, me) { bytes, size, count, me in
      CurlTransfer.at(me)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    setup.check(
      ccurl_set_socket_callback(
        easy,
        { me, _, address in
          guard let transfer = CurlTransfer.at(me), let address, transfer.mayConnect(to: address) else {
            return CURL_SOCKET_BAD
          }
          return ccurl_open_socket(address)
        }, me))
    setup.check(
      ccurl_set_send_callback(
        easy,
        { me, peer, _, port, _ in
          guard let transfer = CurlTransfer.at(me), let peer else { return CURL_PREREQFUNC_ABORT }
          return transfer.maySend(to: String(cString: peer), port: port) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }, me))
    return setup.isComplete
  }

  /// How the transfer has ended when libcurl ends a round with `code`; nil if a redirect has to be followed, with the same
  /// handle.
  func end(_ code: CURLcode) -> Result<HTTPResponse, HTTPError>? {
    guard code == CURLE_OK else { return .failure(failure(code)) }
    var status = 0
    ccurl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
    if Redirect.isRedirect(status), let location = head.value(of: "location") {
      var target: UnsafeMutablePointer<CChar>?
      ccurl_get_string(easy, CURLINFO_REDIRECT_URL, &target)
      guard let target else { return .failure(.badRedirect("to \(location)")) }
      if request.limits.redirects == nil { return answer(status, leadingTo: String(cString: target)) }
      return follow(status, to: String(cString: target))
    }
    return answer(status)
  }

  private func answer(_ status: Int, leadingTo target: String? = nil) -> Result<HTTPResponse, HTTPError>? {
    var response = HTTPResponse(
      status: status, headers: head.headers, body: body, url: address.text, target: target)
    response.place = place
    var connections = 1
    ccurl_get_long(easy, CURLINFO_NUM_CONNECTS, &connections)
    if connections == 0 { response.roundTrip = .seconds(MonotonicClock.now - sentAt) }
    return .success(response)
  }

  /// The error if the answer has begun, but has been too slow for too long.
  func stalled(now: Double) -> HTTPError? {
    guard head.hasBegun, watch.isStalled(bytes: headerBytes + body.count, now: now) else { return nil }
    return .timedOut("fewer than 1000 bytes per second for \(request.limits.stalled) seconds")
  }

  /// When to call `stalled` again.
  var nextLook: Double? { watch.nextLook }

  private func follow(_ status: Int, to target: String) -> Result<HTTPResponse, HTTPError>? {
    do {
      (request, address) = try Redirect.next(
        after: request, at: address, in: place, status: status, to: target, followed: followed)
    } catch { return .failure(error) }
    followed += 1
    return nil
  }

  private func failure(_ code: CURLcode) -> HTTPError {
    if isTooLarge { return .tooLarge(limit: request.limits.bytes) }
    if wasTurnedAway, !wasLetIn { return .badRedirect(intoOwnNetwork: address.text) }
    if sendsThisRound > 1 { return .broken("the connection was closed, and requests aren't sent twice") }
    var systemError = 0
    ccurl_get_long(easy, CURLINFO_OS_ERRNO, &systemError)
    var lookupTime: curl_off_t = 0
    ccurl_get_large(easy, CURLINFO_NAMELOOKUP_TIME_T, &lookupTime)
    let said = String(cString: errorText)
    return .failed(
      code, detail: said.isEmpty ? String(cString: curl_easy_strerror(code)) : said, wasSent: wasSent,
      wasResolved: lookupTime > 0, errno: Int32(truncatingIfNeeded: systemError), limit: request.limits.bytes)
  }

  // MARK: Called by libcurl

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether the request may go to a peer: to where its name really leads, which a text can't tell. Of a name with
  /// several addresses, libcurl then tries the others.
  ///
  /// Only a proxy has another port than the address. It connects for us, so where to is unknown, and the text decides.
  private func mayEnter(_ peer: String, port: Int32) -> Bool {
    if String(port) == address.port { place = Place(ip: peer) ?? .thisComputer }
    let mayEnter = request.mayEnter(place)
    if mayEnter { wasLetIn = true } else { wasTurnedAway = true }
    return mayEnter
  }

  private func mayConnect(to address: UnsafePointer<curl_sockaddr>) -> Bool {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CCURL_ADDRESS_SIZE)) { text in
      let port = ccurl_port_of(address, text.baseAddress)
      return port >= 0 && text.baseAddress.map { mayEnter(String(cString: $0), port: port) } ?? false
    }
  }

  /// Checks the peer again, which may be at the end of a kept connection.
  ///
  /// libcurl silently resends a request if such a connection turns out to be dead. We prevent this: a call may cost
  /// money, and its rate is limited.
  private func maySend(to peer: String, port: Int32) -> Bool {
    guard mayEnter(peer, port: port) else { return false }
    sendsThisRound += 1
    wasSent = true
    sentAt = MonotonicClock.now
    return sendsThisRound == 1
  }

  private func takeHeader(_ line: UnsafeRawBufferPointer) -> Int {
    headerBytes += line.count
    guard headerBytes <= Self.headerLimit else {
      isTooLarge = true
      return 0
    }
    head.take(String(decoding: line, as: UTF8.self))
    return line.count
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= request.limits.bytes else {
      isTooLarge = true
      return 0
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }
}

/// The header lines of a response, as libcurl delivers them.
struct ResponseHead {
  private(set) var headers: [HTTPRequest.Header] = []
  /// True once the final answer's status line has arrived; interim answers (1xx) don't count.
  private(set) var hasBegun = false
  private var isOver = false

  /// Processes one line: a status line starts a new head, an empty line ends it, and anything after that (trailers) is
  /// ignored.
  mutating func take(_ line: String) {
    let line = line.trimmingSuffix { $0.isNewline || $0 == " " || $0 == "\t" }
    if line.hasPrefix("HTTP/") {
      headers = []
      isOver = false
      hasBegun = !line.drop { $0 != " " }.hasPrefix(" 1")
    } else if line.isEmpty {
      isOver = true
    } else if !isOver, let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(.init(String(line[..<colon]), String(value)))
    }
  }

  func value(of name: String) -> String? { headers.last { $0.name.lowercased() == name }?.value }
}

extension String {
  fileprivate func trimmingSuffix(while isLeft: (Character) -> Bool) -> Substring {
    var rest = self[...]
    while let last = rest.last, isLeft(last) { rest.removeLast() }
    return rest
  }
}

/// Detects that a response has begun, but arrives too slowly for too long.
///
/// libcurl's own low-speed limit also counts the time before the first byte, and a model may think for a minute. This
/// one starts with the first byte.
struct StallWatch {
  /// In bytes per second; anything less counts as slow.
  static let floor = 1000.0

  /// How many seconds an answer may be slow.
  let patience: Double
  private var mark: (time: Double, bytes: Int)?
  private var slowSince: Double?

  init(patience: Double) { self.patience = patience }

  /// When to ask again, on the clock of `isStalled`; nil before the first call.
  var nextLook: Double? { mark.map { $0.time + interval } }

  /// The speed is measured over this many seconds.
  private var interval: Double { min(1, patience / 4) }

  /// - Parameter bytes: all that has arrived so far.
  mutating func isStalled(bytes: Int, now: Double) -> Bool {
    guard let last = mark else {
      mark = (now, bytes)
      return false
    }
    guard now >= last.time + interval else { return false }
    let speed = Double(bytes - last.bytes) / (now - last.time)
    slowSince = speed < Self.floor ? slowSince ?? last.time : nil
    mark = (now, bytes)
    return slowSince.map { now - $0 >= patience } ?? false
  }
}
