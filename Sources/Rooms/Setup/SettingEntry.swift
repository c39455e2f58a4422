/// A key with the value that holds, and where that comes from.
package struct SettingEntry: Equatable, Sendable {
  package let key: SettingKey
  /// As one would write it.
  package let value: String
  package let provenance: Provenance
}
