internal import Albums
internal import Logging
internal import Systemd

extension Logger.Metadata {
  /// The fields of an event that matters; the journal's handler makes its MESSAGE_ID of it.
  static func event(_ event: EventID, _ service: ServiceName? = nil) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["event": .string(event.rawValue)]
    if let service { metadata["service"] = .string(service.rawValue) }
    return metadata
  }
}
