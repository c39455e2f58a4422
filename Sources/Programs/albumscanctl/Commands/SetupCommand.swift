internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import Records
internal import Setup
internal import Subprocess
internal import SystemPackage

/// `albumscanctl setup`
struct SetupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "Set up AlbumScan: folders, contact address, API key, and service.",
    discussion: """
      Asks at most three questions, and only what isn't already set or given as an option. You can run it again at any \
      time. Outside a terminal it asks nothing, and reads a key from standard input only if you name its --provider: \
      albumscanctl setup --contact you@example.org --provider anthropic --no-service < KEYFILE
      """)

  @Option(
    help: ArgumentHelp(
      "Your e-mail or web address. MusicBrainz requires one; AlbumScan sends it only to MusicBrainz.",
      valueName: "address"))
  var contact: String?

  @Option(
    name: .customLong("provider"),
    help: ArgumentHelp("The model provider.", valueName: "provider"))
  var named: Provider?

  @Flag(inversion: .prefixedNo, help: "Start the service now and at every login, or don't, without asking.")
  var service: Bool?

  @OptionGroup var options: CommonOptions

  /// A model provider whose key can be given here. MPD also has a credential, but no models.
  struct Provider: ExpressibleByArgument {
    let credential: Credential

    init?(argument: String) {
      guard let known = Credential.providers.first(where: { $0.rawValue == argument }) else { return nil }
      credential = known
    }

    static var allValueStrings: [String] { Credential.providers.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  }

  private var provider: Credential? { named?.credential }

  /// How often the user may mistype an answer.
  private static let tries = 3

  func run() async throws {
    var context = try CommandContext.open(options)
    context.remark(context.output.strong("Discover music that matters"))
    try makeFolders(context)
    if contact != nil || context.loaded.settings.musicBrainzNeedsContact {
      try nameContact(context)
      context = try CommandContext.open(options)
    }
    if let contact = context.loaded.settings.musicbrainz.contact {
      context.remark("✓ Contact address for MusicBrainz: \(contact)")
    } else if context.loaded.settings.musicBrainzNeedsContact {
      context.remark(
        "! AlbumScan can't use MusicBrainz without a contact address: albumscanctl setup --contact ADDRESS")
    }
    try await giveKey(context)
    context = try CommandContext.open(options)
    sayPrices(context)
    let isRunning = try await startService(context)
    let inbox = context.loaded.settings.folders.inbox.first?.string ?? "the inbox"
    if context.output.json {
      return try context.output.print(
        "setup/1",
        [
          "inbox": context.loaded.settings.folders.inbox.map(\.string),
          "contact": context.loaded.settings.musicbrainz.contact, "models": context.models, "running": isRunning,
        ])
    }
    context.output.say()
    if isRunning {
      context.output.say("Copy a photo of a cover to \(inbox), then see: albumscanctl status")
    } else {
      context.output.say("Scan your first album without the service: albumscanctl scan PHOTO")
    }
    if context.models == nil { sayWhatWorks(context) }
  }

  /// What is recognized without a model, for those who answered nothing.
  private func sayWhatWorks(_ context: CommandContext) {
    let confirmed =
      context.loaded.settings.musicBrainzNeedsContact ? "" : ", and sleeves whose words or barcode name it"
    context.output.say("Without an API key, only covers of your own music are recognized\(confirmed).")
    context.output.say("To teach them: albumscanctl learn ~/Music")
    context.output.say("To answer the questions again: albumscanctl setup")
  }

  private func makeFolders(_ context: CommandContext) throws {
    for folder in ["done", "unsure", "failed", "originals"].map(context.root.appending)
      + context.loaded.settings.folders.inbox
    {
      try Folder.make(folder)
    }
    context.remark("✓ Folders in \(context.root)")
  }

  // MARK: The contact address

  private func nameContact(_ context: CommandContext) throws {
    if let contact { return try CommandContext.write(context.loaded, setting: "musicbrainz.contact", to: contact) }
    for attempt in 1...Self.tries {
      guard
        let given = Prompter.ask(
          "MusicBrainz requires a contact address; AlbumScan sends it only to MusicBrainz.\n"
            + "Your e-mail or web address (leave empty to go without MusicBrainz):")
      else { return }
      do { return try CommandContext.write(context.loaded, setting: "musicbrainz.contact", to: given) } catch {
        // The mistake has been reported already.
        if attempt == Self.tries { throw error }
      }
    }
  }

  // MARK: A key

  private func giveKey(_ context: CommandContext) async throws {
    if provider == nil, let service = context.models {
      return context.remark("✓ Model provider: \(service.rawValue)")
    }
    let name = provider?.rawValue ?? "Anthropic or OpenAI"
    let question =
      "API key for \(name), whose models read covers and write reviews (not shown; leave empty to go without):"
    var text = ""
    for attempt in 1...Self.tries where attempt == 1 || (Prompter.isThere && Secret(text) == nil) {
      text = provider != nil || Prompter.isThere ? Prompter.askSecret(question) ?? "" : ""
      if text.allSatisfy(\.isWhitespace) { break }
      if Secret(text) == nil { CommandOutput.complain("That isn't a key: it contains spaces.") }
    }
    if let secret = Secret(text) {
      try await keep(secret, context)
    } else if let provider, context.hasKey(provider) || provider == .key(.compatible) {
      try choose(provider, context)
    } else if !text.allSatisfy(\.isWhitespace) {
      throw ExitCode.failure
    } else {
      context.remark(
        "! No API key, so no model reads covers or writes reviews. To store one: albumscanctl key set \((provider ?? .key(.anthropic)).rawValue)"
      )
    }
  }

  private func keep(_ secret: Secret, _ context: CommandContext) async throws {
    let whose = provider ?? secret.likelyIssuer ?? .key(.anthropic)
    try context.credentials.store(secret, as: whose)
    // Scans that waited for a key are retried as soon as the daemon has it.
    try await context.ledger.resumeAllServices()
    context.remark("✓ The API key for \(whose.rawValue) is stored in \(context.loaded.places.credentials)")
    try choose(whose, context)
  }

  /// Sets the provider, even if there is also a key for another one.
  private func choose(_ provider: Credential, _ context: CommandContext) throws {
    if context.models.flatMap(Credential.init(for:)) != provider {
      try CommandContext.write(context.loaded, setting: "models.provider", to: provider.rawValue)
    }
    context.remark("✓ Model provider: \(provider.rawValue)")
    if provider == .key(.compatible), context.loaded.settings.models.baseURL == nil {
      context.remark("! Set your server's address: albumscanctl config set models.baseURL http://127.0.0.1:8080")
    }
    if provider == .key(.compatible), context.loaded.settings.models.identification == nil {
      context.remark("! Set its model for pictures: albumscanctl config set models.identification NAME")
      context.remark("  albumscanctl doctor lists the models of the server.")
    }
  }

  /// What the spending limits are worth with the chosen models.
  private func sayPrices(_ context: CommandContext) {
    // A models file that can't be read is `doctor`'s to explain.
    guard let prices = try? PriceList(context), prices.service != nil else { return }
    for warning in prices.warnings(now: Date()) { context.remark("! \(warning.reason). \(warning.cure)") }
    if let note = prices.note { context.remark("  Prices: \(note)") }
  }

  // MARK: The service

  /// - Returns: whether the service is running.
  private func startService(_ context: CommandContext) async throws -> Bool {
    if context.daemon != nil, service != true {
      try await context.ledger.noteChangedSettings()
      context.remark("✓ albumscand is running, and uses these settings from now on.")
      return true
    }
    let obstacle = service == false ? nil : SessionObstacle.met
    if let obstacle, service == nil {
      context.remark("! The service can't be started from here: \(obstacle.reason).")
      for line in Self.words(for: obstacle.cure) { context.remark("  \(line)") }
      return false
    }
    let wanted =
      service ?? (Prompter.isThere && Prompter.agrees("Start the service now and at every login?", silence: true))
    guard wanted else {
      context.remark("  The service isn't started. To start it: systemctl --user enable --now albumscand")
      return false
    }
    if let obstacle {
      CommandOutput.complain(
        "The service couldn't be started: \(obstacle.reason).")
      for line in Self.words(for: obstacle.cure) { CommandOutput.complain(line) }
      throw ExitCode.failure
    }
    // Quietly, enabling doesn't list the links that it makes, but then starting wouldn't say what went wrong, either.
    for order in [["--quiet", "enable"], ["start"]] {
      let ended = try? await Subprocess.run(
        .name("systemctl"), arguments: Arguments(["--user"] + order + ["albumscand"]), output: .discarded,
        error: .string(limit: 4096))
      guard let ended, ended.terminationStatus.isSuccess else {
        let why = ended.map { $0.standardError.split(separator: "\n").joined(separator: " ") }
        CommandOutput.complain(
          "The service couldn't be started: \(why ?? "there is no systemctl"). Start albumscand yourself, or see:"
            + " albumscanctl doctor")
        throw ExitCode.failure
      }
    }
    context.remark("✓ The service is running. To keep it running while you are logged out: loginctl enable-linger")
    return true
  }

  private static func words(for cure: Cure) -> [String] {
    switch cure {
    case .command(let command): ["Run: \(command)", "Then: albumscanctl setup --service"]
    case .advice(let act): ["\(act)."]
    }
  }
}

extension CommandContext {
  fileprivate func hasKey(_ credential: Credential) -> Bool {
    // A key that can't be read counts as missing, so it is asked for again.
    ((try? credentials.find(credential)) ?? nil) != nil
  }

  /// The provider; nil if there is none.
  fileprivate var models: ServiceName? { loaded.settings.models.provider.service(hasKey: hasKey) }
}

extension Secret {
  /// The provider to whom a key seems to belong, by its prefix; nil if unknown.
  fileprivate var likelyIssuer: Credential? {
    let text = reveal()
    return text.hasPrefix("sk-ant-") ? .key(.anthropic) : text.hasPrefix("sk-") ? .key(.openai) : nil
  }
}
