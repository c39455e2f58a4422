/// Takes what happened to a scan to somebody outside of AlbumScan.
package protocol MessageChannel: Sendable {
  var service: ServiceName { get }

  func send(_ event: ScanEvent) async throws(Fault)
}
