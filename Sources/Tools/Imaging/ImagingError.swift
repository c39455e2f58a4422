/// Why bytes can't be decoded as a picture.
package enum ImagingError: Error, Equatable, Sendable {
  case emptyFile
  case notAnImage
  /// `format` is its usual name.
  case unsupported(format: String)
  case tooLarge(String)
  case tooSmall(String)
  /// The text is the decoder's.
  case broken(String)
  case outOfMemory
}
