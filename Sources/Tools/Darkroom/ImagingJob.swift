/// What the imaging process can be asked for: its only argument.
package enum ImagingJob: String, Sendable {
  /// A photo from standard input, made into a square picture.
  case picture
  /// A downloaded cover from standard input, made into a page's artwork and thumbnail.
  case artwork
}
