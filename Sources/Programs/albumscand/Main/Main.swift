internal import DaemonProgram

/// The daemon as a program of its own, for development. An installed albumscand is albumscanctl by another name.
@main
enum Main {
  static func main() { Albumscand.runAsProgram() }
}
