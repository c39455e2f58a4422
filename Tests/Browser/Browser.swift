package import Foundation
import Synchronization

/// Chromium without a window, spoken to over a pipe: what a reader's phone or desk would make of a page.
///
/// Chrome DevTools Protocol, `--remote-debugging-pipe`: JSON messages that end with a zero byte, in on descriptor 3, out
/// on 4. Nothing listens on a port.
package final class Browser: Sendable {
  package static let program = "/usr/bin/chromium"

  /// Whether it is on this machine. In CI it has to be.
  package static var isToBeHad: Bool {
    FileManager.default.isExecutableFile(atPath: program) || ProcessInfo.processInfo.environment["CI"] == "true"
  }

  /// What went wrong in the browser, or between it and us.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private struct State {
    var number = 0
    var waiting: [Int: CheckedContinuation<Data, any Error>] = [:]
    var events: [BrowserEvent] = []
    var hasEnded = false
    /// Who waits for the end.
    var end: CheckedContinuation<Void, Never>?
  }

  private let process: Process
  private let toBrowser: FileHandle
  private let fromBrowser: FileHandle
  private let state = Mutex(State())

  /// Runs a browser while `body` runs.
  /// - Parameter folder: for its profile; somewhere temporary.
  package static func run<Result: Sendable>(
    in folder: URL, _ body: @Sendable (Browser) async throws -> Result
  ) async throws -> Result {
    let browser = try Browser(in: folder)
    do {
      let result = try await body(browser)
      await browser.end()
      return result
    } catch {
      await browser.end()
      throw error
    }
  }

  private init(in folder: URL) throws {
    let fonts = try FontChoice.write(to: folder)
    let (input, output) = (Pipe(), Pipe())
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The shell puts the pipes where Chromium looks for them, and becomes it.
    process.arguments = [
      "-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", Self.program, "--headless", "--no-sandbox",
      "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
      "--no-first-run", "--hide-scrollbars", "--force-color-profile=srgb", "--remote-debugging-pipe",
      "--user-data-dir=\(folder.appendingPathComponent("profile").path)",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "FONTCONFIG_FILE": fonts.path, "HOME": folder.path, "TZ": "UTC",
    ]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    (toBrowser, fromBrowser) = (input.fileHandleForWriting, output.fileHandleForReading)
    try process.run()
    let reader = Thread { [self] in read() }
    reader.start()
  }

  /// Returns when it is silent for good. (Waiting for the process would keep a thread of the pool until then.)
  private func end() async {
    try? toBrowser.close()
    process.terminate()
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.end = continuation }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  /// All that the browser says, until it ends.
  private func read() {
    var message = Data()
    while true {
      let part = fromBrowser.availableData
      guard !part.isEmpty else { break }
      var rest = part[...]
      while let end = rest.range(of: Data([0])) {
        take(message + rest[..<end.lowerBound])
        message = Data()
        rest = rest[end.upperBound...]
      }
      message += rest
    }
    let (waiting, end) = state.withLock { state in
      defer { (state.waiting, state.end) = ([:], nil) }
      state.hasEnded = true
      return (state.waiting.values.map(\.self), state.end)
    }
    for one in waiting { one.resume(throwing: Failure(description: "the browser ended")) }
    end?.resume()
  }

  private func take(_ message: Data) {
    // An answer begins with the number of its question; pictures make it long, so that it is parsed once, by who asked.
    let opening = Data(#"{"id":"#.utf8)
    if message.starts(with: opening) {
      let digits = message.dropFirst(opening.count).prefix { (48...57).contains($0) }
      let number = Int(String(decoding: digits, as: UTF8.self)) ?? 0
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: message)
    } else if let object = try? JSONSerialization.jsonObject(with: message) as? [String: Any],
      let event = BrowserEvent(object)
    {
      state.withLock { $0.events.append(event) }
    }
  }

  /// Asks for something.
  func ask<Result: Decodable>(
    _ method: String, _ parameters: [String: any Sendable] = [:], in session: String? = nil, as type: Result.Type
  ) async throws -> Result {
    let answer = try JSONDecoder().decode(Answer<Result>.self, from: try await say(method, parameters, in: session))
    if let error = answer.error { throw Failure(description: "\(method): \(error.message)") }
    guard let result = answer.result else { throw Failure(description: "\(method): no result") }
    return result
  }

  private func say(_ method: String, _ parameters: [String: any Sendable], in session: String?) async throws -> Data {
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    let question = try JSONSerialization.data(withJSONObject: message) + [0]
    // What a page never answers ends with the test's time limit.
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let failure: (any Error)? = state.withLock { state in
          if state.hasEnded { return Failure(description: "the browser ended") }
          if Task.isCancelled { return CancellationError() }
          state.waiting[number] = continuation
          return nil
        }
        if let failure { return continuation.resume(throwing: failure) }
        do { try toBrowser.write(contentsOf: question) } catch { giveUp(number, error) }
      }
    } onCancel: {
      giveUp(number, CancellationError())
    }
  }

  private func giveUp(_ number: Int, _ error: any Error) {
    state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(throwing: error)
  }

  func events(in session: String) -> [BrowserEvent] {
    state.withLock { $0.events.filter { $0.session == session } }
  }

  /// A new window.
  package func window() async throws -> Window {
    struct Target: Decodable { let targetId: String }
    struct Session: Decodable { let sessionId: String }
    let target = try await ask("Target.createTarget", ["url": "about:blank"], as: Target.self)
    let session = try await ask(
      "Target.attachToTarget", ["targetId": target.targetId, "flatten": true], as: Session.self)
    let window = Window(browser: self, session: session.sessionId)
    for domain in ["Page", "Network", "Runtime", "Log"] { try await window.ask("\(domain).enable") }
    return window
  }
}

/// What comes back for a question.
private struct Answer<Result: Decodable>: Decodable {
  let result: Result?
  let error: AnswerError?
}

private struct AnswerError: Decodable { let message: String }
