/// The jobs of the imaging process: its only argument.
package enum ImagingJob: String, Sendable {
  /// A photo from standard input, made into a square picture.
  case picture
  /// A photo from standard input, made into a square picture, and what it can be recognized by.
  case study
  /// A downloaded cover from standard input, made into a page's artwork and thumbnail.
  case artwork
  /// A cover from standard input, made into a few pixels for a terminal.
  case pixels
  /// A cover from standard input, made into a square for a disc of the wallet.
  case disc
  /// A cover from standard input: what it can be recognized by.
  case cover
  /// A `MatchRequest` from standard input: which of the covers are in the photo.
  case match
  /// A prepared picture from standard input: which text is on it.
  case read
}
