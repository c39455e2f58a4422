internal import ArgumentParser
internal import Console
internal import Desktop
internal import Foundation
internal import MPD
internal import Records
internal import SystemPackage
internal import Wallet

/// `albumscanctl open-url`
struct OpenURLCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open-url", abstract: "Carry out what you chose on a page of the wallet or of an album.",
    discussion: """
      Desktops run this for addresses that begin with albumscan:. It accepts only addresses from AlbumScan's own \
      pages, which contain the key of this installation. An address on any other page does nothing.
      """, shouldDisplay: false)

  @Argument(help: "The address, for example albumscan:play?id=DISC&k=KEY or albumscan:play?scan=NUMBER&k=KEY.")
  var address: String

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    guard let address = WalletAddress(address) else {
      CommandOutput.complain("This isn't an address from one of AlbumScan's pages. Nothing was done.")
      throw ExitCode.validationFailure
    }
    guard let key = address.key, key == WalletKey.known(in: context.walletStore.folder) else {
      CommandOutput.complain(
        "This address doesn't come from a page of this installation. Nothing was done. If it does, recreate the page:"
          + " albumscanctl wallet refresh")
      throw ExitCode.failure
    }
    // Forgotten before this one does something: the daemon writes beside the page what it reads when MPD changes.
    let hadFailed = context.walletStore.failedPress != nil
    if hadFailed { try context.walletStore.keep(nil as FailedPress?) }
    do {
      let player = try PlayerContext.open(options)
      try await player.perform { try await press(address, context, player) }
      // MPD reports nothing if the button found everything as it should be.
      if hadFailed { await publishWhatIsPlayed(context) }
    } catch let error as PlayingError {
      await tell(error, of: address, context)
      CommandOutput.complain("\(error)")
      throw error.exitCode
    } catch let code as ExitCode {
      // The reason was printed, where nobody sees it.
      let command = address.scan.map { "albumscanctl play \($0)" } ?? "albumscanctl wallet play \(address.disc ?? "ID")"
      await tell(.unknown(command: command), of: address, context)
      throw code
    }
  }

  private func press(
    _ address: WalletAddress, _ context: CommandContext, _ player: PlayerContext
  ) async throws -> (PlayerStatus, PlayingOutcome?) {
    switch address.action {
    case .play:
      guard let scan = address.scan else {
        return try await player.play(
          player.disc(address.disc ?? ""), track: address.track, force: address.isForced)
      }
      // It was chosen on the scan's page.
      try await context.ledger.viewed(scan, now: Date())
      return try await player.play(
        player.disc(of: context.scan(scan)), track: address.track, force: false)
    case .pause:
      guard let name = address.disc else { return (try await player.player.pause(), nil) }
      return (try await player.player.pause(player.disc(name)), nil)
    case .next: return (try await player.player.next(), nil)
    case .previous: return (try await player.player.previous(), nil)
    case .eject:
      _ = try await player.player.eject()
      return (try await player.player.look().status, nil)
    }
  }

  /// Says beside the wallet's page and on the desktop why a button did nothing: whoever pressed it sees no terminal.
  private func tell(_ error: PlayingError, of address: WalletAddress, _ context: CommandContext) async {
    do {
      try context.walletStore.keep(FailedPress(of: address.disc, because: error, at: Date()))
    } catch {
      CommandOutput.complain("couldn't write the wallet's page: \(error)")
    }
    // If MPD doesn't answer, nobody knows what is playing. Asking in vain once more would take seconds.
    if case .player = error {
      await publishWhatIsPlayed(context, asking: false)
    } else {
      await publishWhatIsPlayed(context)
    }
    await Desktop.leave(
      DesktopNotification(
        tag: "press", summary: address.action == .play ? "The album isn’t playing" : "The button did nothing",
        body: "\(error)".capitalizedFirst, outlives: true))
  }

  private func publishWhatIsPlayed(_ context: CommandContext, asking: Bool = true) async {
    let store = context.walletStore
    var now: NowPlaying?
    if asking, let look = try? await PlayerContext.open(options).player.look() {
      now = (store.wallet ?? .loading).playing(look.status, queue: look.queue.map(\.song.file), now: Date())
    }
    do { try WalletPublisher(store: store, folder: context.root.appending("done")).publish(now) } catch {
      CommandOutput.complain("couldn't write the wallet's page: \(error)")
    }
  }
}
