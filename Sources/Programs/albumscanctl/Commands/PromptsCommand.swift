internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import Pipeline
internal import Setup
internal import SystemPackage

/// `albumscanctl prompts`
struct PromptsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prompts", abstract: "Show how your own prompts differ from the installed ones.",
    subcommands: [Diff.self], defaultSubcommand: Diff.self)

  struct Diff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff", abstract: "Show what your prompts change, line by line: - installed, + yours.",
      discussion: """
        Your own prompts are files with the same names, in the folder that this command shows. To apply them to the \
        running daemon: systemctl --user reload albumscand
        """)

    @Argument(help: "Only this prompt.")
    var name: PromptName?

    @OptionGroup var options: CommonOptions

    func run() async throws {
      let places = try CommandContext.settings(options).places
      let promptStore = PromptStore(places: places, environment: ProcessInfo.processInfo.environment)
      let output = CommandOutput(json: options.json)
      var changes: [Change] = []
      for name in name.map({ [$0] }) ?? PromptName.allCases {
        let installed = try promptStore.original(named: name.rawValue)
        guard let own = try promptStore.override(named: name.rawValue) else { continue }
        let lines = DiffLine.lines(from: installed.text, to: own.text)
        changes.append((name, installed.origin, own.origin, lines))
      }
      let strangers = name == nil ? strangers(in: places.prompts) : []
      if output.json {
        return try output.print(
          "prompts/1",
          ["folder": places.prompts.string, "prompts": changes.map(fields), "unknown": strangers])
      }
      for change in changes { tell(change, on: output) }
      if changes.isEmpty {
        output.say("You have no prompts of your own, so the installed ones are used. Put yours into \(places.prompts)")
      }
      for stranger in strangers {
        CommandOutput.complain(
          "\(places.prompts.appending(stranger)) isn't used: no prompt has this name. The names are: "
            + PromptName.allCases.map { "\($0.rawValue).txt" }.joined(separator: ", "))
      }
    }

    private func fields(of change: Change) -> JSONObject {
      [
        "name": change.name.rawValue, "installed": change.installed.string, "own": change.own.string,
        "differs": !change.lines.isEmpty,
        "removed": change.lines.compactMap { if case .removed(let text) = $0 { text } else { nil } },
        "added": change.lines.compactMap { if case .added(let text) = $0 { text } else { nil } },
      ]
    }

    private func tell(_ change: Change, on output: CommandOutput) {
      output.say(output.strong("--- \(change.installed)"))
      output.say(output.strong("+++ \(change.own)"))
      for line in change.lines {
        switch line {
        case .common(let text): output.say("  \(text)")
        case .removed(let text): output.say("- \(text)")
        case .added(let text): output.say("+ \(text)")
        case .gap(let count): output.say("  … \(count) \(count == 1 ? "line" : "lines")")
        }
      }
      if change.lines.isEmpty { output.say("  identical") }
      output.say()
    }

    /// Files that aren't used; a name may be misspelled.
    private func strangers(in folder: FilePath) -> [String] {
      // Most users have no prompts folder.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
      let known = Set(PromptName.allCases.map { "\($0.rawValue).txt" })
      return names.filter { !known.contains($0) && !$0.hasPrefix(".") && !$0.hasSuffix("~") }.sorted()
    }
  }
}

extension PromptName: ExpressibleByArgument {}

/// One prompt that a user has replaced: where both are, and how they differ.
private typealias Change = (name: PromptName, installed: FilePath, own: FilePath, lines: [DiffLine])

/// A line of the difference between two texts.
private enum DiffLine {
  case common(String)
  case removed(String)
  case added(String)
  /// This many common lines are left out.
  case gap(Int)

  /// The difference with a few common lines around each change; empty if the texts are equal.
  static func lines(from old: String, to new: String) -> [DiffLine] {
    let (old, new) = (lines(of: old), lines(of: new))
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var all: [DiffLine] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if removed.contains(i) {
        all.append(.removed(old[i]))
        i += 1
      } else if added.contains(j) {
        all.append(.added(new[j]))
        j += 1
      } else {
        all.append(.common(old[i]))
        (i, j) = (i + 1, j + 1)
      }
    }
    return removed.isEmpty && added.isEmpty ? [] : shortened(all, context: 2)
  }

  private static func lines(of text: String) -> [String] {
    // A newline at the very end doesn't start another line.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.last == "" ? lines.dropLast() : lines
  }

  private static func shortened(_ lines: [DiffLine], context: Int) -> [DiffLine] {
    func isChange(_ line: DiffLine) -> Bool { if case .common = line { false } else { true } }
    var near: Set<Int> = []
    for (place, line) in lines.enumerated() where isChange(line) {
      near.formUnion((place - context)...(place + context))
    }
    var shown: [DiffLine] = []
    var left = 0
    for (place, line) in lines.enumerated() {
      if near.contains(place) {
        if left > 0 { shown.append(.gap(left)) }
        left = 0
        shown.append(line)
      } else {
        left += 1
      }
    }
    if left > 0 { shown.append(.gap(left)) }
    return shown
  }
}
