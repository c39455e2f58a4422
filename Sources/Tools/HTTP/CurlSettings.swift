/// The options that all transfers of a transport share.
struct CurlSettings: Sendable {
  /// Sent with every request that has no `User-Agent` of its own. libcurl by itself sends none, and services shut out
  /// clients without a name.
  let userAgent: String
  /// Certificates to trust in place of the system's.
  let caFile: String?

  init(userAgent: String, caFile: String?) {
    // A line break here would begin another header.
    let name = String(userAgent.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
    self.userAgent = name.allSatisfy(\.isWhitespace) ? "AlbumScan" : name
    self.caFile = caFile
  }
}
