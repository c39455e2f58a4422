internal import Albums
internal import Console
internal import Foundation
internal import Pipeline
internal import Services
internal import Setup
internal import SystemPackage

/// Checks the user's settings, keys, prompts, and models file.
struct SettingsCheckup {
  let loaded: LoadedSettings

  private var settings: Settings { loaded.settings }

  func findings() -> [CheckResult] {
    [settingsFinding] + ignored + [key] + exposed + [contact] + prompts
      + [models, model, authorities, notifications, cap].compactMap(\.self)
  }

  // MARK: Settings

  private var settingsFinding: CheckResult {
    .good(.settings, "Settings", loaded.fileExists ? "\(loaded.file)" : "no settings file; the defaults apply")
  }

  private var ignored: [CheckResult] {
    loaded.ignored.map { setting in
      let variable = setting.place.wholeMatch(of: #/environment (.+)/#)
      return .doubtful(
        .bulk, "Settings", setting.description,
        variable.map { .advice("Remove \($0.1) where it is set") }
          ?? .command("albumscanctl config unset models.bulkAbove"))
    }
  }

  /// One invalid line, and the command that fixes it, if there is one.
  static func finding(_ problem: SettingsError.Problem) -> CheckResult {
    let place = problem.place.wholeMatch(of: #/(.+):([0-9]+):[0-9]+/#)
    let look = Cure.advice(
      place.map { "Correct line \($0.2) of \($0.1), then run: albumscanctl config check" }
        ?? "Correct it in \(problem.place), then run: albumscanctl config check")
    var cure = look
    if let place {
      let (file, line) = (String(place.1).shellWord, place.2)
      switch problem.kind {
      case .unknownKey(let key, let meant?) where key.wholeMatch(of: #/[A-Za-z.]+/#) != nil:
        let (typed, meant) = (key.split(separator: "."), meant.split(separator: "."))
        if typed.dropLast().elementsEqual(meant.dropLast()), let old = typed.last, let new = meant.last {
          cure = .command("sed -i '\(line)s/\(old)/\(new)/' \(file)")
        }
      // Without the line, the default applies.
      case .invalidValue: cure = .command("sed -i '\(line)s/^/#/' \(file)")
      case .unknownKey, .other: break
      }
    }
    return .bad(.settings, "Settings", problem.description, cure)
  }

  private var authorities: CheckResult? {
    guard let file = settings.caFile else { return nil }
    guard let failure = loaded.missingAuthorities else { return .good(.caFile, "Authorities", file.string) }
    return .bad(.caFile, "Authorities", failure, .command("albumscanctl config unset network.caFile"))
  }

  private var notifications: CheckResult? {
    guard settings.notifications.enabled == true else { return nil }
    let environment = ProcessInfo.processInfo.environment
    let address =
      environment["DBUS_SESSION_BUS_ADDRESS"] ?? environment["XDG_RUNTIME_DIR"].map { "unix:path=\($0)/bus" }
    let path = address?.firstMatch(of: #/unix:path=([^,;]+)/#).map { String($0.1) }
    if let path, FileManager.default.fileExists(atPath: path) { return nil }
    return .doubtful(
      .notifications, "Notifications", "notifications.enabled is true, but there is no desktop to show them",
      .command("albumscanctl config set notifications.enabled auto"))
  }

  /// No call to a service costs less than half a cent.
  private var cap: CheckResult? {
    let (budget, least) = (settings.budget, Money(dollars: 0.005))
    let caps = [
      ("budget.perScanUSD", budget.perScan), ("budget.perDayUSD", budget.perDay),
      ("budget.perMonthUSD", budget.perMonth),
    ]
    guard settings.models.provider != .none, settings.models.provider != .named(.compatible),
      let (name, cap) = caps.first(where: { $0.1 < least })
    else { return nil }
    return .bad(
      .budgetTooSmall, "Budget",
      "\(name) is \(Phrases.cost(cap.dollars)), less than any call could cost, so no call is made",
      .command("albumscanctl config unset \(name)"))
  }

  private var contact: CheckResult {
    settings.musicBrainzNeedsContact
      ? .bad(
        .contact, "Contact", "MusicBrainz requires a contact address, and musicbrainz.contact is not set",
        .advice("Set your own address: albumscanctl config set musicbrainz.contact ADDRESS"))
      : .good(.contact, "Contact", settings.musicbrainz.contact ?? "not needed for your own server")
  }

  // MARK: Keys

  private var credentials: Credentials {
    Credentials(environment: ProcessInfo.processInfo.environment, folder: loaded.places.credentials)
  }

  private var key: CheckResult {
    var found: [(credential: Credential, place: Provenance)] = []
    for credential in Credential.allCases {
      do throws(CredentialError) {
        if let entry = try credentials.find(credential) { found.append((credential, entry.provenance)) }
      } catch {
        return unusable(credential, error)
      }
    }
    let service = settings.models.provider.service { credential in found.contains { $0.credential == credential } }
    guard let service else {
      if settings.models.provider == .none { return .good(.key, "Key", "not needed: models.provider is none") }
      return .bad(
        .key, "Key", "there is no API key, so no model can read covers or write reviews",
        .command("albumscanctl key set anthropic"))
    }
    let own = Credential(for: service)
    if let entry = found.first(where: { $0.credential == own }) {
      return .good(.key, "Key", "\(service.rawValue), from \(entry.place)")
    }
    if service == .compatible { return .good(.key, "Key", "compatible; no key needed") }
    return .bad(
      .key, "Key", "models.provider is \(service.rawValue), but there is no API key for it",
      .command("albumscanctl key set \(service.rawValue)"))
  }

  private func unusable(_ credential: Credential, _ error: CredentialError) -> CheckResult {
    let cure: Cure =
      switch error {
      case .exposed(let path, _): .command("chmod 600 \(path.string.shellWord)")
      case .unreadable(let path, _): .command("chmod u+r \(path.string.shellWord)")
      case .malformed(let place) where place.hasPrefix("environment "):
        .advice("Correct it where \(place.dropFirst("environment ".count)) is set")
      case .malformed, .foreign, .unwritable: .command("albumscanctl key set \(credential.rawValue)")
      }
    return .bad(.keyUnusable, "Key", "\(error)", cure)
  }

  private var exposed: [CheckResult] {
    let folder = loaded.places.credentials
    guard folder.isExposed else { return [] }
    return [
      .bad(
        .credentialsExposed, "Keys", "other users can read \(folder)",
        .command("chmod 700 \(folder.string.shellWord)"))
    ]
  }

  // MARK: Prompts and models

  private var prompts: [CheckResult] {
    let promptStore = PromptStore(places: loaded.places, environment: ProcessInfo.processInfo.environment)
    var findings: [CheckResult] = []
    for name in PromptName.allCases {
      do throws(PromptError) { _ = try promptStore.prompt(named: name.rawValue) } catch {
        let own = loaded.places.prompts.appending("\(name.rawValue).txt").string
        findings.append(
          .bad(
            .promptUnusable, "Prompts", "\(error)",
            FileManager.default.fileExists(atPath: own)
              ? .command("mv \(own.shellWord) \((own + ".unused").shellWord)") : .advice("Reinstall AlbumScan")))
      }
    }
    let known = Set(PromptName.allCases.map { "\($0.rawValue).txt" })
    // Most users have no prompts folder.
    let files = (try? FileManager.default.contentsOfDirectory(atPath: loaded.places.prompts.string)) ?? []
    findings += files.sorted().filter { $0.hasSuffix(".txt") && !known.contains($0) }.map { file in
      let path = loaded.places.prompts.appending(file).string
      let meant = NearestName.find(String(file.dropLast(4)), among: PromptName.allCases.map(\.rawValue))
      return .doubtful(
        .promptUnknown, "Prompts", "\(path) isn't used: no prompt has this name",
        .command(
          "mv \(path.shellWord) \((meant.map { loaded.places.prompts.appending("\($0).txt").string } ?? path + ".unused").shellWord)"
        ))
    }
    return findings
  }

  /// A server of one's own has no default.
  private var model: CheckResult? {
    let settings = loaded.settings.models
    guard settings.provider == .named(.compatible), settings.identification == nil,
      // A models file that can't be used has a finding of its own.
      ((try? ModelData.embedded(extendedByFile: loaded.places.models.string)) ?? .embedded)[.compatible]?.defaults
        .identification == nil
    else { return nil }
    return .bad(
      .modelMissing, "Models", "models.provider is compatible, but no model is named, so nothing is asked",
      .advice("Name one that the server has: albumscanctl config set models.identification NAME"))
  }

  private var models: CheckResult? {
    let file = loaded.places.models.string
    guard let own = FileManager.default.contents(atPath: file) else { return nil }
    do {
      _ = try ModelData.embedded(extendedBy: own)
      return .good(.modelsFile, "Models", file)
    } catch {
      return .bad(
        .modelsFile, "Models", "\(file) is invalid: \(error)",
        .command("mv \(file.shellWord) \((file + ".unused").shellWord)"))
    }
  }
}
