/// Notifies the user. Nothing waits for a notification or depends on it; if there is nobody to notify, nothing happens.
package protocol Announcer: Sendable {
  func announce(_ announcement: Announcement)

  /// There is more to show of what was announced; where that isn't shown any more, nothing happens.
  func update(_ announcement: Announcement)

  /// What was announced of a scan isn't so any more.
  func withdraw(_ scan: ScanID)
}

/// Notifies nobody.
package struct NoAnnouncer: Announcer {
  package init() {}
  package func announce(_ announcement: Announcement) {}
  package func update(_ announcement: Announcement) {}
  package func withdraw(_ scan: ScanID) {}
}
