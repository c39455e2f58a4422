/// A setting with its value and where the value comes from.
package struct SettingEntry: Equatable, Sendable {
  package let key: SettingKey
  /// As one would write it.
  package let value: String
  package let provenance: Provenance
}
