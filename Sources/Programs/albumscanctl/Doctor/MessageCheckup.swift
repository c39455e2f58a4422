internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import HTTP
internal import Services
internal import Setup
internal import SystemPackage

/// Sends a test message to wherever scans are told of.
struct MessageCheckup: Sendable {
  let context: CommandContext

  func findings() async -> [CheckResult] {
    let (settings, places) = (context.loaded.settings, context.loaded.places)
    let transport = CurlTransport(
      userAgent: "AlbumScan/\(Albumscanctl.configuration.version)", caFile: settings.caFile?.string)
    defer { transport.shutdown() }
    // A token that can't be read is a finding of `SettingsCheckup`.
    let token = ((try? context.credentials.find(.ntfy)) ?? nil).map(\.secret)
    let topic = settings.notifications.ntfy.flatMap { NtfyTopic($0, token: token, transport: transport) }
    let program = EventProgram(
      settings.notifications.command, home: places.home.string, environment: ProcessInfo.processInfo.environment)
    guard topic != nil || program != nil else {
      return [
        .doubtful(
          .ntfy, "Messages", "neither notifications.ntfy nor notifications.command is set",
          .advice("Set your topic's address: albumscanctl config set notifications.ntfy https://ntfy.sh/NAME"))
      ]
    }
    let now = Date().formatted(.iso8601)
    let event = ScanEvent(.test, id: "test-\(UUID().uuidString)", thread: "test", at: now)
    var findings: [CheckResult] = []
    if let topic { findings.append(await told(topic, event, .ntfy, "the ntfy server took a test message")) }
    if let program { findings.append(await told(program, event, .command, "the program took a test event")) }
    return findings
  }

  private func told(
    _ channel: any MessageChannel, _ event: ScanEvent, _ code: HealthCode, _ said: String
  ) async -> CheckResult {
    do {
      try await channel.send(event)
      return .good(code, channel.service.rawValue, said)
    } catch {
      return .bad(
        code, channel.service.rawValue, error.reason,
        error.cure ?? .advice("Try again later: albumscanctl doctor --notify"),
        fault: error.printedCode)
    }
  }
}
