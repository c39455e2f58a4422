import Glibc

/// The connection to a terminal, for queries.
struct TerminalLine: ~Copyable {
  private let descriptor: Int32
  private var wasAsked = false
  private var isInterrupted = false

  /// Nil if no query is possible: it isn't a terminal, isn't the controlling terminal, or another program is reading
  /// the keys.
  init?(of output: Int32) {
    var name = [CChar](repeating: 0, count: 256)
    guard isatty(output) == 1, ttyname_r(output, &name, name.count) == 0 else { return nil }
    let opened = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { return nil }
    // A background process that reads would be stopped.
    guard tcgetpgrp(opened) == getpgrp() else {
      close(opened)
      return nil
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// The size of a cell in pixels, if the kernel knows it.
  var cell: CellSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return CellSize(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
  }

  /// Turns off echo and signals from keys in the meantime: nothing may end this process before the terminal is
  /// restored.
  mutating func quietly<Result>(_ body: (inout TerminalLine) -> Result?) -> Result? {
    var usual = termios()
    guard tcgetattr(descriptor, &usual) == 0 else { return nil }
    var quiet = usual
    quiet.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    guard tcsetattr(descriptor, TCSANOW, &quiet) == 0 else { return nil }
    let result = hasKeys ? nil : body(&self)
    // Anything typed before the query belongs to the user; anything since then is the terminal's answer.
    tcsetattr(descriptor, wasAsked ? TCSAFLUSH : TCSANOW, &usual)
    if isInterrupted { raise(SIGINT) }
    return result
  }

  private var hasKeys: Bool { isReady(within: 0) }

  private func isReady(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0 && request.revents & Int16(POLLIN) != 0
  }

  /// Nil if the answer doesn't arrive in time.
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
