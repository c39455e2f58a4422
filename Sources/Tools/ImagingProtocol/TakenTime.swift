/// When a camera took a photo, as it wrote it down.
package struct TakenTime: Equatable, Sendable {
  /// Since 1970: in UTC if it is absolute, otherwise as the camera's clock showed it.
  package let milliseconds: Int
  package let isAbsolute: Bool

  /// In seconds: from a day before 1990 to a day after 2100, for any offset.
  package static let range = 631_065_600...4_134_067_200

  package init(milliseconds: Int, isAbsolute: Bool) {
    self.milliseconds = milliseconds
    self.isAbsolute = isAbsolute
  }
}
