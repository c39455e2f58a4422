import Glibc
package import MusicFiles
internal import Subprocess
internal import Synchronization
package import SystemPackage
internal import TestSupport

/// A real mpd of a test's own: its music, its playlists, a socket in a temporary folder, and an output that plays into
/// nothing at the pace of music. Ends with its last reference.
package final class RunningMPD: Sendable {
  package struct Options: Sendable {
    /// What who comes over the Unix socket may do without a password.
    package var permissions = "read,add,player,control,admin"
    /// As MPD writes it: the password, `@`, and what it allows.
    package var password: String?
    /// On 127.0.0.1, beside the socket, where nothing is allowed without the password.
    package var port: UInt16?
    /// False for an output that plays as fast as it can.
    package var playsAtPace = true
    /// Further lines of its configuration.
    package var lines: [String] = []

    package init() {}
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// How long a test waits for an answer: where much else runs, it may take far longer than people would wait.
  package static let patience = Duration.seconds(60)

  private let folder: TemporaryFolder
  private let password: String?
  private let process = Mutex<SpawnedProgram?>(nil)

  /// Where Debian has it, which isn't everybody's path.
  private static let program = found("mpd")
  private static let client = found("mpc")

  private static func found(_ name: String) -> String? {
    let places: [String] = ["/usr/bin/\(name)", "/usr/local/bin/\(name)"]
    return places.first { access($0, X_OK) == 0 }
  }

  package static var isToBeHad: Bool { program != nil && client != nil }

  // MARK: Where

  package var socket: FilePath { folder.appending("socket") }
  package var music: FilePath { folder.appending("music") }
  package var playlists: FilePath { folder.appending("playlists") }
  /// What it said on standard error.
  package var log: String { (try? folder.read("mpd.log")).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// What it has written down for its next start; after a kill that is all it knows (`state_file_interval`).
  package var state: String { (try? folder.read("state")).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  // MARK: Beginning and end

  /// Writes its configuration; `start()` starts it.
  package init(_ options: Options = Options()) throws {
    folder = try TemporaryFolder(named: "albumscan-mpd")
    password = options.password.map { String($0.prefix { $0 != "@" }) }
    try folder.makeFolder("music")
    try folder.makeFolder("playlists")
    try folder.write(configuration(options).utf8, to: "mpd.conf")
  }

  deinit { end(by: SIGKILL) }

  /// Starts it with this music, and waits until it knows it.
  package static func start(_ options: Options = Options(), _ music: [String: MusicFile] = [:]) async throws
    -> RunningMPD
  {
    let mpd = try RunningMPD(options)
    for (name, file) in music { try mpd.write(file, to: name) }
    try await mpd.start()
    try await mpd.update()
    return mpd
  }

  private func configuration(_ options: Options) -> String {
    let path = folder.path.string
    var lines = ["music_directory \"\(path)/music\"", "playlist_directory \"\(path)/playlists\""]
    lines += ["database", "state", "sticker.sql"].map { name in
      "\(name == "database" ? "db_file" : name == "state" ? "state_file" : "sticker_file") \"\(path)/\(name)\""
    }
    lines += ["bind_to_address \"\(path)/socket\"", "zeroconf_enabled \"no\"", "auto_update \"no\""]
    if let port = options.port { lines += ["bind_to_address \"127.0.0.1\"", "port \"\(port)\""] }
    if let password = options.password { lines.append("password \"\(password)\"") }
    if options.port != nil { lines.append("default_permissions \"\"") }
    lines.append("local_permissions \"\(options.permissions)\"")
    let pace = options.playsAtPace ? "yes" : "no"
    lines.append("audio_output {\n type \"null\"\n name \"null\"\n sync \"\(pace)\"\n}")
    return (lines + options.lines).joined(separator: "\n") + "\n"
  }

  /// Returns when it answers.
  package func start() async throws {
    guard let program = Self.program else { throw Failure(description: "mpd is missing; run scripts/setup") }
    let started = try SpawnedProgram(
      program, ["--no-daemon", "--stderr", folder.appending("mpd.conf").string],
      environment: ["HOME": folder.path.string, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
      errors: .appended(to: folder.appending("mpd.log")))
    process.withLock { $0 = started }
    try await within(.seconds(60)) { [self] in
      while !isAnswering {
        if !started.isRunning { throw Failure(description: "mpd ended: \(log)") }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  /// Ends it as its service would; it keeps its state.
  package func stop() { end(by: SIGTERM) }

  package func kill() { end(by: SIGKILL) }

  /// Has it do nothing at all, as a hanging disk would, until `thaw()`.
  package func freeze() { process.withLock(\.self)?.send(SIGSTOP) }

  package func thaw() { process.withLock(\.self)?.send(SIGCONT) }

  private func end(by signal: CInt) {
    let ending = process.withLock { process in
      defer { process = nil }
      return process
    }
    ending?.send(signal)
    ending?.send(SIGCONT)
    ending?.wait()
  }

  private var isAnswering: Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.string.utf8) }
    let descriptor = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    } == 0
  }

  // MARK: Its music, and its other users

  /// - Parameter name: below the music folder, with a format's ending.
  package func write(_ file: MusicFile, to name: String) throws {
    let format = MusicFile.Format(rawValue: FilePath(name).extension ?? "") ?? .flac
    try write(file.bytes(as: format), to: name)
  }

  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    let path = FilePath("music/\(name)")
    try folder.makeFolder(path.removingLastComponent().string)
    try folder.write(bytes, to: path.string)
  }

  /// Takes a file away behind its back.
  package func remove(_ name: String) { unlink(music.appending(name).string) }

  /// Has it look for new music, and returns when it has.
  package func update() async throws { try await mpc("--wait", "update") }

  /// Has a playlist of these entries, URIs in its database, as another program would write it.
  package func writePlaylist(_ name: String, _ files: [String]) throws {
    try folder.write(files.map { $0 + "\n" }.joined().utf8, to: "playlists/\(name).m3u")
  }

  /// What another client does, which Debian's mpc is.
  /// - Returns: what it printed.
  @discardableResult
  package func mpc(_ arguments: String...) async throws -> String {
    guard let client = Self.client else { throw Failure(description: "mpc is missing; run scripts/setup") }
    let host = (password.map { "\($0)@" } ?? "") + socket.string
    return try await within(.seconds(60)) {
      let result = try await Subprocess.run(
        .path(FilePath(client)), arguments: Arguments(arguments),
        environment: .custom(["MPD_HOST": host, "LC_ALL": "C.UTF-8"] as [Subprocess.Environment.Key: String]),
        input: .none, output: .string(limit: 4 << 20), error: .string(limit: 1 << 20))
      guard result.terminationStatus.isSuccess else {
        throw Failure(description: "mpc \(arguments.joined(separator: " ")): \(result.standardError)")
      }
      return result.standardOutput
    }
  }
}
