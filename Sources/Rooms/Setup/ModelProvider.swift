package import Albums

/// The configured model provider.
package enum ModelProvider: String, CaseIterable, Sendable {
  case auto, anthropic, openai, compatible, none

  /// The service that is asked, or nil for none: `auto` takes the first whose key is there.
  package func service(hasKey: (Credential) -> Bool) -> ServiceName? {
    switch self {
    case .auto: hasKey(.anthropic) ? .anthropic : hasKey(.openai) ? .openai : nil
    case .anthropic: .anthropic
    case .openai: .openai
    case .compatible: .compatible
    case .none: nil
    }
  }
}
