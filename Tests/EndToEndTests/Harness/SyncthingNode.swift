import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// A running Syncthing, which knows one other and speaks to nobody else.
struct SyncthingNode: Sendable {
  /// One of the two, before it runs.
  struct Plan: Sendable {
    let home: FilePath
    let folder: FilePath
    let device: String
    /// On the loopback interface.
    let port: UInt16
    let consolePort: UInt16
  }

  struct Failure: Error { let reason: String }

  /// What it knows of the folder.
  struct FolderStatus: Decodable {
    let state: String
    let needTotalItems: Int
    let globalFiles: Int
    let localFiles: Int
  }

  private struct Completion: Decodable { let completion: Double }

  static let isToBeHad =
    access("/usr/bin/syncthing", X_OK) == 0
    || ProcessInfo.processInfo.environment["CI"] == "true"

  private static let key = "for-this-test-alone"

  let plan: Plan
  let other: Plan

  func status() async throws -> FolderStatus { try await get("db/status?folder=photos") }

  /// Whether both have the same, as far as this one knows.
  func isInSync(files: Int) async throws -> Bool {
    let own = try await status()
    let its: Completion = try await get("db/completion?folder=photos&device=\(other.device)")
    return own.state == "idle" && own.needTotalItems == 0 && own.globalFiles == files && own.localFiles == files
      && its.completion == 100
  }

  /// Looks at its folder now, rather than when it is told to.
  func rescan() async throws { _ = try await ask("db/scan?folder=photos", post: true) }

  private func get<Document: Decodable>(_ what: String) async throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(try await ask(what).utf8))
  }

  private func ask(_ what: String, post: Bool = false) async throws -> String {
    let result = try await Subprocess.run(
      .name("wget"),
      arguments: Arguments(
        ["-q", "-O", "-", "-T", "20", "-t", "1", "--header", "X-API-Key: \(Self.key)"]
          + (post ? ["--post-data", ""] : []) + ["http://127.0.0.1:\(plan.consolePort)/rest/\(what)"]),
      output: .string(limit: 1 << 20), error: .string(limit: 1 << 16))
    guard result.terminationStatus == .exited(0) else {
      throw Failure(reason: "\(what): \(result.terminationStatus) \(result.standardError)")
    }
    return result.standardOutput
  }
}

extension TestHome {
  /// Runs two Syncthings that share `phone`, in this home, and the inbox or another folder, while `body` runs.
  func withSyncthing<Result: Sendable>(
    sharing shared: FilePath? = nil,
    _ body: @escaping @Sendable (_ phone: SyncthingNode, _ desktop: SyncthingNode) async throws -> Result
  ) async throws -> Result {
    let phone = try await plan("phone", folder: try folder.makeFolder("phone"))
    let desktop = try await plan("desktop", folder: shared ?? inbox)
    return try await run(phone, knowing: desktop) { phone in
      try await run(desktop, knowing: phone.plan) { desktop in try await body(phone, desktop) }
    }
  }

  private func plan(_ name: String, folder: FilePath) async throws -> SyncthingNode.Plan {
    let home = try self.folder.makeFolder("syncthing-\(name)")
    try FileManager.default.createDirectory(
      atPath: folder.appending(".stfolder").string, withIntermediateDirectories: false)
    let said = try await sh(
      "syncthing generate --home='\(home)' --no-default-folder --skip-port-probing; syncthing --device-id --home='\(home)'"
    )
    let device = try #require(said.split(separator: "\n").last.map(String.init))
    return SyncthingNode.Plan(
      home: home, folder: folder, device: device, port: FreePort.next(), consolePort: FreePort.next())
  }

  private func run<Result: Sendable>(
    _ plan: SyncthingNode.Plan, knowing other: SyncthingNode.Plan,
    _ body: @escaping @Sendable (SyncthingNode) async throws -> Result
  ) async throws -> Result {
    try folder.write(Self.configuration(plan, other).utf8, to: "\(plan.home.lastComponent?.string ?? "")/config.xml")
    let log = try FileDescriptor.open(
      plan.home.appending("log"), .writeOnly, options: .create, permissions: .ownerReadWrite)
    defer { try? log.close() }
    // Without its monitor, so that there is one process to end.
    let environment = environment.merging(["STMONITORED": "yes", "STNOUPGRADE": "1"]) { $1 }
    return try await Subprocess.run(
      .path("/usr/bin/syncthing"),
      arguments: ["serve", "--home=\(plan.home)", "--no-browser", "--no-restart", "--no-default-folder"],
      environment: .custom(environment.asKeys), input: .none,
      output: .fileDescriptor(log, closeAfterSpawningProcess: false),
      error: .fileDescriptor(log, closeAfterSpawningProcess: false)
    ) { execution in
      defer { kill(execution.processIdentifier.value, SIGKILL) }
      let node = SyncthingNode(plan: plan, other: other)
      do {
        try await until("Syncthing to answer") { (try? await node.status()) != nil }
        return try await body(node)
      } catch let late as NotInTime {
        let log = String(decoding: contents(of: plan.home.appending("log")) ?? Data(), as: UTF8.self)
        throw NotInTime(description: "\(late)\nSyncthing said:\n\(log.suffix(3000))")
      }
    }.closureResult
  }

  private static func configuration(_ own: SyncthingNode.Plan, _ other: SyncthingNode.Plan) -> String {
    let devices = [own, other].map {
      """
      <device id="\($0.device)" compression="never"><address>tcp://127.0.0.1:\($0.port)</address></device>
      """
    }.joined()
    return """
      <configuration version="36">
        <folder id="photos" path="\(own.folder)" type="sendreceive" rescanIntervalS="3600" fsWatcherEnabled="true"
          fsWatcherDelayS="1" ignorePerms="true"><device id="\(own.device)"/><device id="\(other.device)"/></folder>
        \(devices)
        <gui enabled="true" tls="false"><address>127.0.0.1:\(own.consolePort)</address><apikey>for-this-test-alone</apikey></gui>
        <options>
          <listenAddress>tcp://127.0.0.1:\(own.port)</listenAddress>
          <globalAnnounceEnabled>false</globalAnnounceEnabled><localAnnounceEnabled>false</localAnnounceEnabled>
          <relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled><stunServer></stunServer>
          <urAccepted>-1</urAccepted><crashReportingEnabled>false</crashReportingEnabled>
          <autoUpgradeIntervalH>0</autoUpgradeIntervalH><reconnectionIntervalS>1</reconnectionIntervalS>
          <maxSendKbps>300</maxSendKbps><limitBandwidthInLan>true</limitBandwidthInLan>
        </options>
      </configuration>
      """
  }
}
