internal import ArgumentParser

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Flag(help: "Print one JSON document instead of text (see docs/json-output.md).")
  var json = false

  @Option(help: "Read the settings from this file.", completion: .file(extensions: ["yaml"]))
  var config: String?
}
