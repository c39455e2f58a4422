internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import ImagingClient
internal import Pipeline
internal import Records
internal import Services
internal import Setup
internal import Subprocess
internal import SystemPackage

/// The daemon, and where its results are.
extension CommandContext {
  /// The process that works on the queue; nil if there is none.
  var daemon: ExclusiveLock.Holder? { Self.daemon(of: loaded.places) }

  static func daemon(of places: Places) -> ExclusiveLock.Holder? {
    // If the lock can't be read, no daemon can be asked either.
    (try? ExclusiveLock.holder(of: places.state.appending("albumscand.lock"))) ?? nil
  }

  var root: FilePath { loaded.settings.folders.root }

  /// Says that what was requested waits for the daemon, if it isn't running.
  func remarkIfStopped() {
    if daemon == nil { remark("albumscand isn't running. To continue, start it: systemctl --user start albumscand") }
  }

  /// The disk that the daemon can't write to. Nothing is started until it is fixed, so photos that have just arrived
  /// wait for it, too. Nil if there is none, if no daemon is running, or if the queue is paused.
  var diskInTheWay: Condition? {
    get async throws {
      guard daemon != nil, try await ledger.pause() == nil else { return nil }
      return try await ledger.conditions().first { $0.health == .disk }
    }
  }
}

/// The known covers.
extension CommandContext {
  var coverStore: CoverStore {
    CoverStore(
      index: loaded.places.coverIndex, ledger: ledger, store: PictureStore(folder: loaded.places.pictures),
      imaging: Self.imaging())
  }
}

extension CommandContext {
  /// The daemon's cure for a service, with a note if it may not be enough: this program can't see whether the daemon's
  /// environment contains the same key as its own.
  func cure(_ cure: Cure?, for fault: FaultCode?, of service: ServiceName) -> Cure? {
    guard let cure, let name = overridingVariable(fault, of: service) else { return cure }
    return .advice(
      "\(cure.sentence) \(name) is set here and takes precedence over the stored key. Change it where it is set.")
  }

  /// The environment variable that overrides a stored key; nil if the fault isn't about the key, or if the variable
  /// isn't set.
  func overridingVariable(_ fault: FaultCode?, of service: ServiceName) -> String? {
    guard fault?.isAboutKey == true else { return nil }
    return Credential(for: service).flatMap(credentials.variable(of:))
  }
}

extension CommandContext {
  /// Writes one setting to the file. If that fails, prints the reason and exits.
  /// - Parameter value: nil removes the setting.
  static func write(_ loaded: LoadedSettings, setting name: String, to value: String?) throws {
    let old = FileManager.default.contents(atPath: loaded.file.string).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let text: String
    // Reject invalid values before writing.
    do throws(SettingsError) { text = try loaded.text(setting: name, to: value, in: old) } catch {
      CommandOutput.complain("\(error)")
      throw ExitCode.wrongSettings
    }
    let file = loaded.file.resolvingLinksAbove
    try Folder.make(file.removingLastComponent())
    try DurableFile.write(Data(text.utf8), to: file)
  }
}

/// Finds a scan and opens its page, or says that there is none.
extension CommandContext {
  /// The scan with this number; exits if there is none.
  func scan(_ id: ScanID) async throws -> Scan {
    if let scan = try await ledger.scan(id) {
      guard scan.deleted != nil else { return scan }
      CommandOutput.complain(try await ledger.wasDeleted(id))
      throw ExitCode.noSuchScan
    }
    let newest = try await ledger.scans(limit: 1).first?.id
    CommandOutput.complain(
      newest.map { "There is no scan \(id); the newest is \($0). See: albumscanctl history" }
        ?? "There is no scan \(id); there are no scans yet. Scan your first album: albumscanctl scan PHOTO")
    throw ExitCode.noSuchScan
  }

  func page(of scan: Scan) throws -> FilePath {
    guard let bundle = scan.bundle, [.done, .unsure, .failed].contains(scan.state) else {
      CommandOutput.complain(
        "Scan \(scan.id) has no page: it is \(scan.state.rawValue). See: albumscanctl show \(scan.id)")
      throw ExitCode.failure
    }
    return root.appending(bundle).appending("index.html")
  }

  func open(_ page: FilePath) async throws {
    // If xdg-open is missing, the page's path is printed below.
    let opened = try? await Subprocess.run(
      .name("xdg-open"), arguments: [page.string], output: .discarded, error: .discarded)
    guard opened?.terminationStatus.isSuccess == true else {
      CommandOutput.complain("xdg-open couldn't open the page. It is here: \(page)")
      // Over ssh, the browser is on another computer; "client port server port" (ssh(1), ENVIRONMENT).
      let ends = ProcessInfo.processInfo.environment["SSH_CONNECTION"]?.split(separator: " ") ?? []
      if ends.count == 4 {
        let gallery = root.appending("done")
        let wanted = page == gallery.appending("index.html") ? gallery : page
        let port = ends[3] == "22" ? "" : "-P \(ends[3]) "
        let name = ProcessInfo.processInfo.userName
        CommandOutput.complain(
          "To get it, on your own computer: scp -r \(port)\("\(name)@\(ends[2]):\(wanted)".shellWord) .")
      }
      throw ExitCode.failure
    }
  }
}

extension CommandContext {
  /// Set before a command changes the folders of results, and cleared after: should it be killed in between, the daemon
  /// sweeps them at its next start. Nil where it does so anyway.
  func resultsMarker() throws(DiskError) -> CrashMarker? {
    let folder = loaded.places.crashMarkers(for: root)
    return Folder.isThere(folder) ? try CrashMarker(in: folder) : nil
  }
}
