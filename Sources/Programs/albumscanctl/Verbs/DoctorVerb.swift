internal import ArgumentParser
internal import Foundation
internal import Setup
internal import SystemPackage

/// `albumscanctl doctor`
struct DoctorVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Looks for what is wrong, and says the command that cures it.",
    discussion: """
      Asks the services whether they answer and whether the key and the models are good; that costs nothing. → is a \
      command that cures what was found, ☞ what only you can do. Exits with 5 when something is to be put right, with 78 \
      when the settings can't be understood.
      """)

  @Flag(help: "Leave the outside services alone.")
  var offline = false

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
    switch LedgerCheckup.open(loaded, options) {
    case .failure(let refusal): findings.append(refusal.finding)
    case .success(let context):
      findings += MachineCheckup(context: context).findings()
      // What the daemon met, and is met here, too, is said once.
      let services = await offline ? [] : ServiceCheckup(context: context).findings()
      findings += await LineCheckup(context: context).findings(besides: findings + services) + services
    }
    try tell(findings, on: output)
    if findings.contains(where: { $0.verdict == .bad }) { throw ExitCode.needsAttention }
  }

  private func tell(_ findings: [Finding], on output: CommandOutput) throws {
    if output.json { return try output.print(document: Report(findings: findings)) }
    for finding in findings { for line in finding.lines(on: output) { output.say(line) } }
    let bad = findings.filter { $0.verdict == .bad }.count
    output.say()
    output.say(bad == 0 ? "All is well." : "\(Phrases.count(bad, "thing")) to put right.")
  }

  private struct Report: Encodable {
    let schema = "albumscan/doctor/1"
    let findings: [Finding]
  }
}
