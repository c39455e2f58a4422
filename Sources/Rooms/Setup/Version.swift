/// The version of AlbumScan. `scripts/release-check` compares it with packaging/debian/changelog and CHANGELOG.md.
package enum Version {
  package static let text = "1.0.0"
}
