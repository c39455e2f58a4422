internal import ArgumentParser
internal import Wallet

extension WalletVerb {
  /// `albumscanctl wallet pause`
  struct Pause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pause", abstract: "Halts what plays, at its place.")

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
      abstract: "Goes on where it was halted; a disc that was stopped begins again.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report { (try await context.player.resume(), nil) }
    }
  }

  /// `albumscanctl wallet next`
  struct Next: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "next", abstract: "On to the next track.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report { (try await context.player.next(), nil) }
    }
  }

  /// `albumscanctl wallet previous`
  struct Previous: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "previous", abstract: "Back to the track before.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report { (try await context.player.previous(), nil) }
    }
  }

  /// `albumscanctl wallet stop`
  struct Stop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stop", abstract: "Ends the music; the disc stays in.")

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
      abstract: "Takes the disc out, and brings back what was in MPD's queue before, as it was.")

    @Flag(help: "Also where songs were added or taken away since; those added are lost.")
    var force = false

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report {
        let disc = try await context.player.eject(force: force)
        if !context.output.json { context.output.say("\(disc.albumTitle) by \(disc.artistName) is out.") }
        return (try await context.player.look().status, nil)
      }
    }
  }

  /// `albumscanctl wallet status`
  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Which disc is in, which track plays, and how far it has come.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let context = try PlayerContext.open(options)
      try await context.report { (try await context.player.look().status, nil) }
    }
  }
}
