import Foundation
import SystemPackage
import TestSupport
import Testing

/// Manual pages and completions say what the programs say.
@Suite struct ManualTests {
  private static let programs = BuiltProgram.ctl.removingLastComponent()

  @Test func `the manual pages are up to date, and have no mistakes`() async throws {
    try await withTestHome { home, _ in
      try await home.sh("\(TestHome.checkout)/scripts/manual --check \(Self.programs)")
      for page in ["albumscanctl.1", "albumscan-eval.1", "albumscan.yaml.5", "albumscand.8"] {
        try await home.sh("mandoc -T lint -W error \(TestHome.checkout)/packaging/\(page)")
        let text = try await home.sh("mandoc -T utf8 -O width=200 \(TestHome.checkout)/packaging/\(page) | col -b")
        #expect(text.contains("NAME") && !text.contains("S@"), "\(page)")
      }
      let settings = try await home.ctl("config", "show", "--json").document()["settings"] as? [[String: Any]]
      let manual = try await home.sh("mandoc -T utf8 \(TestHome.checkout)/packaging/albumscan.yaml.5 | col -b")
      for key in try #require(settings).compactMap({ $0["key"] as? String }) { #expect(manual.contains(key), "\(key)") }
    }
  }

  /// A zsh at a terminal that writes down what it offers when Tab is pressed, and ends.
  private static let zshSettings = """
    PROMPT=; unset zle_bracketed_paste; fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u -D
    compadd() {
      local -a hits
      [[ " $* " == *" -"[OAD]" "* ]] || { builtin compadd -A hits "$@"; (( $#hits )) && print -rl -- $hits; }
      builtin compadd "$@"
    }
    begin() { print -r -- "<<" }
    finish() { print -r -- ">>"; exit }
    compprefuncs=(begin) comppostfuncs=(finish)
    bindkey "^I" complete-word; zstyle ":completion:*" insert-tab false
    print ready

    """

  @Test func `bash, zsh and fish complete commands, options and numbers of scans`() async throws {
    try await withTestHome { home, _ in
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
      #expect(try await home.sh(fish("albumscanctl history --state un")).hasPrefix("unsure"))
      // The numbers take a fish at a terminal.
      try await home.sh("mkdir functions; cp completion.zsh functions/_albumscanctl")
      try home.copy(Data(Self.zshSettings.utf8), as: ".zshrc", into: "elsewhere")
      let zsh = { (line: String) in
        """
        export PATH=\(Self.programs):$PATH ZDOTDIR=$PWD TERM=xterm
        zsh -fc 'zmodload zsh/zpty; zpty z zsh -i; zpty -r -m z out "*ready*"; zpty -n -w z "\(line)"$'"'\\t'"'
        zpty -r -m z out "*>>*"; print -r -- "${${out#*<<}%>>*}"' | tr -d '\\r' | grep .
        """
      }
      for (line, offered) in [
        ("hist", ["history"]), ("export --f", ["--format"]), ("history --state un", ["unsure"]), ("show ", ["1"]),
        ("redo 1 --from re", ["recognition", "reading", "review"]),
        ("costs --by m", ["month", "model"]),
      ] {
        let lines = try await home.sh(zsh("albumscanctl \(line)")).split(separator: "\n").map(String.init)
        #expect(lines == offered, "\(line)")
      }
    }
  }
}
