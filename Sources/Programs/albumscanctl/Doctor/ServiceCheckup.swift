internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import HTTP
internal import Services
internal import Setup
internal import SystemPackage

/// Checks whether the outside services answer and the provider has the configured models. This costs nothing.
struct ServiceCheckup: Sendable {
  let context: CommandContext

  func findings() async -> [CheckResult] {
    let settings = context.loaded.settings
    let transport = CurlTransport(userAgent: name, caFile: settings.caFile?.string)
    defer { transport.shutdown() }
    async let models = models(transport)
    async let covers = reach(.coverartarchive, HTTPRequest(.get, "\(settings.coverArtURL)/"), transport)
    async let catalog = musicBrainz(transport)
    return await models + [await covers] + [await catalog].compactMap(\.self)
  }

  private var name: String { "AlbumScan/\(Albumscanctl.configuration.version)" }

  /// The rate limit applies to all of AlbumScan, and two processes don't know about each other's requests. A running
  /// daemon asks by itself, and one that has just exited or been killed may have sent a request a moment ago.
  private func musicBrainz(_ transport: CurlTransport) async -> CheckResult? {
    let settings = context.loaded.settings
    let running = CheckResult.good(
      code(of: .musicbrainz), "musicbrainz", "not asked, because albumscand is using it; see: albumscanctl status")
    if context.daemon != nil { return running }
    if settings.musicBrainzNeedsContact { return nil }
    let pace = Duration.seconds(1 / settings.musicbrainz.requestsPerSecond)
    // A canceled check needn't wait.
    try? await Task.sleep(for: pace)
    // A daemon that started in the meantime waits just as long before its first request.
    if context.daemon != nil { return running }
    let agent = MusicBrainzCatalog.userAgent(name, contact: settings.musicbrainz.contact)
    let address = MusicBrainzCatalog.webService(at: settings.musicbrainz.baseURL)
    return await reach(
      .musicbrainz,
      HTTPRequest(.get, "\(address)/genre/all?limit=1&fmt=json", headers: [.init("User-Agent", agent)]),
      RateLimitedTransport(transport, rateLimiter: RateLimiter(clock: ContinuousClock(), spacing: pace)))
  }

  private func models(_ transport: CurlTransport) async -> [CheckResult] {
    let settings = context.loaded.settings
    // A key that can't be read is a finding of `SettingsCheckup`.
    let keys = Credential.providers.filter { ((try? context.credentials.find($0)) ?? nil) != nil }
    guard let service = settings.models.provider.service(hasKey: { keys.contains($0) }) else { return [] }
    let subject = service.rawValue
    do {
      let list = try PriceList(context)
      let key = try Credential(for: service).flatMap { try context.credentials.find($0) }.map(\.secret)
      let directory = try ModelDirectory(
        provider: service, key: key, baseURL: settings.models.baseURL, data: list.data, transport: transport)
      let entries = try await directory.entries()
      let listed = entries.map(\.id)
      let findings = directory.findings(on: list.models, among: entries).map { model, finding -> CheckResult in
        switch finding {
        case .present: .good(.model, subject, "\(model) is available")
        case .ends(let day):
          .doubtful(
            .modelEnds, subject, "\(model) will be retired on \(day)", another(than: model, of: list, among: listed))
        case .missing:
          .bad(
            .modelMissing, subject, "the provider has no model \(model)",
            another(than: model, of: list, among: listed))
        }
      }
      return findings + [CheckResult.good(.model, subject, Self.words(for: listed))]
    } catch let fault as Fault {
      let cure =
        context.cure(fault.cure, for: fault.code, of: service) ?? .advice("Try again later: albumscanctl doctor")
      guard let name = context.overridingVariable(fault.code, of: service) else {
        return [.bad(code(of: service), subject, fault.reason, cure, fault: fault.printedCode)]
      }
      // The key belongs to this process, and its origin is known. A missing permission has another cure, too.
      return [
        .bad(
          code(of: service), subject, "\(fault.reason); the key comes from \(Provenance.environment(name))",
          fault.code == .keyForbidden ? cure : .advice("Change \(name) where it is set"), fault: fault.printedCode)
      ]
    } catch {
      // A key or a models file that can't be used, which has a finding of its own.
      return []
    }
  }

  private func code(of service: ServiceName) -> HealthCode { HealthCode(rawValue: service.rawValue) ?? .model }

  /// Those that the user can choose from.
  private static func words(for models: [String]) -> String {
    guard !models.isEmpty else { return "it lists no models; load one there" }
    let rest = models.count - mostNamed
    return "its models: " + models.prefix(mostNamed).joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
  }

  private static let mostNamed = 40

  /// The command that puts another in its place: for a server of one's own the one that is meant, since it has no default;
  /// otherwise the provider's default, if the settings name this model.
  private func another(than model: String, of list: PriceList, among listed: [String]) -> Cure {
    let settings = context.loaded.settings.models
    let named = settings.settings(naming: model)
    let variables = context.loaded.entries.compactMap { entry -> String? in
      guard case .environment(let name) = entry.provenance, named.contains(entry.key.name) else { return nil }
      return name
    }
    if let variable = variables.first { return .advice("Name another model in \(variable), where it is set") }
    let defaults = list.service.flatMap { list.data[$0]?.defaults }
    if let standard = defaults?.identification, standard != model, list.service != .compatible,
      let command = settings.unsetting(model)
    {
      return .command(command)
    }
    let others = listed.filter { $0 != model }
    let keys = named.isEmpty ? ["models.identification"] : named
    if let meant = others.count == 1 ? others[0] : NearestName.find(model, among: others), list.service == .compatible {
      return .command(keys.map { "albumscanctl config set \($0) \(meant.shellWord)" }.joined(separator: " && "))
    }
    return .advice("Set one of the provider's models: albumscanctl config set \(keys[0]) NAME")
  }

  private func reach(_ service: ServiceName, _ request: HTTPRequest, _ transport: any Transport) async -> CheckResult {
    let subject = service.rawValue
    var request = request
    request.limits = .init(total: 15, bytes: 1 << 20, redirects: 5)
    do {
      let response = try await transport.send(request)
      switch response.status {
      case 403:
        return .bad(
          code(of: service), subject, "it refuses requests from AlbumScan (403)",
          .advice("Check that musicbrainz.contact is your address: albumscanctl config set musicbrainz.contact ADDRESS")
        )
      case 429, 500...:
        return .doubtful(
          code(of: service), subject, "it is busy (\(response.status))", .advice("Wait; AlbumScan retries by itself"))
      case 200 where service == .coverartarchive && CoverArtArchive.saysOffline(response):
        return .doubtful(
          code(of: service), subject, "it announces an outage", .advice("Wait; AlbumScan retries by itself"))
      default: return .good(code(of: service), subject, "it answers")
      }
    } catch {
      return .bad(
        code(of: service), subject, Fault.from(error, service: service).reason,
        .advice("Check the network, then run: albumscanctl doctor"))
    }
  }
}

extension ScanSettings.Models {
  /// The keys of the settings that name this model.
  func settings(naming model: String) -> [String] {
    [("identification", identification), ("search", search), ("review", review)].filter { $0.1 == model }
      .map { "models.\($0.0)" }
  }

  /// The command that restores the provider's default; nil if the settings don't name this model.
  func unsetting(_ model: String) -> String? {
    let named = settings(naming: model)
    return named.isEmpty ? nil : named.map { "albumscanctl config unset \($0)" }.joined(separator: " && ")
  }
}
