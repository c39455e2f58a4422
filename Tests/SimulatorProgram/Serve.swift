import ArgumentParser
import DrawnCovers
import Foundation
import Simulator

/// Starts all services and prints their addresses as settings, until SIGTERM, SIGINT or the end of standard input.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves until SIGTERM or until standard input is closed.",
    discussion: """
      Prints settings as KEY=value lines, fit for `export`, then READY. What the services are asked and what is to go \
      wrong is at the control address: GET /requests, GET /violations, POST and DELETE /faults, POST /latency.
      """)

  enum Provider: String, ExpressibleByArgument, CaseIterable { case anthropic, openai, compatible }

  @Option(help: "Whose models the settings name.")
  var provider = Provider.anthropic

  @Flag(help: "Serve TLS and HTTP/2, through nghttpx, with a certificate of a made-up authority.")
  var tls = false

  @Option(help: "Milliseconds that every model takes to answer.")
  var latency = 0

  @Option(help: "Milliseconds that MusicBrainz wants between requests.")
  var musicbrainzPace = 1000

  @Option(help: "One request in so many that MusicBrainz refuses for having too much to do; 0 for none.")
  var musicbrainzSheds = 0

  @Flag(help: "MusicBrainz knows none of the albums.")
  var emptyCatalog = false

  @Option(help: "Know so many invented albums as well.")
  var invented = 0

  @Option(help: "Know the albums of a set for albumscan-eval as well: names.csv (name,artist,title), and covers/.")
  var named: String?

  @Flag(help: "Know the albums of draw-library in place of the others.")
  var sleeves = false

  @Option(help: "Port of the control address; 0 for any.")
  var control: UInt16 = 0

  func run() async throws {
    var options = Simulator.Options()
    options.keepsBodies = false
    options.controlPort = control
    options.musicBrainzInterval = .milliseconds(musicbrainzPace)
    options.musicBrainzTolerance = .milliseconds(musicbrainzPace / 4)
    options.musicBrainzShedsOneIn = musicbrainzSheds
    if sleeves { options.albums = DrawnCollection.sleeves }
    if emptyCatalog { for index in options.albums.indices { options.albums[index].isInCatalog = false } }
    options.albums += InventedAlbum.albums(invented)
    if let named { options.albums += try Self.albums(in: URL(filePath: named)) }
    let command = self
    try await withSimulator(options) { simulator in
      for service in ServiceID.allCases where service.isModel {
        simulator.slow(service, by: .milliseconds(command.latency))
      }
      let front = command.tls ? try await TLSFront(before: simulator) : nil
      defer { front?.stop() }
      for line in command.settings(simulator, caFile: front?.caFile) { print(line) }
      print("READY")
      fflush(nil)
      await Ending.awaited()
    }
  }

  private static func albums(in folder: URL) throws -> [DrawnAlbum] {
    let rows = try String(contentsOf: folder.appending(path: "names.csv"), encoding: .utf8)
      .split(whereSeparator: \.isNewline).dropFirst()
    return rows.compactMap { row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 3 else { return nil }
      return InventedAlbum.named(cells[1], cells[2], picture: folder.appending(path: "covers/\(cells[0]).jpg").path)
    }
  }

  private func settings(_ simulator: Simulator, caFile: String?) -> [String] {
    let service: ServiceID =
      switch provider {
      case .anthropic: .anthropic
      case .openai: .openai
      case .compatible: .compatible
      }
    let key =
      switch provider {
      case .anthropic: "ANTHROPIC_API_KEY"
      case .openai: "OPENAI_API_KEY"
      case .compatible: "ALBUMSCAN_COMPATIBLE_API_KEY"
      }
    // A server of one's own is told which of its models to use.
    let model = provider == .compatible ? ["ALBUMSCAN_MODELS_IDENTIFICATION=local-vision"] : []
    return [
      "ALBUMSCAN_MODELS_PROVIDER=\(provider.rawValue)", "ALBUMSCAN_MODELS_BASE_URL=\(simulator.baseURL(service))",
      "\(key)=simulated-key", "ALBUMSCAN_MUSICBRAINZ_BASE_URL=\(simulator.baseURL(.musicbrainz))",
      "ALBUMSCAN_MUSICBRAINZ_CONTACT=simulator@example.org",
      "ALBUMSCAN_MUSICBRAINZ_REQUESTS_PER_SECOND=\(1000 / Double(max(1, musicbrainzPace)))",
      "ALBUMSCAN_COVERART_BASE_URL=\(simulator.baseURL(.coverart))",
      "ALBUMSCAN_NOTIFICATIONS_NTFY=\(simulator.address(.ntfy))/records",
      "ALBUMSCAN_SIMULATOR_CONTROL_URL=\(simulator.controlAddress)",
    ] + model + (caFile.map { ["ALBUMSCAN_NETWORK_CA_FILE=\($0)"] } ?? [])
  }
}
