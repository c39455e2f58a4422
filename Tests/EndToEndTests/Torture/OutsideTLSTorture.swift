import DrawnCovers
import Foundation
import Simulator
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Sendable private func toolsAreThere() -> Bool {
  ["/usr/sbin/nghttpx", "/usr/bin/nghttpx"].contains { FileManager.default.isExecutableFile(atPath: $0) }
}

/// Certificates that don't hold, and HTTP/2 that breaks off, at each service.
@Suite(.enabled("needs nghttpx (Debian: nghttp2-proxy)", toolsAreThere))
struct OutsideTLSTorture {
  struct Impostor: Sendable, CustomTestStringConvertible {
    let service: ServiceID
    let certificate: TLSFront.Certificate
    var testDescription: String { "\(service.rawValue): \(certificate.rawValue)" }
    var setting: String { service.isModel ? "models.baseURL" : "\(service.rawValue).baseURL" }
    var name: String { service == .coverart ? "coverartarchive" : service.rawValue }
  }

  private static let impostors = OutsideCase.services.flatMap { service in
    TLSFront.Certificate.allCases.filter { $0 != .valid }.map { Impostor(service: service, certificate: $0) }
  }

  private static func chosen<Case>(_ all: [Case], _ count: Int) -> [Case] {
    if Torture.isFull { return all }
    var random = SeededRandom(Torture.seed)
    return Array(all.shuffled(using: &random).prefix(count))
  }

  @Test(arguments: chosen(impostors, 2))
  func `who can't prove who it is is told nothing, and status says what to look at`(impostor: Impostor) async throws {
    try await withServices { simulator in
      let provider: ServiceID = impostor.service.isModel ? impostor.service : .anthropic
      // All services as they are, but for the one.
      let plain = try TestHome(simulator, provider: provider).settings
      let front = try await TLSFront(before: simulator, showing: impostor.certificate)
      defer { front.stop() }
      let base = simulator.baseURL(impostor.service)
      let home = try TestHome(
        simulator, provider: provider,
        plain.merging([impostor.setting: base, "network.caFile": front.caFile]) { $1 }.mapValues { $0 })
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        let item = try await awaited("status to say it") {
          try await home.status().health.first { $0.code == impostor.name }
        }
        #expect(item.reason.contains("certificate") && item.cure?.contains("network.caFile") == true, "\(item)")
        #expect(try await home.ctl("status").code == 5)
        switch impostor.service {
        case .coverart: #expect(try await home.scan(ofPhoto: "a.jpg", in: "done").artwork == "pending")
        case .musicbrainz: #expect(try await home.scan(ofPhoto: "a.jpg", in: "done").confidence == "claimed")
        default: try await home.held("a.jpg", by: impostor.name)
        }
        #expect(simulator.requests(to: impostor.service).isEmpty)
        try home.configure([impostor.setting: plain[impostor.setting]])
        try await daemon.reload()
        try await home.bundle(ofPhoto: "a.jpg", withArtwork: false).expectWhole()
        try await home.scan(ofPhoto: "a.jpg", in: "done")
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      #expect(!home.log.contains(TestHome.key))
      Torture.report("outside 1 case: \(impostor.testDescription), told 0, lost 0")
    }
  }

  private static let endings = [
    "goaway-refusing", "goaway-calm", "goaway-failing", "goaway-halfway", "reset-refusing", "reset-failing",
    "reset-cancelling", "reset-halfway",
  ]

  struct Breaking: Sendable, CustomTestStringConvertible {
    let service: ServiceID
    let ending: String
    var testDescription: String { "\(service.rawValue): \(ending)" }
  }

  @Test(
    arguments: chosen(
      [ServiceID.anthropic, .openai, .musicbrainz, .coverart].flatMap { service in
        endings.map { Breaking(service: service, ending: $0) }
      }, 2))
  func `HTTP/2 that breaks off is no answer, and nothing is sent twice behind anybody's back`(
    breaking: Breaking
  ) async throws {
    try await withServices { simulator in
      let service = breaking.service
      let setting = service.isModel ? "models.baseURL" : "\(service.rawValue).baseURL"
      let provider: ServiceID = service.isModel ? service : .anthropic
      let plain = try TestHome(simulator, provider: provider).settings
      let front = try await TLSFront(before: simulator)
      defer { front.stop() }
      let server = try BreakingServer(front, breaking.ending)
      defer { server.stop() }
      let home = try TestHome(
        simulator, provider: provider,
        plain.merging([
          setting: "https://localhost:\(server.port)\(service.basePath)", "network.caFile": front.caFile,
        ]) { $1 }.mapValues { $0 })
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        switch service {
        case .coverart:
          #expect(try await home.scan(ofPhoto: "a.jpg", in: "done").artwork == "pending")
        case .musicbrainz: #expect(try await home.scan(ofPhoto: "a.jpg", in: "done").confidence == "claimed")
        default:
          try await home.held("a.jpg", by: "unanswered")
          #expect(server.requests == 3)
        }
        #expect((1...12).contains(server.requests))
        try home.configure([setting: plain[setting]])
        try await daemon.reload()
        if service.isModel { #expect(try await home.ctl("retry", "1").code == 0) }
        try await home.bundle(ofPhoto: "a.jpg", withArtwork: false).expectWhole()
        try await home.scan(ofPhoto: "a.jpg", in: "done")
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      Torture.report("outside 1 case: \(breaking.testDescription), \(server.requests) requests, lost 0")
    }
  }
}

/// `h2-breaker.py`, beside this file.
private final class BreakingServer: Sendable {
  private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add(_ more: Int) { count.withLock { $0 += more } }
  }

  let port: Int
  private let input: FileHandle
  private let output: FileHandle

  init(_ front: TLSFront, _ ending: String) throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/python3")
    let script = FilePath("\(#filePath)").removingLastComponent().appending("h2-breaker.py").string
    process.arguments = [script, front.keyFile, front.certificateFile, ending]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
    let said = String(decoding: self.output.availableData, as: UTF8.self)
    port = try #require(Int(said.trimmingCharacters(in: .whitespacesAndNewlines)), "\(said)")
    let (counter, handle) = (counter, self.output)
    Thread.detachNewThread {
      while true {
        let lines = handle.availableData
        if lines.isEmpty { return }
        counter.add(lines.count { $0 == UInt8(ascii: "q") })
      }
    }
  }

  private let counter = Counter()

  /// That came in whole.
  var requests: Int { counter.value }

  func stop() { try? input.close() }
}
