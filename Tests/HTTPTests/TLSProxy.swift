import Glibc
import SystemPackage
import TestSupport

/// nghttpx before a `LoopbackServer`: TLS and HTTP/2 outside, plain HTTP/1.1 inside, with certificates made here. Ends with
/// its last reference.
final class TLSProxy: Sendable {
  /// What the server shows to its callers.
  enum Certificate: Sendable { case valid, expired, forAnotherHost }

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// The programs that this needs; a test that uses it is disabled where one is missing.
  static let isAvailable = openssl != nil && nghttpx != nil

  let port: UInt16
  private let folder: TemporaryFolder
  private let program: SpawnedProgram

  /// The certificate authority that signed the server's certificate.
  var caFile: String { folder.appending("ca.pem").string }

  init(before server: LoopbackServer, showing certificate: Certificate = .valid) throws {
    folder = try TemporaryFolder()
    let reserved = try LoopbackSocket()
    port = reserved.port
    reserved.close()
    try Self.makeCertificates(in: folder, certificate)
    guard let nghttpx = Self.nghttpx else { throw Failure(description: "nghttpx is missing") }
    program = try SpawnedProgram(
      nghttpx,
      [
        "--conf=/dev/null", "--single-process", "--single-thread", "--no-location-rewrite", "--errorlog-file=/dev/null",
        "--frontend=127.0.0.1,\(port)", "--backend=127.0.0.1,\(server.port)", folder.appending("server.key").string,
        folder.appending("server.pem").string,
      ])
    try untilListening()
  }

  func url(_ path: String = "/", host: String = "localhost") -> String { "https://\(host):\(port)\(path)" }

  /// nghttpx doesn't tell when it listens: only trying shows.
  private func untilListening() throws {
    for _ in 0..<3000 {
      let attempt = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(attempt) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let isThere = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(attempt, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      if isThere { return }
      usleep(20_000)
    }
    throw Failure(description: "nghttpx doesn't listen")
  }

  private static func makeCertificates(in folder: TemporaryFolder, _ certificate: Certificate) throws {
    func file(_ name: String) -> String { folder.appending(name).string }
    let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout"]
    let name = certificate == .forAnotherHost ? "DNS:another.example" : "DNS:localhost,IP:127.0.0.1"
    try openssl(
      ["req", "-x509"] + newKey + [file("ca.key"), "-out", file("ca.pem"), "-subj", "/CN=Test", "-days", "2"])
    try openssl(
      ["req"] + newKey + [file("server.key"), "-out", file("server.csr"), "-subj", "/CN=test"]
        + ["-addext", "subjectAltName=\(name)"])
    try openssl(
      ["x509", "-req", "-in", file("server.csr"), "-out", file("server.pem")]
        + ["-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-copy_extensions", "copy"]
        + ["-days", certificate == .expired ? "-1" : "2"])
  }

  private static func openssl(_ arguments: [String]) throws {
    guard let openssl, try SpawnedProgram(openssl, arguments).wait() == .exited(0) else {
      throw Failure(description: "openssl \(arguments) failed")
    }
  }

  private static let openssl = path(of: "openssl")
  private static let nghttpx = path(of: "nghttpx")

  /// Debian keeps nghttpx in a folder that isn't on everyone's path.
  private static func path(of name: String) -> String? {
    ["/usr/bin", "/usr/sbin", "/usr/local/bin"].map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
