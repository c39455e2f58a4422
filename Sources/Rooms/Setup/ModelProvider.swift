package import Albums

/// The configured model provider.
package enum ModelProvider: RawRepresentable, CaseIterable, Equatable, Sendable {
  case auto, none
  case named(ServiceName)

  package static let allCases = [.auto] + ServiceName.providers.map(named) + [.none]

  package init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  package var rawValue: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .named(let service): service.rawValue
    }
  }

  /// The service that is asked, or nil for none: `auto` takes the first whose key is there. A server of one's own has to
  /// be named, since its address does.
  package func service(hasKey: (Credential) -> Bool) -> ServiceName? {
    switch self {
    case .auto: ServiceName.providers.first { $0 != .compatible && Credential(for: $0).map(hasKey) == true }
    case .none: nil
    case .named(let service): service
    }
  }
}
