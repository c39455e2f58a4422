import Foundation
import SystemPackage
import TestSupport
import Testing

/// Manual pages and completions say what the programs say.
@Suite struct ManualTests {
  private static let checkout = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent()
  private static let programs = BuiltPrograms.ctl.removingLastComponent()

  @Test func `the manual pages are up to date, and have no mistakes`() async throws {
    try await withHousehold { home, _ in
      try await home.sh("\(Self.checkout)/scripts/manual --check \(Self.programs)")
      for page in ["albumscanctl.1", "albumscan.yaml.5", "albumscand.8"] {
        try await home.sh("mandoc -T lint -W error \(Self.checkout)/packaging/\(page)")
        let text = try await home.sh("mandoc -T utf8 -O width=200 \(Self.checkout)/packaging/\(page) | col -b")
        #expect(text.contains("NAME") && !text.contains("S@"), "\(page)")
      }
      let settings = try await home.ctl("config", "show", "--json").document()["settings"] as? [[String: Any]]
      let manual = try await home.sh("mandoc -T utf8 \(Self.checkout)/packaging/albumscan.yaml.5 | col -b")
      for key in try #require(settings).compactMap({ $0["key"] as? String }) { #expect(manual.contains(key), "\(key)") }
    }
  }

  @Test func `bash, zsh and fish complete commands, options and numbers of scans`() async throws {
    try await withHousehold { home, _ in
      try home.copy(try Photos.tiny(1), as: "a.jpg")
      _ = try await home.albumscand("--once")
      let ctl = Self.programs.appending("albumscanctl")
      for shell in ["bash", "zsh", "fish"] {
        try await home.sh("\(ctl) --generate-completion-script \(shell) > completion.\(shell)")
      }
      let bash = { (line: String) in
        """
        export PATH=\(Self.programs):$PATH
        bash -c 'source completion.bash
        COMP_LINE="\(line)"; read -ra COMP_WORDS <<< "$COMP_LINE"; [[ $COMP_LINE = *" " ]] && COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_POINT=${#COMP_LINE}; COMP_TYPE=9; COMP_KEY=9
        $(complete -p albumscanctl | sed "s/.*-F \\([^ ]*\\).*/\\1/") albumscanctl "${COMP_WORDS[COMP_CWORD]}" ""
        printf "%s\\n" "${COMPREPLY[@]}"'
        """
      }
      #expect(try await home.sh(bash("albumscanctl hist")).contains("history"))
      #expect(try await home.sh(bash("albumscanctl export --f")).contains("--format"))
      #expect(try await home.sh(bash("albumscanctl show ")).split(separator: "\n").contains("1"))
      let fish = { (line: String) in
        "export PATH=\(Self.programs):$PATH; fish --no-config -c 'source completion.fish; complete -C \"\(line)\"'"
      }
      #expect(try await home.sh(fish("albumscanctl hist")).hasPrefix("history"))
      // The numbers take a fish at a terminal.
      // Zsh's own check of the script: to press keys there takes a terminal.
      try await home.sh("zsh -n completion.zsh")
    }
  }
}
