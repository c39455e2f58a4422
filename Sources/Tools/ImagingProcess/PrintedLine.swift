/// A line of text that was read in a picture.
package struct PrintedLine: Equatable, Sendable {
  /// As it was read, letters that were taken for others included; at most 200 characters, none of them a control character.
  package var text: String
  /// The recognizer's mean probability of a letter, 0…1.
  package var confidence: Double
  /// In parts of the picture's width and height: the upper left corner of the text as it is read first, then clockwise.
  package var corners: [CoverSighting.Corner]
  /// How far the letters' color is from their background's, 0…1 of the greatest distance in RGB.
  package var contrast: Double

  package init(text: String, confidence: Double, corners: [CoverSighting.Corner], contrast: Double) {
    self.text = text
    self.confidence = confidence
    self.corners = corners
    self.contrast = contrast
  }
}
