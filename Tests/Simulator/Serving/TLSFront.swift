import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// TLS and HTTP/2 before the simulator: `nghttpx` on a port of its own for each service, with a certificate of a made-up
/// authority, so that a client meets what it meets in life.
package final class TLSFront: Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// What the services show to their visitors.
  package enum Certificate: String, CaseIterable, Sendable { case valid, expired, forAnotherHost, selfSigned }

  /// The authority's certificate, for `network.caFile`.
  package let caFile: String
  /// What the services prove themselves with.
  package var keyFile: String { folder + "/server.key" }
  package var certificateFile: String { folder + "/server.pem" }
  private let folder: String
  private let ports = Mutex<[ServiceID: UInt16]>([:])
  /// A proxy runs as long as its leash is open: not past us, whatever becomes of us.
  private let leashes = Mutex<[FileHandle]>([])

  /// Waits at the end of the leash. A signal wouldn't do: children of a thread pool's threads begin with signals blocked.
  private static let keeper = #""$@" & read -r _; kill -9 $!"#

  /// Whether the programs are there that it takes.
  package static var isAvailable: Bool {
    (try? tool("nghttpx", package: "")) != nil && (try? tool("openssl", package: "")) != nil
  }

  package func port(_ service: ServiceID) -> UInt16 { ports.withLock { $0[service] ?? 0 } }

  /// Puts a front before every service, and has the simulator name the new addresses.
  ///
  /// - Throws: `Failure` where `nghttpx` or `openssl` is missing or doesn't start.
  package init(before simulator: Simulator, showing certificate: Certificate = .valid) async throws {
    let nghttpx = try Self.tool("nghttpx", package: "nghttp2-proxy")
    let openssl = try Self.tool("openssl", package: "openssl")
    folder = FileManager.default.temporaryDirectory.appending(path: "simulator-tls-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    caFile = folder + "/ca.pem"
    try await makeCertificates(certificate, with: openssl)
    for service in ServiceID.allCases {
      let port = try await start(nghttpx, before: simulator.port(service))
      ports.withLock { $0[service] = port }
      simulator.present(service, at: "https://localhost:\(port)")
    }
  }

  deinit { stop() }

  /// Lets the proxies go, which end soon after, and removes keys and certificates. Nobody waits for them: that would keep
  /// a thread of the pool, of which there may be two.
  package func stop() {
    let leashes = leashes.withLock { leashes in
      defer { leashes = [] }
      return leashes
    }
    for leash in leashes { try? leash.close() }
    try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: Certificates

  private func makeCertificates(_ certificate: Certificate, with openssl: String) async throws {
    let names = certificate == .forAnotherHost ? "DNS:another.example" : "DNS:localhost,IP:127.0.0.1"
    try Data("subjectAltName=\(names)\nbasicConstraints=CA:FALSE\n".utf8)
      .write(to: URL(filePath: folder + "/server.ext"))
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    try await Self.run(
      openssl,
      ["req", "-x509"] + curve + [
        "-keyout", folder + "/ca.key", "-out", caFile, "-days", "2", "-subj", "/CN=Simulated Authority",
      ])
    try await Self.run(
      openssl,
      ["req"] + curve + ["-keyout", folder + "/server.key", "-out", folder + "/server.csr", "-subj", "/CN=localhost"])
    let signing = ["-in", folder + "/server.csr", "-out", folder + "/server.pem", "-extfile", folder + "/server.ext"]
    switch certificate {
    case .selfSigned:
      try await Self.run(openssl, ["x509", "-req", "-signkey", folder + "/server.key", "-days", "2"] + signing)
    case .valid, .expired, .forAnotherHost:
      let days = certificate == .expired ? "-1" : "2"
      try await Self.run(
        openssl,
        ["x509", "-req", "-CA", caFile, "-CAkey", folder + "/ca.key", "-CAcreateserial", "-days", days] + signing)
    }
  }

  // MARK: Proxies

  private func start(_ nghttpx: String, before port: UInt16) async throws -> UInt16 {
    // The proxy binds with SO_REUSEADDR too: the reservation keeps others away until it listens.
    let reservation = try PortReservation()
    let process = Process()
    let leash = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", Self.keeper, "sh"] + [
        nghttpx, "--frontend=127.0.0.1,\(reservation.port)", "--backend=127.0.0.1,\(port)", "--single-process",
        "--workers=1", "--conf=/dev/null", "--errorlog-file=/dev/null", "--accesslog-file=/dev/null", "--no-ocsp",
        "--no-server-rewrite", "--no-location-rewrite", folder + "/server.key", folder + "/server.pem",
      ]
    process.standardInput = leash
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    leashes.withLock { $0.append(leash.fileHandleForWriting) }
    for _ in 0..<3000 {
      if LoopbackProbe.accepts(reservation.port) { return reservation.port }
      guard process.isRunning else { break }
      // Another program's start can only be seen from outside: ask again until it listens.
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Failure(description: "nghttpx didn't begin to listen within a minute. Try it by hand: \(nghttpx) --version")
  }

  // MARK: Tools

  private static func tool(_ name: String, package: String) throws(Failure) -> String {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") + ["/usr/sbin", "/usr/bin"]
    for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
      return "\(folder)/\(name)"
    }
    throw Failure(description: "\(name) is missing, which serves TLS here. Install it: sudo apt install \(package)")
  }

  private static func run(_ tool: String, _ arguments: [String]) async throws {
    let ended = try await Subprocess.run(
      .path(FilePath(tool)), arguments: Arguments(arguments), output: .discarded, error: .string(limit: 1 << 16))
    guard ended.terminationStatus.isSuccess else {
      throw Failure(description: "\(tool) \(arguments.first ?? "") failed: \(ended.standardError.suffix(300))")
    }
  }
}
