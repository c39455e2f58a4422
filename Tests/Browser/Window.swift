package import Foundation

/// A window of the browser, of any size and in either scheme.
package struct Window: Sendable {
  let browser: Browser
  let session: String

  package enum Scheme: String, CaseIterable, Sendable { case light, dark }

  private struct Nothing: Decodable {}

  func ask(_ method: String, _ parameters: [String: any Sendable] = [:]) async throws {
    _ = try await ask(method, parameters, as: Nothing.self)
  }

  private func ask<Result: Decodable>(
    _ method: String, _ parameters: [String: any Sendable] = [:], as type: Result.Type
  ) async throws -> Result {
    try await browser.ask(method, parameters, in: session, as: type)
  }

  /// Addresses that were asked for so far.
  package var requests: [String] {
    browser.events(in: session).compactMap { if case .request(let address) = $0.kind { address } else { nil } }
  }

  /// What was refused, failed or thrown so far.
  package var complaints: [String] {
    browser.events(in: session).compactMap { if case .failure(let text) = $0.kind { text } else { nil } }
  }

  /// Shows a page, until it and its pictures are there.
  package func open(_ page: URL) async throws {
    struct Outcome: Decodable { let errorText: String? }
    let outcome = try await ask("Page.navigate", ["url": page.absoluteString], as: Outcome.self)
    if let error = outcome.errorText { throw Browser.Failure(description: "\(page.lastPathComponent): \(error)") }
    // Asked for again and again: where scripts are off, nothing in the page calls back.
    while try await value(of: "document.readyState", as: String.self) != "complete" { await Task.yield() }
  }

  /// - Parameters:
  ///   - width: in CSS pixels, as the height.
  ///   - density: pixels of the screen a CSS pixel.
  package func look(
    width: Int, height: Int = 844, density: Double = 1, scheme: Scheme = .light, print: Bool = false,
    stillness: Bool = false
  ) async throws {
    try await ask(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": density, "mobile": width < 600])
    try await ask(
      "Emulation.setEmulatedMedia",
      [
        "media": print ? "print" : "",
        "features": [
          ["name": "prefers-color-scheme", "value": scheme.rawValue],
          ["name": "prefers-reduced-motion", "value": stillness ? "reduce" : "no-preference"],
        ],
      ])
  }

  /// Without the page's own scripts, from the next page on.
  package func runScripts(_ yes: Bool) async throws {
    try await ask("Emulation.setScriptExecutionDisabled", ["value": !yes])
  }

  /// Has each page from now on begin with this script.
  package func begin(with script: String) async throws {
    struct Outcome: Decodable { let identifier: String }
    _ = try await ask("Page.addScriptToEvaluateOnNewDocument", ["source": script], as: Outcome.self)
  }

  /// Calls itself another browser, from the next page on.
  package func pose(as agent: String) async throws {
    try await ask("Emulation.setUserAgentOverride", ["userAgent": agent])
  }

  /// What an expression of JavaScript comes to; a promise is waited for.
  package func value<Value: Decodable>(of expression: String, as type: Value.Type = Value.self) async throws -> Value {
    let outcome = try await ask(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true],
      as: Evaluation<Value>.self)
    if let details = outcome.exceptionDetails {
      throw Browser.Failure(description: details.exception?.description ?? details.text)
    }
    guard let value = outcome.result.value else { throw Browser.Failure(description: "no value: \(expression)") }
    return value
  }

  /// Types into what has the focus.
  package func type(_ text: String) async throws { try await ask("Input.insertText", ["text": text]) }

  /// Presses and releases a key, by its name (`Tab`, `Enter`, `Escape`, `Space`).
  package func press(_ key: String) async throws {
    let codes = [
      "Tab": 9, "Enter": 13, "Escape": 27, "Space": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
      "ArrowLeft": 37, "ArrowRight": 39,
    ]
    let text = ["Enter": "\r", "Space": " "][key]
    for kind in [text == nil ? "rawKeyDown" : "keyDown", "keyUp"] {
      try await ask(
        "Input.dispatchKeyEvent",
        [
          "type": kind, "key": key == "Space" ? " " : key, "code": key, "windowsVirtualKeyCode": codes[key] ?? 0,
          "text": kind == "keyDown" ? text ?? "" : "",
        ])
    }
  }

  /// Presses the mouse at a point, moves it and lets it go, or ends with it still pressed. In CSS pixels.
  package func drag(from start: (x: Double, y: Double), to end: (x: Double, y: Double), releasing: Bool = true)
    async throws
  {
    func mouse(_ kind: String, _ x: Double, _ y: Double, isDown: Bool) async throws {
      try await ask(
        "Input.dispatchMouseEvent",
        [
          "type": kind, "x": x, "y": y, "button": isDown || kind != "mouseMoved" ? "left" : "none",
          "buttons": isDown ? 1 : 0, "clickCount": 1,
        ])
    }
    try await mouse("mouseMoved", start.x, start.y, isDown: false)
    try await mouse("mousePressed", start.x, start.y, isDown: true)
    for step in 1...8 {
      let part = Double(step) / 8
      try await mouse(
        "mouseMoved", start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part, isDown: true)
    }
    if releasing { try await mouse("mouseReleased", end.x, end.y, isDown: false) }
  }

  /// What was copied last. From here on the page may read it, too.
  package func clipboard() async throws -> String {
    _ = try await browser.ask("Browser.grantPermissions", ["permissions": ["clipboardReadWrite"]], as: Nothing.self)
    return try await value(of: "navigator.clipboard.readText()")
  }

  /// A picture of what the window shows, or of the whole page, as PNG.
  package func picture(whole: Bool = false) async throws -> Data {
    struct Shot: Decodable { let data: Data }
    var parameters: [String: any Sendable] = ["format": "png"]
    if whole {
      struct Metrics: Decodable {
        struct Size: Decodable { let width: Double, height: Double }
        let cssContentSize: Size
      }
      let size = try await ask("Page.getLayoutMetrics", as: Metrics.self).cssContentSize
      parameters["captureBeyondViewport"] = true
      parameters["clip"] = ["x": 0, "y": 0, "width": size.width, "height": min(size.height, 12_000), "scale": 1]
    }
    _ = try await value(
      of:
        "Promise.all([...document.images].map(i => (i.loading = 'eager', i.decode().catch(() => 0)))).then(() => 1)",
      as: Int.self)
    return try await ask("Page.captureScreenshot", parameters, as: Shot.self).data
  }

  /// The page on paper (A4), as PDF.
  package func paper() async throws -> Data {
    struct Paper: Decodable { let data: Data }
    return try await ask(
      "Page.printToPDF", ["paperWidth": 8.27, "paperHeight": 11.69, "printBackground": false], as: Paper.self
    ).data
  }
}

/// The answer to `Runtime.evaluate`.
private struct Evaluation<Value: Decodable>: Decodable {
  struct Result: Decodable { let value: Value? }
  struct Details: Decodable {
    let text: String
    let exception: Exception?
  }
  struct Exception: Decodable { let description: String? }

  let result: Result
  let exceptionDetails: Details?
}
