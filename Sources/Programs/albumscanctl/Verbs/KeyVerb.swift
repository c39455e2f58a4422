internal import ArgumentParser
internal import Foundation
internal import Records
internal import Setup

/// `albumscanctl key`
struct KeyVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "The keys of model providers, and the password of MPD: give one, take one away.",
    subcommands: [Set.self, Remove.self])

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads a key without showing it, and keeps it in a file that only you can read.",
      discussion: "In a script: albumscanctl key set anthropic < FILE. A key is never an argument: others could see it."
    )

    @Argument(help: "anthropic, openai, compatible or mpd.")
    var provider: Credential

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try CommandContext.open(options)
      guard
        let secret = Secret(
          Prompter.askSecret(
            "\(provider == .mpd ? "Password of MPD" : "Key of \(provider.rawValue)") (it isn't shown):") ?? "")
      else {
        CommandOutput.complain("That is no key: it is empty, or holds blanks. Nothing was changed.")
        throw ExitCode.failure
      }
      do {
        try context.credentials.store(secret, as: provider)
      } catch {
        CommandOutput.complain("\(error)")
        throw ExitCode.failure
      }
      // What waited for a key can be tried again; and a daemon that notices takes the key.
      try await context.ledger.openAll()
      defer { KeyVerb.warn(of: provider, on: context) }
      if context.output.json { return try context.output.print(document: KeyReport(provider: provider, present: true)) }
      context.output.say("The key is kept.\(context.daemon == nil ? "" : " albumscand takes it now.")")
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Forgets a key that was given with 'key set'.")

    @Argument(help: "anthropic, openai, compatible or mpd.")
    var provider: Credential

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try CommandContext.open(options)
      let removed: Bool
      do {
        removed = try context.credentials.remove(provider)
      } catch {
        CommandOutput.complain("\(error)")
        throw ExitCode.failure
      }
      if removed { try await context.ledger.openAll() }
      defer { KeyVerb.warn(of: provider, on: context) }
      if context.output.json {
        return try context.output.print(document: KeyReport(provider: provider, present: false))
      }
      context.output.say(removed ? "The key is forgotten." : "No key for \(provider.rawValue) was kept.")
    }
  }

  /// A key of the environment goes before the one that is kept, and stays when that one goes.
  fileprivate static func warn(of provider: Credential, on context: CommandContext) {
    guard let name = context.credentials.variable(of: provider) else { return }
    CommandOutput.complain(
      "\(name) is set, and goes before any key that is kept: change it, or unset it, where it is set.")
  }

  private struct KeyReport: Encodable {
    let schema = "albumscan/key/1"
    let provider: String
    let present: Bool

    init(provider: Credential, present: Bool) {
      self.provider = provider.rawValue
      self.present = present
    }
  }
}

extension Credential: ExpressibleByArgument {}

extension CommandContext {
  var credentials: Credentials {
    Credentials(environment: ProcessInfo.processInfo.environment, folder: loaded.places.credentials)
  }
}
