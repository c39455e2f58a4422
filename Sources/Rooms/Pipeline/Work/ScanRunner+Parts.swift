internal import Albums
internal import Logging
internal import Records

extension ScanRunner {
  /// The scan to run: that of the first sleeve, once the photo turns out to show several.
  func divideIfSeveral(_ scan: Scan) async throws -> (scan: Scan, sightings: CoverSightings?) {
    let (first, sightings) = try await context.pipeline(for: scan, clock: clock, isStopping: isStopping)
      .divideIfSeveral()
    guard scan.part == nil, let part = first.part else { return (first, sightings) }
    wakeSignal.fire()
    Logger.current.info("\(scan.name) shows \(part.of) sleeves, and each is a scan of its own")
    if scan.statement != nil {
      Logger.current.notice("\(StatementFile.isUnused("The file beside \(scan.name)", for: part, scan.id))")
    }
    return (first, nil)
  }
}
