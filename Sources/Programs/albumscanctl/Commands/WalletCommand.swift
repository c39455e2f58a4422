internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import SystemPackage
internal import Wallet

/// `albumscanctl wallet`
struct WalletCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wallet",
    abstract: "Show and play the CD wallet: the albums of an MPD playlist, and those you scanned.",
    discussion: "Without a subcommand, this lists the discs. docs/wallet.md explains how to fill the wallet.",
    subcommands: [
      WalletListCommand.self, WalletShowCommand.self, Play.self, Pause.self, Resume.self, Next.self, Previous.self,
      Stop.self,
      Eject.self, Status.self, WalletRefreshCommand.self, WalletDiagnoseCommand.self,
    ],
    defaultSubcommand: WalletListCommand.self)
}

/// `albumscanctl wallet list`
struct WalletListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the discs by artist and date.",
    discussion: "If MPD can't be reached, this shows the discs from the last time and exits with 75.")

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let wallet = try await context.wallet()
    if context.output.json {
      try context.output.print("wallet-list/1", wallet.fields)
      return try CommandContext.end(wallet)
    }
    if !wallet.discs.isEmpty { context.output.say(WalletWords.table(of: wallet)) }
    context.advise(on: wallet)
    if let notice = wallet.notice { try context.remark(notice, on: wallet) }
    try CommandContext.end(wallet)
  }
}

extension CommandContext {
  /// Says that not all discs are shown, once for as long as there are too many.
  fileprivate func remark(_ notice: String, on wallet: Wallet) throws {
    var cache = walletStore.cache
    guard let since = wallet.exceededSince, cache.noticed != since else { return }
    remark(notice)
    cache.noticed = since
    try walletStore.keep(cache)
  }

  /// Says what is missing, and the lines to type for it.
  fileprivate func advise(on wallet: Wallet) {
    guard wallet.state.isAdvice, let message = wallet.state.message else { return }
    output.say(message)
    for command in wallet.state.commands { output.say("   \(command)") }
  }
}

/// `albumscanctl wallet show`
struct WalletShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a disc with its tracks, in playing order.")

  @Argument(help: "The disc's ID, as 'wallet list' shows it. Its first four characters are enough.")
  var id: String

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let wallet = try await context.wallet()
    let disc = try CommandContext.disc(id, in: wallet)
    let origins = DiscOrigins.all(of: wallet, on: context).first { $0.disc == disc.id }
    if context.output.json {
      return try context.output.print("wallet-disc/1", ["disc": disc, "origins": origins])
    }
    for line in WalletWords.lines(of: disc, origins, on: context.output) { context.output.say(line) }
  }
}

/// `albumscanctl wallet refresh`
struct WalletRefreshCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Rebuild the wallet, with its pictures, even if nothing has changed.")

  @Flag(help: "Look for all pictures again, not only for missing ones.")
  var pictures = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let discs = try await context.wallet(isForced: true)
    // Thousands of pictures take minutes, so the page shows the discs at once, and the pictures in batches of a
    // hundred.
    try context.publish(discs)
    let search = PictureSearch(
      server: try context.music, converter: CommandContext.imaging(), store: context.walletStore, root: context.root)
    let wallet = try await search.run(discs, isForced: pictures) { wallet, left in
      try context.publish(wallet)
      context.output.progress("Looking for pictures: \(left) of \(Phrases.count(wallet.discs.count, "disc")) to go")
    }
    context.output.progress("")
    if let link = try context.publish(wallet) { CommandOutput.complain("\(link)") }
    if context.output.json {
      try context.output.print("wallet-refresh/1", wallet.fields)
      return try CommandContext.end(wallet)
    }
    let pictured = wallet.discs.count { $0.artwork != nil }
    context.output.say(
      "\(Phrases.count(wallet.discs.count, "disc")), \(pictured) with a picture."
        + (wallet.notice.map { " \($0)" } ?? ""))
    let folder = context.root.appending("done")
    if !Folder.isThere(folder) {
      context.output.say(
        "No page was written, because \(folder) doesn't exist yet. albumscand creates it; see: albumscanctl status")
    }
    context.advise(on: wallet)
    try CommandContext.end(wallet)
  }
}

/// `albumscanctl wallet diagnose`
struct WalletDiagnoseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagnose",
    abstract: "Explain how the wallet was built: which playlist, which entries, and what went wrong.",
    discussion: """
      Title level, how well two titles match: 1 identical, 2 another edition, 3 a short form, 4 one has an \
      unknown part in brackets. Artist level: 1 identical, 2 identical but for spaces, 3 the first of several artists, \
      0 by title alone.
      """)

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let wallet = try await context.wallet()
    let origins = DiscOrigins.all(of: wallet, on: context)
    if context.output.json {
      try context.output.print("wallet-diagnosis/1", wallet.diagnosis(origins))
    } else {
      for line in WalletWords.lines(of: wallet, origins) { context.output.say(line) }
    }
    try CommandContext.end(wallet)
  }
}

extension WalletCommand {
  /// `albumscanctl wallet play`
  struct Play: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "play",
      abstract: "Play a disc: the whole album, in order. A paused disc continues.",
      discussion: """
        The disc replaces only what AlbumScan put into MPD's queue. If your own songs are there, the command refuses, \
        unless you use --force; 'wallet eject' then restores them.
        """)

    @Argument(help: "The disc's ID, as 'wallet list' shows it. Its first four characters are enough.")
    var disc: String

    @Option(
      parsing: .unconditional, help: ArgumentHelp("The track to start with; the first is 1.", valueName: "number"))
    var track: Int?

    @Flag(
      help:
        "Replace songs in MPD's queue that AlbumScan didn't put there. 'wallet eject' restores them.")
    var force = false

    @OptionGroup var options: CommonOptions

    func validate() throws { try expect("--track", track, from: 1) }

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report { try await context.play(context.disc(disc), track: track, force: force) }
    }
  }
}
