import Glibc

/// The connection to a terminal, for queries.
struct TerminalLine: ~Copyable {
  private let descriptor: Int32
  private var wasAsked = false
  private var isInterrupted = false

  /// Nil where nobody may talk there: it is no terminal, not ours, or another program has the keys.
  init?(of output: Int32) {
    var name = [CChar](repeating: 0, count: 256)
    guard isatty(output) == 1, ttyname_r(output, &name, name.count) == 0 else { return nil }
    let opened = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { return nil }
    // Whoever reads in the background is stopped.
    guard tcgetpgrp(opened) == getpgrp() else {
      close(opened)
      return nil
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// A cell in pixels, where the kernel was told.
  var cell: CellSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return CellSize(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
  }

  /// Keys aren't shown meanwhile, and signals don't come of them: nothing may end us before the line is as it was.
  mutating func quietly<Result>(_ body: (inout TerminalLine) -> Result?) -> Result? {
    var usual = termios()
    guard tcgetattr(descriptor, &usual) == 0 else { return nil }
    var quiet = usual
    quiet.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    guard tcsetattr(descriptor, TCSANOW, &quiet) == 0 else { return nil }
    let result = hasKeys ? nil : body(&self)
    // What was typed before is somebody's; what came since is the terminal's.
    tcsetattr(descriptor, wasAsked ? TCSAFLUSH : TCSANOW, &usual)
    if isInterrupted { raise(SIGINT) }
    return result
  }

  private var hasKeys: Bool { isReady(within: 0) }

  private func isReady(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0 && request.revents & Int16(POLLIN) != 0
  }

  /// Nil where it doesn't come in time.
  mutating func answer(to question: TerminalQuestion, within milliseconds: Int) -> TerminalAnswer? {
    let text = Array(question.text.utf8)
    guard write(descriptor, text, text.count) == text.count else { return nil }
    wasAsked = true
    var answer = TerminalAnswer()
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    var buffer = [UInt8](repeating: 0, count: 512)
    while !answer.isWhole {
      let left = (end - .now) / .milliseconds(1)
      guard left > 0, isReady(within: Int32(left.rounded(.up))) else { return nil }
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      answer.read(buffer[..<count])
      if answer.isInterrupted {
        isInterrupted = true
        return nil
      }
    }
    return answer
  }
}
