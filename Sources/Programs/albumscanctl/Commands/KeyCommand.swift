internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import Records
internal import Setup

/// `albumscanctl key`
struct KeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Store or forget the API key of a model provider, MPD's password, or an access token for ntfy.",
    subcommands: [Set.self, Remove.self])

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Read a key without showing it, and store it in a file that only you can read.",
      discussion:
        "In a script: albumscanctl key set anthropic < FILE. A key can't be an argument, since other users could see it."
    )

    @Argument(help: "The model provider, mpd for MPD's password, or ntfy for an access token.")
    var provider: Credential

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try CommandContext.open(options)
      guard
        let secret = Secret(
          Prompter.askSecret("The \(provider.spokenName) (not shown as you type):") ?? "")
      else {
        CommandOutput.complain("That isn't a key: it is empty or contains spaces. Nothing was changed.")
        throw ExitCode.failure
      }
      try context.credentials.store(secret, as: provider)
      // Scans that waited for a key are retried, and a running daemon notices the new key.
      try await context.ledger.noteChangedSettings()
      try await context.ledger.resumeAllServices()
      defer { KeyCommand.warn(of: provider, on: context) }
      if context.output.json {
        return try context.output.print("key/1", ["provider": provider.rawValue, "present": true])
      }
      context.output.say("The key is stored.\(context.daemon == nil ? "" : " albumscand uses it from now on.")")
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Forget a key that was stored with 'key set'.")

    @Argument(help: "The model provider, mpd for MPD's password, or ntfy for an access token.")
    var provider: Credential

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try CommandContext.open(options)
      let removed = try context.credentials.remove(provider)
      if removed { try await context.ledger.resumeAllServices() }
      defer { KeyCommand.warn(of: provider, on: context) }
      if context.output.json {
        return try context.output.print("key/1", ["provider": provider.rawValue, "present": false])
      }
      context.output.say(removed ? "The key was deleted." : "There is no stored key for \(provider.rawValue).")
    }
  }

  /// Warns about a key in the environment, which takes precedence over the stored one, and remains after that is
  /// removed.
  fileprivate static func warn(of provider: Credential, on context: CommandContext) {
    guard let name = context.credentials.variable(of: provider) else { return }
    CommandOutput.complain(
      "\(name) is set and takes precedence over a stored key. Change or unset it where it is set.")
  }
}

extension Credential: ExpressibleByArgument {}
