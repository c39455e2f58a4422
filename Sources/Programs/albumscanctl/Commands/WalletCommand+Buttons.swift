internal import ArgumentParser
internal import Console
internal import Wallet

extension WalletCommand {
  /// `albumscanctl wallet pause`
  struct Pause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pause", abstract: "Pause playback.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report { (try await context.player.pause(), nil) }
    }
  }

  /// `albumscanctl wallet resume`
  struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resume",
      abstract: "Continue where playback was paused. A stopped disc starts from the beginning.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report { (try await context.player.resume(), nil) }
    }
  }

  /// `albumscanctl wallet next`
  struct Next: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "next", abstract: "Skip to the next track.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report { (try await context.player.next(), nil) }
    }
  }

  /// `albumscanctl wallet previous`
  struct Previous: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "previous", abstract: "Go back to the previous track.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report { (try await context.player.previous(), nil) }
    }
  }

  /// `albumscanctl wallet stop`
  struct Stop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stop", abstract: "Stop playback. The disc stays loaded.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report { (try await context.player.stop(), nil) }
    }
  }

  /// `albumscanctl wallet eject`
  struct Eject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "eject",
      abstract: "Eject the disc, and restore MPD's earlier queue.")

    @Flag(help: "Eject even if songs were added or removed since then. Added songs are lost.")
    var force = false

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report {
        let disc = try await context.player.eject(force: force)
        if !context.output.json { context.output.say("\(disc.albumTitle) by \(disc.artistName) was ejected.") }
        return (try await context.player.look().status, nil)
      }
    }
  }

  /// `albumscanctl wallet status`
  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Show which disc is loaded, which track is playing, and its position.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report { (try await context.player.look().status, nil) }
    }
  }
}
