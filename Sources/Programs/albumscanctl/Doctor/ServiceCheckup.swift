internal import Albums
internal import ArgumentParser
internal import Foundation
internal import HTTP
internal import Services
internal import Setup
internal import SystemPackage

/// Asks the outside services whether they answer, and the provider whether it has the models. Free of charge.
struct ServiceCheckup: Sendable {
  let desk: Desk

  func findings() async -> [Finding] {
    let settings = desk.loaded.settings
    let agent =
      "AlbumScan/\(Albumscanctl.configuration.version)" + (settings.musicbrainz.contact.map { " ( \($0) )" } ?? "")
    let transport = CurlTransport(userAgent: agent, caFile: settings.network.caFile?.string)
    defer { transport.shutdown() }
    async let models = models(transport)
    async let covers = reach(.coverartarchive, "\(settings.coverart.baseURL)/", transport)
    var findings = await models + [await covers]
    if !settings.musicBrainzNeedsContact {
      findings.append(
        await reach(
          .musicbrainz,
          "\(MusicBrainzCatalogue.webService(at: settings.musicbrainz.baseURL))/genre/all?limit=1&fmt=json", transport))
    }
    return findings
  }

  private func models(_ transport: CurlTransport) async -> [Finding] {
    let settings = desk.loaded.settings
    let keys = Credential.allCases.filter { ((try? desk.credentials.find($0)) ?? nil) != nil }
    guard let service = settings.models.provider.service(hasKey: { keys.contains($0) }) else { return [] }
    let subject = service.rawValue
    do {
      let list = try PriceList(desk)
      let key = try Credential(for: service).flatMap { try desk.credentials.find($0) }.flatMap {
        APIKey($0.secret.reveal())
      }
      let directory = try ModelDirectory(
        provider: service, key: key, baseURL: settings.models.baseURL, data: list.data, transport: transport)
      let bulk: [Finding] =
        settings.models.bulkAbove != nil && list.data[service]?.batch == nil
        ? [
          .doubtful(
            "bulk", subject, "it has no batch service, so models.bulkAbove does nothing",
            cure: "Take models.bulkAbove out of the settings")
        ] : []
      return bulk
        + (try await directory.findings(on: list.models)).map { model, finding in
          switch finding {
          case .present: .good("model", subject, "\(model) is there")
          case .ends(let day):
            .doubtful(
              "model-ends", subject, "\(model) ends on \(day)", cure: "Set models.identification, .search or .review")
          case .missing:
            .bad(
              "model-missing", subject, "it has no model \(model)",
              cure: "Set models.identification, .search or .review")
          }
        }
    } catch let setback as Setback {
      return [
        .bad(
          "service-\(subject)", subject, setback.reason, cure: setback.cure ?? "Try again later: albumscanctl doctor")
      ]
    } catch {
      return [.bad("service-\(subject)", subject, "\(error)", cure: "albumscanctl config check")]
    }
  }

  private func reach(_ service: ServiceName, _ url: String, _ transport: CurlTransport) async -> Finding {
    let subject = service.rawValue
    do {
      let response = try await transport.send(
        HTTPRequest(.get, url, limits: .init(total: 15, bytes: 1 << 20, redirects: 5)))
      switch response.status {
      case 403:
        return .bad(
          "service-\(subject)", subject, "it refuses this program (403)",
          cure: "Check musicbrainz.contact in the settings")
      case 429, 500...:
        return .doubtful("service-\(subject)", subject, "it is busy (\(response.status))", cure: "Try again later")
      default: return .good("service-\(subject)", subject, "it answers")
      }
    } catch {
      return .bad(
        "service-\(subject)", subject, Setback.from(error, service: service).reason,
        cure: "Check the network, then: albumscanctl doctor")
    }
  }
}
