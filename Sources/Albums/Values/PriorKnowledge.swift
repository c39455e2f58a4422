/// What was known about an album before this scan: whether it was scanned before, and whether it is in the library.
package struct PriorKnowledge: Codable, Equatable, Sendable {
  /// The latest scan of it that is done; null where there is none.
  @Nullable package var scan: ScanID?
  /// RFC 3339, UTC.
  @Nullable package var scannedAt: String?
  /// Its cover was learned from the music or the pictures of whoever runs this.
  package var inLibrary: Bool

  package init(scan: ScanID? = nil, scannedAt: String? = nil, inLibrary: Bool = false) {
    _scan = Nullable(wrappedValue: scan)
    _scannedAt = Nullable(wrappedValue: scannedAt)
    self.inLibrary = inLibrary
  }

  /// For people: "Scanned before on 2 November 2026", "In your library".
  /// - Parameter day: how a date is written there.
  package func words(day: (_ rfc3339: String) -> String) -> [String] {
    [scannedAt.map { "Scanned before on \(day($0))" }, inLibrary ? "In your library" : nil].compactMap(\.self)
  }
}
