import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// What `albumscanctl doctor --json` prints.
struct DoctorDocument: Decodable, Sendable {
  struct CheckResult: Decodable, Sendable {
    let code: String
    let verdict: String
    let said: String
    let cure: String?
    let cureBy: String?
  }

  let schema: String
  let findings: [CheckResult]
}

/// Something that is put wrong, and what the doctor is to say of it.
struct DoctorCase: Sendable {
  let code: String
  /// What the finding must name, so that it is this one.
  var naming = ""
  /// `command` or `person`.
  var by = "command"
  var options = ["--offline"]
  let inflict: @Sendable (TestHome) async throws -> Void
  /// What a person does about it; the last command in the words of the cure then ends it.
  var act: (@Sendable (TestHome) async throws -> Void)?
  /// What comes of the cure, awaited before the doctor is asked again.
  var outcome: (@Sendable (TestHome) async throws -> Void)?
}

extension TestHome {
  func doctor(_ options: [String] = ["--offline"]) async throws -> DoctorDocument {
    // Root may write anywhere, and a doctor that runs as root would find nothing wrong with a folder that is closed.
    let powers = ["--inh-caps=-all", "--bounding-set=-dac_override,-dac_read_search"]
    let ctl = BuiltProgram.ctl
    let words = geteuid() == 0 ? powers + [ctl.string] : []
    let program: FilePath = geteuid() == 0 ? "/usr/bin/setpriv" : ctl
    return try await run(program, words + ["doctor", "--json"] + options, input: "", variables: [:]).decoded()
  }

  /// Inflicts it, reads the finding, runs the cure as it is printed, and sees the finding gone.
  func expectCured(_ doctorCase: DoctorCase) async throws {
    func found() async throws -> DoctorDocument.CheckResult? {
      try await doctor(doctorCase.options).findings.first {
        $0.code == doctorCase.code && $0.verdict != "good"
          && (doctorCase.naming.isEmpty || $0.said.contains(doctorCase.naming))
      }
    }
    #expect(try await found() == nil, "\(doctorCase.code) was there before")
    try await doctorCase.inflict(self)
    guard let finding = try await found() else {
      Issue.record("nothing is said of \(doctorCase.code): \(try await doctor(doctorCase.options).findings)")
      return
    }
    #expect(finding.cureBy == doctorCase.by, "\(finding)")
    guard let cure = finding.cure, doctorCase.by == "command" || doctorCase.act != nil else { return }
    try await doctorCase.act?(self)
    let commands = cure.matches(of: #/`([^`]+)`/#).map { String($0.1) }
    if let command = doctorCase.by == "command" ? cure : commands.last { try await carryOut(command) }
    try await doctorCase.outcome?(self)
    if let left = try await found() { Issue.record("'\(cure)' didn't cure \(left)") }
  }

  /// Runs a line as a person would: the programs in the path, a key typed where one is asked for, and a `systemctl` that
  /// does with the daemon what systemd would.
  func carryOut(_ command: String, daemon: Daemon? = nil) async throws {
    let tools = home.appending("tools")
    if !exists(tools) {
      try folder.makeFolder("tools")
      symlink(BuiltProgram.ctl.string, tools.appending("albumscanctl").string)
      try folder.write(Self.systemctl.utf8, to: "tools/systemctl")
      chmod(tools.appending("systemctl").string, 0o755)
    }
    let pid = daemon.map { "export DAEMON=\($0.pid); " } ?? ""
    try await sh("export PATH=\"\(tools):$PATH\"; \(pid)cd \"$HOME\"; echo \(TestHome.key) | { \(command); }")
  }

  /// A daemon that this `systemctl` has started is ended by `systemctl --user stop`. One that has ended stays as a zombie
  /// until the test collects it.
  private static let systemctl = """
    #!/bin/sh
    pid=${DAEMON:-$(cat "$HOME/daemon.pid" 2>/dev/null || true)}
    gone() { [ -z "$pid" ] || [ ! -e "/proc/$pid" ] || grep -q "^State:.Z" "/proc/$pid/status"; }
    case $2 in
    reload*) kill -HUP "$pid" ;;
    start|restart|stop)
      gone || kill "$pid"
      until gone; do :; done
      [ "$2" = stop ] || { setsid \(BuiltProgram.daemon) </dev/null >>"$HOME/albumscand.log" 2>&1 &
        echo $! >"$HOME/daemon.pid"; } ;;
    esac

    """
}
