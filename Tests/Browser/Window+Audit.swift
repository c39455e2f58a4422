extension Window {
  /// What somebody who sees, hears or touches the page less well would stumble over (see `audit.js`); what is folded in
  /// is looked at too.
  package func stumblingBlocks() async throws -> [String] {
    _ = try await value(of: "document.querySelectorAll('details').forEach(fold => fold.open = true), 1", as: Int.self)
    // A window of another size is told to the page with the next frame. A picture needs one, also where scripts are off.
    try await ask("Page.captureScreenshot")
    return try await value(of: String(decoding: PackageResources.audit_js, as: UTF8.self))
  }
}
