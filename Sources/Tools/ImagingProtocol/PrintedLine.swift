/// A line of text in a picture.
package struct PrintedLine: Equatable, Sendable {
  /// In characters.
  package static let longestText = 200

  /// As read, including misread letters; not empty, at most `longestText`, only characters that `holds` allows.
  package var text: String
  /// The recognizer's mean probability per letter, 0…1.
  package var confidence: Double
  /// In fractions of the picture's width and height: the upper left corner of the text first, as it is read, then
  /// clockwise.
  package var corners: [SIMD2<Double>]
  /// The distance in RGB between the color of the letters and of their background, as a fraction of the greatest
  /// possible.
  package var contrast: Double

  package init(text: String, confidence: Double, corners: [SIMD2<Double>], contrast: Double) {
    self.text = text
    self.confidence = confidence
    self.corners = corners
    self.contrast = contrast
  }
}

extension PrintedLine {
  /// Whether the character is a Latin, Greek, or Japanese letter, a digit, or a mark that stands among them: nothing that
  /// starts a line, changes the writing direction, or is invisible.
  package static func holds(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x24F, 0x1E00...0x1EFF: true
    // Greek; kana, without the marks that join what precedes them; kanji.
    case 0x386, 0x388...0x3CE, 0x3041...0x3096, 0x309B...0x30FF, 0x4E00...0x9FFF: true
    // – — ‘ ’ “ ” • … ※ € ™ ★ ☆ ♡ ♥ ♪ ♭ ♯
    case 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x203B, 0x20AC, 0x2122, 0x2605, 0x2606, 0x2661,
      0x2665, 0x266A, 0x266D, 0x266F:
      true
    // 、 。 々 〆 〇 〈 〉 《 》 「 」 『 』 【 】 〔 〕 〜
    case 0x3001, 0x3002, 0x3005...0x3011, 0x3014, 0x3015, 0x301C: true
    default: false
    }
  }
}
