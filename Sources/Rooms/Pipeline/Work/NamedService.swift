package import ServiceLifecycle

/// A service that is logged by the name of its type. Of a structure without a description, ServiceLifecycle prints all
/// that it holds, at each start (`ServiceGroupConfiguration.ServiceConfiguration`).
package protocol NamedService: Service, CustomStringConvertible {}

extension NamedService {
  package var description: String { "\(Self.self)" }
}
