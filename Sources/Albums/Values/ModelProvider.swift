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

  /// The one that is named; nil for `auto` and `none`.
  package var service: ServiceName? { if case .named(let service) = self { service } else { nil } }
}
