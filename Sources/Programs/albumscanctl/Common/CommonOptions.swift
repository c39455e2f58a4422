internal import ArgumentParser

/// What every command takes.
struct CommonOptions: ParsableArguments {
  @Flag(help: "Print one JSON document instead of text (see docs/json-output.md).")
  var json = false

  @Option(help: "Read the settings from this file.", completion: .file(extensions: ["yaml"]))
  var config: String?
}
