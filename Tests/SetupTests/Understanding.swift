import Setup
import SystemPackage
import Testing

/// Understands settings as the user `/home/ann` would have them, without touching a file.
func understood(
  _ yaml: String? = nil, environment: [String: String] = [:],
  credentials: [String: (text: String, path: FilePath)] = [:]
) throws(SettingsError) -> LoadedSettings {
  try LoadedSettings.understand(
    yaml: yaml, at: "/c/albumscan.yaml", environment: environment, credentials: credentials,
    places: Places(home: "/home/ann", environment: [:]))
}

/// What is said of settings that can't be used, a line each; empty when they can.
func complaints(_ yaml: String? = nil, environment: [String: String] = [:]) -> [String] {
  do throws(SettingsError) {
    _ = try understood(yaml, environment: environment)
    return []
  } catch {
    return error.problems.map(\.description)
  }
}
