import Glibc

/// The terminal on standard output, if it can draw pictures: it is asked, and has a limited time to answer.
package struct Terminal: Equatable, Sendable {
  package let graphics: GraphicsProtocol
  package let cell: CellSize

  package init(graphics: GraphicsProtocol, cell: CellSize) {
    self.graphics = graphics
    self.cell = cell
  }

  /// Nil where there is no terminal, it draws no pictures, or doesn't say so in time. What it says isn't shown, nor left
  /// for whoever reads its keys next.
  ///
  /// - Parameter patience: in milliseconds. Nearly all terminals answer at once; one at the end of a slow line takes its time, and
  ///     an answer that nobody waits for any more would show up as typing.
  package static func ask(environment: [String: String], patience: Int = 1000) -> Terminal? {
    guard let question = TerminalQuestion(environment: environment), var line = TerminalLine(of: STDOUT_FILENO) else {
      return nil
    }
    return line.quietly { line in
      guard var answer = line.answer(to: question, within: patience), let graphics = answer.graphics else { return nil }
      let cell = answer.cell ?? line.cell ?? .usual
      guard case .sixel = graphics else { return Terminal(graphics: graphics, cell: cell) }
      if let more = line.answer(to: .colours, within: patience) { answer.colours = more.colours }
      return Terminal(graphics: answer.graphics ?? graphics, cell: cell)
    }
  }
}
