import ArgumentParser

/// The outside services on this machine, for trying out, scripts and the demo.
@main
struct SimulatorProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "albumscan-simulator",
    abstract: "Simulates the model providers, MusicBrainz and the Cover Art Archive on 127.0.0.1.",
    subcommands: [Serve.self, Draw.self, DrawSet.self, DrawBacks.self, DrawLibrary.self],
    defaultSubcommand: Serve.self)
}
