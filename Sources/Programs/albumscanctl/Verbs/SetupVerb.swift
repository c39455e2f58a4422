internal import Albums
internal import ArgumentParser
internal import Disk
internal import Foundation
internal import Setup
internal import Subprocess
internal import SystemPackage

/// `albumscanctl setup`
struct SetupVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "The first run: folders, whom MusicBrainz may write to, a key, the service.",
    discussion: """
      Asks at most three questions, and none whose answer is there already or given as an option. In a script: \
      albumscanctl setup --contact you@example.org --provider anthropic --no-service < KEYFILE
      """)

  @Option(help: ArgumentHelp("An e-mail or web address at which MusicBrainz could reach you.", valueName: "address"))
  var contact: String?

  @Option(help: "Whose models are asked: anthropic, openai or compatible.")
  var provider: Credential?

  @Flag(inversion: .prefixedNo, help: "Start the service, now and at each login.")
  var service: Bool?

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if provider == .mpd {
      throw ValidationError("MPD has no models; its password is given with: albumscanctl key set mpd")
    }
  }

  func run() async throws {
    var desk = try Desk.open(options)
    try makeFolders(desk)
    if desk.loaded.settings.musicBrainzNeedsContact {
      let given =
        contact
        ?? Prompter.ask(
          "MusicBrainz, the catalogue, asks of each program whom to write to if it misbehaves. Your e-mail or web address:"
        )
      if let given {
        try Desk.write(desk.loaded, setting: "musicbrainz.contact", to: given)
        desk = try Desk.open(options)
      }
    }
    try await giveKey(desk)
    try await startService(desk)
    if desk.paper.json {
      return try desk.paper.print(document: Report(inbox: desk.loaded.settings.folders.inbox.map(\.string)))
    }
    desk.paper.say()
    desk.paper.say(
      "Copy a photo of a cover into \(desk.loaded.settings.folders.inbox.first?.string ?? "the inbox"), and see: albumscanctl status"
    )
  }

  private func makeFolders(_ desk: Desk) throws {
    for folder in ["done", "unsure", "failed", "originals"].map(desk.root.appending)
      + desk.loaded.settings.folders.inbox
    {
      try Folder.make(folder)
    }
    desk.remark("✓ Folders in \(desk.root)")
  }

  private func giveKey(_ desk: Desk) async throws {
    let keys = Credential.providers.filter { ((try? desk.credentials.find($0)) ?? nil) != nil }
    if let service = desk.loaded.settings.models.provider.service(hasKey: { keys.contains($0) }), provider == nil {
      return desk.remark("✓ Covers are read by \(service.rawValue)")
    }
    let chosen = provider ?? .anthropic
    guard
      let text = Prompter.askSecret(
        "Key of \(chosen.rawValue), which reads covers and writes reviews (it isn't shown; empty for none):"),
      let secret = Secret(text)
    else { return desk.remark("! No key: covers can't be read until you say: albumscanctl key set \(chosen.rawValue)") }
    try desk.credentials.store(secret, as: chosen)
    desk.remark("✓ The key of \(chosen.rawValue) is kept")
  }

  private func startService(_ desk: Desk) async throws {
    let wanted =
      service ?? Prompter.ask("Start the service now, and at each login? [Y/n]").map { !$0.lowercased().hasPrefix("n") }
      ?? false
    guard wanted else { return desk.remark("  Start it with: systemctl --user enable --now albumscand") }
    let ended = try? await Subprocess.run(
      .name("systemctl"), arguments: ["--user", "enable", "--now", "albumscand"], output: .discarded,
      error: .string(limit: 4096))
    guard let ended, ended.terminationStatus.isSuccess else {
      Paper.complain(
        "The service couldn't be started: \(ended?.standardError ?? "there is no systemctl"). Run albumscand by hand, or see: albumscanctl doctor"
      )
      throw ExitCode.failure
    }
    desk.remark("✓ The service runs. Let it go on while you are logged out: loginctl enable-linger")
  }

  private struct Report: Encodable {
    let schema = "albumscan/setup/1"
    let inbox: [String]
  }
}
