import DrawnCovers
import Foundation
import Simulator
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// A home of a test's own in which the programs run: folders, settings, a key, and an environment that holds nothing
/// else.
struct TestHome: Sendable {
  /// No key of anybody's; whoever finds it outside a request to its provider has found a leak.
  static let key = "sk-test-KEYLEAK-4e7d19c2a8"
  /// Where the sources lie, scripts and documents among them.
  static let checkout = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
    .removingLastComponent()

  let folder: TemporaryFolder
  let provider: ServiceID
  /// By name (`models.baseURL`), values as YAML.
  let settings: [String: String]
  /// Beyond `HOME`, `PATH` and `TZ`.
  let variables: [String: String]

  /// - Parameters:
  ///   - changes: settings that differ from those that lead to the simulator; nil takes one away.
  ///   - keys: none for a user who has no key yet.
  init(
    _ simulator: Simulator, provider: ServiceID = .anthropic, _ changes: [String: String?] = [:],
    keys: [ServiceID] = [.anthropic, .openai]
  ) throws {
    folder = try TemporaryFolder(named: "albumscan-e2e")
    self.provider = provider
    var settings = [
      "models.provider": provider.rawValue, "models.baseURL": simulator.baseURL(provider),
      "musicbrainz.baseURL": simulator.baseURL(.musicbrainz), "musicbrainz.contact": "tests@example.org",
      "musicbrainz.requestsPerSecond": "10", "coverart.baseURL": simulator.baseURL(.coverart),
      "review.holdSeconds": "0",
      // Drawn photos don't say when they were taken, so all would be of one moment.
      "photos.togetherSeconds": "0",
      // Whether the models for it are here is the machine's affair; who tests it switches it on.
      "identification.reading": "false",
    ]
    if provider == .compatible {
      for step in ["identification", "search", "review"] { settings["models.\(step)"] = "local-vision" }
    }
    self.settings = settings.merging(changes.compactMapValues { $0 }) { $1 }
      .filter { changes[$0.key].map { $0 != nil } ?? true }
    var variables: [String: String] = [:]
    if keys.contains(.anthropic) { variables["ANTHROPIC_API_KEY"] = Self.key }
    if keys.contains(.openai) { variables["OPENAI_API_KEY"] = Self.key }
    self.variables = variables
    try write(settings: yaml(of: self.settings))
    try folder.makeFolder("AlbumScan/inbox")
  }

  // MARK: Where

  var home: FilePath { folder.path }
  var root: FilePath { home.appending("AlbumScan") }
  var inbox: FilePath { root.appending("inbox") }
  var state: FilePath { home.appending(".local/state/albumscan") }
  var settingsFile: FilePath { home.appending(".config/albumscan/albumscan.yaml") }
  /// What the daemon said on standard error, over all its runs.
  var log: String { String(decoding: contents(of: logFile) ?? Data(), as: UTF8.self) }
  var logFile: FilePath { home.appending("albumscand.log") }

  var environment: [String: String] {
    let ours = ProcessInfo.processInfo.environment
    var environment = variables
    environment["HOME"] = home.string
    environment["PATH"] = ours["PATH"] ?? "/usr/bin:/bin"
    environment["TZ"] = "UTC"
    // What scripts/sanitize asks of a sanitizer is asked of the programs, too.
    environment["ASAN_OPTIONS"] = ours["ASAN_OPTIONS"]
    return environment
  }

  // MARK: Settings

  /// Writes the settings anew; those named here differ, and null takes one away.
  func configure(_ changes: [String: String?]) throws {
    let all = settings.merging(changes.compactMapValues { $0 }) { $1 }
      .filter { changes[$0.key].map { $0 != nil } ?? true }
    try write(settings: yaml(of: all))
  }

  func write(settings text: String) throws {
    try folder.makeFolder(".config/albumscan")
    try folder.write(text.utf8, to: ".config/albumscan/albumscan.yaml")
  }

  private func yaml(of settings: [String: String]) -> String {
    let sections = Dictionary(grouping: settings) { $0.key.prefix { $0 != "." } }
    return sections.sorted { $0.key < $1.key }.map { section, entries in
      if let whole = settings[String(section)] { return "\(section): \(whole)\n" }
      return "\(section):\n"
        + entries.sorted { $0.key < $1.key }.map { "  \($0.key.dropFirst(section.count + 1)): \($0.value)\n" }.joined()
    }.joined()
  }

  // MARK: Programs

  /// Runs `albumscanctl` to its end.
  /// - Parameter input: what it reads on standard input.
  func ctl(_ arguments: [String], input: String = "", variables: [String: String] = [:]) async throws -> ProgramResult {
    try await run(BuiltProgram.ctl, arguments, input: input, variables: variables)
  }

  func ctl(_ arguments: String...) async throws -> ProgramResult { try await ctl(arguments) }

  /// Runs `albumscan-eval` to its end.
  func eval(_ arguments: String...) async throws -> ProgramResult {
    try await run(BuiltProgram.eval, arguments, input: "", variables: [:])
  }

  /// Runs `albumscand` to its end, which `--once`, `--check` and refusals come to.
  func albumscand(_ arguments: String..., variables: [String: String] = [:]) async throws -> ProgramResult {
    try await run(BuiltProgram.daemon, arguments, input: "", variables: variables)
  }

  /// Has the daemon do what is there. Where it ends otherwise, the test says what the daemon said.
  func once(endingWith code: Int32, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let ended = try await albumscand("--once")
    #expect(ended.code == code, "\(ended.status): \(ended.errors.suffix(3000))", sourceLocation: sourceLocation)
  }

  func run(
    _ program: FilePath, _ arguments: [String], input: String, variables: [String: String]
  ) async throws -> ProgramResult {
    let environment = environment.merging(variables) { $1 }
    let home = home
    return try await within(.seconds(180)) {
      let result = try await Subprocess.run(
        .path(program), arguments: Arguments(arguments), environment: .custom(environment.asKeys),
        workingDirectory: home, input: .string(input), output: .bytes(limit: 8 << 20), error: .bytes(limit: 1 << 20))
      return ProgramResult(
        status: result.terminationStatus, output: String(decoding: result.standardOutput, as: UTF8.self),
        errors: String(decoding: result.standardError, as: UTF8.self))
    }
  }
}

extension [String: String] {
  /// As Subprocess wants them.
  var asKeys: [Subprocess.Environment.Key: String] {
    [Subprocess.Environment.Key: String](
      uniqueKeysWithValues: map { (Subprocess.Environment.Key(stringLiteral: $0.key), $0.value) })
  }
}
