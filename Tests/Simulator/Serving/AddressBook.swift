import Synchronization

/// Where visitors reach each service: its own port, or a front before it.
final class AddressBook: Sendable {
  private let addresses = Mutex<[ServiceID: String]>([:])

  func address(of service: ServiceID) -> String { addresses.withLock { $0[service] ?? "" } }

  func set(_ address: String, for service: ServiceID) { addresses.withLock { $0[service] = address } }
}
