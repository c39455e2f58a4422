extension Window {
  /// What somebody who sees, hears or touches the page less well would stumble over (see `audit.js`); what is folded in
  /// is looked at too.
  package func stumblingBlocks() async throws -> [String] {
    // A window of another size is told to the page with the next frame.
    _ = try await value(
      of: """
        document.querySelectorAll('details').forEach(fold => fold.open = true),
        new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(() => seen(1))))
        """, as: Int.self)
    return try await value(of: String(decoding: PackageResources.audit_js, as: UTF8.self))
  }
}
