internal import Foundation
internal import Glibc

/// Asks the user in a terminal. Without a terminal, as in a script, it never waits.
package enum Prompter {
  /// Whether there is a person to ask.
  package static var isThere: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether the user answers yes.
  /// - Parameter silence: the meaning of an empty answer.
  package static func agrees(_ question: String, silence: Bool = false) -> Bool {
    guard let answer = ask("\(question) \(silence ? "[Y/n]" : "[y/N]")")?.lowercased() else { return silence }
    return ["y", "yes"].contains(answer)
  }

  /// Nil outside a terminal, and for an empty answer.
  package static func ask(_ question: String) -> String? {
    guard isThere else { return nil }
    write(question + " ")
    let answer = readLine()?.trimmingCharacters(in: .whitespaces) ?? ""
    return answer.isEmpty ? nil : answer
  }

  /// The answer isn't shown. Outside a terminal, the first line of standard input; nil if there is none.
  package static func askSecret(_ question: String) -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return readLine() }
    write(question + " ")
    var shown = termios()
    tcgetattr(STDIN_FILENO, &shown)
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      write("\n")
    }
    return readLine()
  }

  private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
