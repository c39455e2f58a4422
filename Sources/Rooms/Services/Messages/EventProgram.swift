package import Albums
internal import Disk
internal import FoundationEssentials
internal import Subprocess
internal import SystemPackage

/// A program of the user's that gets each event as JSON on standard input, without a shell.
package struct EventProgram: MessageChannel {
  private let words: [String]
  private let home: String
  private let environment: [String: String]
  private let patience: Duration

  package var service: ServiceName { .command }

  /// What the program may need of our environment. Keys are not among it.
  private static let passedOn = [
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
  ]

  /// - Parameters:
  ///   - words: the program, with `~/` for the home folder, and its arguments; nil if there are none.
  ///   - environment: ours.
  package init?(_ words: [String], home: String, environment: [String: String], patience: Duration = .seconds(30)) {
    guard !words.isEmpty else { return nil }
    self.words = words
    self.home = home
    self.environment = environment.filter { Self.passedOn.contains($0.key) }
    self.patience = patience
  }

  package func send(_ event: ScanEvent) async throws(Fault) {
    let outcome = await withTaskGroup(of: Result<TerminationStatus, Fault>?.self) { group in
      group.addTask { await run(event) }
      group.addTask {
        // Canceled because the program has ended.
        try? await Task.sleep(for: patience)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    if Task.isCancelled { throw .retry(.canceled, "\(name) was canceled", service: .command, isCounted: false) }
    guard let outcome else {
      throw .retry(.timeout, "\(name) took longer than \(patience.components.seconds) seconds", service: .command)
    }
    switch try outcome.get() {
    case .exited(0): return
    case .exited(let code):
      throw .retry(
        .commandFailed, detail: "\(code)",
        "\(name) exited with \(code); what it said is in the journal (journalctl --user -u albumscand)",
        service: .command)
    case .signaled(let signal):
      throw .retry(
        .commandFailed, detail: "signal-\(signal)", "\(name) was ended by signal \(signal)", service: .command)
    }
  }

  private var name: String { "\(ServiceName.command.spokenName), \(words[0])," }

  private func run(_ event: ScanEvent) async -> Result<TerminationStatus, Fault> {
    var program = words[0]
    if program.hasPrefix("~/") { program = home + program.dropFirst() }
    // Its whole session is ended if it takes too long: a script's programs, too.
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [.send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let input = try FileDescriptor.inMemory(holding: encoder.encode(event) + Data("\n".utf8))
      // It was only read, so closing can't lose anything.
      defer { try? input.close() }
      return .success(
        try await Subprocess.run(
          program.contains("/") ? .path(FilePath(program)) : .name(program),
          arguments: Arguments(Array(words.dropFirst())),
          environment: .custom(
            Dictionary(
              uniqueKeysWithValues: environment.compactMap { key, value in
                Environment.Key(rawValue: key).map { ($0, value) }
              })),
          workingDirectory: FilePath(home), platformOptions: options,
          input: .fileDescriptor(input, closeAfterSpawningProcess: false), output: .discarded,
          error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
        ).terminationStatus)
    } catch let error as SubprocessError where [.executableNotFound, .spawnFailed].contains(error.code) {
      return .failure(
        .needsPerson(
          .commandMissing, "\(name) can't be started", service: .command,
          cure: .advice(
            "Correct notifications.command (`albumscanctl config path`), or make the program executable; then run "
              + "`albumscanctl doctor --notify`.")))
    } catch {
      return .failure(.retry(.commandFailed, "\(name) failed: \(error)", service: .command))
    }
  }
}
