/// Tells a person at once what they may want to know. Nobody waits for it and nothing depends on it: where there is nobody
/// to tell, nothing happens.
package protocol Announcer: Sendable {
  func announce(_ announcement: Announcement)

  /// There is more to show of what was announced; where that isn't shown any more, nothing happens.
  func update(_ announcement: Announcement)

  /// What was announced of a scan isn't so any more.
  func withdraw(_ scan: ScanID)
}

/// Nobody is told.
package struct NoAnnouncer: Announcer {
  package init() {}
  package func announce(_ announcement: Announcement) {}
  package func update(_ announcement: Announcement) {}
  package func withdraw(_ scan: ScanID) {}
}
