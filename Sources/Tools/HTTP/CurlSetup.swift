internal import CCurl
internal import FoundationEssentials

/// Sets the options of a handle, and records whether libcurl accepted all of them.
struct CurlSetup {
  private let easy: UnsafeMutableRawPointer
  private(set) var isComplete = true

  init(_ easy: UnsafeMutableRawPointer) { self.easy = easy }

  mutating func check(_ code: CURLcode) { if code != CURLE_OK { isComplete = false } }

  mutating func set(_ option: CURLoption, _ value: Int) { check(ccurl_set_long(easy, option, value)) }
  mutating func set(_ option: CURLoption, _ value: String?) { check(ccurl_set_string(easy, option, value)) }
  mutating func set(_ option: CURLoption, _ value: UnsafeRawPointer) { check(ccurl_set_pointer(easy, option, value)) }

  mutating func setReceiver(
    _ function: CURLoption, _ data: CURLoption, _ context: UnsafeRawPointer, _ callback: @escaping ccurl_data_callback
  ) {
    check(ccurl_set_data_callback(easy, function, callback))
    set(data, context)
  }

  /// Sets everything but headers and callbacks. `seconds` is the time left until the last byte.
  mutating func set(_ request: HTTPRequest, at address: WebAddress, settings: CurlSettings, seconds: Double) {
    set(CURLOPT_URL, address.text)
    set(CURLOPT_PROTOCOLS_STR, address.isSecure ? "https" : "http")
    // We follow redirects ourselves (`Redirect`).
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_USERAGENT, settings.userAgent)
    // https_proxy and no_proxy in the environment apply, as for any program with libcurl: requests go through an
    // encrypted tunnel. Requests to this computer never use a proxy.
    if address.isLoopback { set(CURLOPT_PROXY, "") }
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)

    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let caFile = settings.caFile {
      set(CURLOPT_CAINFO, caFile)
      set(CURLOPT_CAPATH, nil as String?)
    }
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_PIPEWAIT, 1)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_ACCEPT_ENCODING, "gzip")

    // Use timeouts without signals, and don't wait for the resolver's thread when giving up.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(min(request.limits.connect, seconds)))
    set(CURLOPT_TIMEOUT_MS, Self.milliseconds(seconds))
    check(ccurl_set_large(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(max(request.limits.bytes, 1))))

    guard request.method == .post else { return }
    set(CURLOPT_POST, 1)
    guard let body = request.body, !body.isEmpty else { return set(CURLOPT_COPYPOSTFIELDS, "") }
    check(ccurl_set_large(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    // Set the size first: without it, libcurl would copy only up to the first zero byte.
    body.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { set(CURLOPT_COPYPOSTFIELDS, start) }
    }
  }

  /// The list must live as long as the transfer; the caller frees it.
  mutating func setHeaders(_ headers: [HTTPRequest.Header]) -> UnsafeMutablePointer<curl_slist>? {
    // libcurl's wait for "100 Continue" takes a second if the server doesn't support it.
    var list = curl_slist_append(nil, "Expect:")
    for header in headers {
      // "Name;" tells libcurl to send an empty value.
      let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
      let longer = curl_slist_append(list, line)
      if longer == nil { isComplete = false } else { list = longer }
    }
    check(ccurl_set_list(easy, CURLOPT_HTTPHEADER, list))
    return list
  }

  /// 0 means "no limit" to libcurl.
  private static func milliseconds(_ seconds: Double) -> Int { Int(min(max(seconds * 1000, 1), 86_400_000)) }
}
