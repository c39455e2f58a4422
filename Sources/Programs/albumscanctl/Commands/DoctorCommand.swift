internal import ArgumentParser
internal import Console
internal import Foundation
internal import Setup
internal import SystemPackage

/// `albumscanctl doctor`
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Find problems, and print the command that fixes each.",
    discussion: """
      It also checks whether the services answer and accept your key and models; this costs nothing. → marks a command \
      that fixes a problem, ☞ something only you can do. Exits with 5 if there is a problem, and with 78 if the \
      settings are invalid.
      """)

  @Flag(help: "Don't contact any outside service.")
  var offline = false

  @Flag(help: "Send a test message to your phone (notifications.ntfy) and to your program (notifications.command).")
  var notify = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let output = CommandOutput(json: options.json)
    let loaded: LoadedSettings
    do throws(SettingsError) {
      loaded = try LoadedSettings.load(
        file: options.config.map { FilePath($0) }, environment: ProcessInfo.processInfo.environment)
    } catch {
      try tell(error.problems.map(SettingsCheckup.finding), on: output)
      throw ExitCode.wrongSettings
    }
    var findings = SettingsCheckup(loaded: loaded).findings() + FolderCheckup(loaded: loaded).findings()
    do throws(CheckResult) {
      let context = try CommandContext.checked(loaded, options)
      findings += MachineCheckup(context: context).findings()
      // A problem that the daemon has recorded and the doctor also finds is reported once.
      let services = await offline ? [] : ServiceCheckup(context: context).findings()
      findings += await QueueCheckup(context: context).findings(besides: findings + services) + services
      if notify { findings += await MessageCheckup(context: context).findings() }
    } catch {
      findings.append(error)
    }
    try tell(findings, on: output)
    if findings.contains(where: { $0.verdict == .bad }) { throw ExitCode.needsAttention }
  }

  private func tell(_ findings: [CheckResult], on output: CommandOutput) throws {
    if output.json { return try output.print("doctor/1", ["findings": findings]) }
    for finding in findings { for line in finding.lines(on: output) { output.say(line) } }
    let bad = findings.filter { $0.verdict == .bad }.count
    output.say()
    output.say(bad == 0 ? "No problems found." : "\(Phrases.count(bad, "problem")) found.")
  }
}
