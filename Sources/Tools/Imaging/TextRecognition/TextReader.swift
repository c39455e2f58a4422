internal import CTextRecognition
package import ImagingProtocol

/// Reads the text in pictures: PP-OCR's detection and recognition.
package final class TextReader {
  /// The models are of another edition, or there isn't enough memory for a picture.
  package enum Failure: Error, Equatable, Sendable { case models, picture }

  /// Text is searched for at this many pixels on the long side. 640 pixels found no more names in real photos.
  private static let longSide = 480
  private static let mostBoxes = 200
  /// In a picture of 1024 pixels. Lower letters are small print, or aren't text.
  private static let leastHeight = 12.0
  private static let mostLines = 16
  /// The most columns of all lines together, each scaled to a height of 48 pixels. This limits the time per picture:
  /// 320 columns take about 20 ms.
  private static let mostColumns = 2000.0
  private static let longestLine = 960
  private static let lineHeight = 48.0
  /// Below this, a line is probably not text.
  private static let leastConfidence = 0.5
  /// A line read with this confidence shows that the picture is upright, or is in another orientation: upside-down letters are
  /// often mistaken for others, and less surely.
  private static let leastSure = 0.85
  private static let leastLetters = 3
  /// How many lines are tried to find out which side is up.
  private static let mostTrials = 4

  private let networks: OpaquePointer
  private let characters: [Character]

  /// Maps the models. Call this before the process enters a sandbox without files, after starting the second thread.
  ///
  /// - Parameters:
  ///   - detection: the path of the model that finds text.
  ///   - recognition: the path of the model that reads it.
  ///   - characters: the characters of its classes, one per line, starting with class 1.
  package init(detection: String, recognition: String, characters: String) throws(Failure) {
    // The space is one of them, alone on its line.
    self.characters = characters.split(separator: "\n", omittingEmptySubsequences: true).compactMap(\.first)
    // Class 0 is the blank.
    guard !self.characters.isEmpty,
      let networks = ctext_load(detection, recognition, Int32(self.characters.count + 1))
    else { throw .models }
    self.networks = networks
  }

  deinit { ctext_free(networks) }

  /// The lines of text in a picture, the largest first, at most 16.
  ///
  /// If the largest lines can't be read, or are vertical, they are tried in the other orientations; the remaining lines are
  /// then read in the orientation that worked.
  /// - Parameter rgb: the rows without padding, three bytes per pixel.
  package func lines(inRGB rgb: [UInt8], width: Int, height: Int) throws(Failure) -> [PrintedLine] {
    let boxes = Self.choice(of: try boxes(inRGB: rgb, width: width, height: height), inPictureOf: max(width, height))
    func read(_ boxes: some Sequence<Quad>, turned quarters: Int) throws(Failure) -> [PrintedLine] {
      var lines: [PrintedLine] = []
      for box in boxes {
        let line = try line(in: box.alongText(turned: quarters), ofRGB: rgb, width: width, height: height)
        if line.confidence >= Self.leastConfidence, !line.text.isEmpty { lines.append(line) }
      }
      return lines
    }
    let largest = boxes.prefix(Self.mostTrials)
    var (lines, quarters) = (try read(largest, turned: 0), 0)
    let isSideways = 2 * largest.count(where: \.runsDown) > largest.count
    if !boxes.isEmpty, isSideways || !lines.contains(where: Self.isReadable) {
      func sureLetters(of lines: [PrintedLine]) -> Int {
        lines.filter(Self.isReadable).reduce(0) { $0 + Self.letters(in: $1.text) }
      }
      var mostLetters = sureLetters(of: lines)
      for turn in 1...3 {
        let turned = try read(largest, turned: turn)
        let letters = sureLetters(of: turned)
        if letters > mostLetters { (lines, quarters, mostLetters) = (turned, turn, letters) }
      }
    }
    return lines + (try read(boxes.dropFirst(Self.mostTrials), turned: quarters))
  }

  /// The largest boxes, as many as the time allows.
  static func choice(of boxes: [Quad], inPictureOf longSide: Int) -> [Quad] {
    let leastHeight = Self.leastHeight * Double(longSide) / 1024
    var columns = 0.0
    var chosen: [Quad] = []
    let known = boxes.map { (box: $0, height: min($0.height, $0.length), length: max($0.height, $0.length)) }
    for (box, height, length) in known.sorted(by: { $0.height > $1.height }) where height >= leastHeight {
      let width = min(Double(longestLine), length / height * lineHeight)
      guard columns + width <= mostColumns else { continue }
      columns += width
      chosen.append(box)
      if chosen.count == mostLines { break }
    }
    return chosen
  }

  private static func isReadable(_ line: PrintedLine) -> Bool {
    line.confidence >= leastSure && letters(in: line.text) >= leastLetters
  }

  /// Kana and kanji each say as much as two letters.
  private static func letters(in text: String) -> Int {
    text.reduce(0) { $0 + ($1.isLetter ? ($1 >= "\u{3041}" ? 2 : 1) : 0) }
  }

  private func boxes(inRGB rgb: [UInt8], width: Int, height: Int) throws(Failure) -> [Quad] {
    guard width > 0, height > 0, rgb.count == width * height * 3 else { throw .picture }
    var failed = false
    let boxes = [ctext_box](unsafeUninitializedCapacity: Self.mostBoxes) { room, count in
      let result = ctext_find(
        networks, rgb, Int32(width), Int32(height), Int32(Self.longSide), room.baseAddress, Int32(Self.mostBoxes))
      failed = result < 0
      count = max(0, Int(result))
    }
    if failed { throw .picture }
    return boxes.map { Quad($0) }
  }

  private func line(in box: Quad, ofRGB rgb: [UInt8], width: Int, height: Int) throws(Failure) -> PrintedLine {
    let corners = box.corners.flatMap { [Float($0.x), Float($0.y)] }
    var probabilities = [Float](repeating: 0, count: Self.longestLine)
    var classes = [UInt16](repeating: 0, count: Self.longestLine)
    var contrast: Float = 0
    let steps = ctext_read(
      networks, rgb, Int32(width), Int32(height), corners, Int32(Self.longestLine), &classes, &probabilities,
      Int32(Self.longestLine), &contrast)
    if steps < 0 { throw .picture }
    let transcript = Transcript(
      classes: classes.prefix(Int(steps)).map(Int.init), probabilities: Array(probabilities.prefix(Int(steps))),
      characters: characters)
    let size = Point(Double(width), Double(height))
    return PrintedLine(
      text: transcript.text, confidence: transcript.confidence,
      corners: box.corners.map { ($0 / size).clamped(lowerBound: Point(0, 0), upperBound: Point(1, 1)) },
      contrast: Double(contrast))
  }
}

/// Converts the output of the recognition network to text.
package struct Transcript: Equatable, Sendable {
  package let text: String
  /// The mean probability of its letters, 0…1; 0 without letters.
  package let confidence: Double

  /// The best path of connectionist temporal classification (Graves et al. 2006): consecutive repetitions count once,
  /// and class 0 is the blank.
  ///
  /// - Parameters:
  ///   - classes: the most probable class of each step.
  ///   - probabilities: the probability of each of these.
  ///   - characters: the characters of the classes, starting with class 1; other classes produce nothing.
  package init(classes: [Int], probabilities: [Float], characters: [Character]) {
    var text = ""
    var sum = 0.0
    var count = 0
    for (step, label) in classes.enumerated()
    where (1...characters.count).contains(label) && (step == 0 || label != classes[step - 1]) {
      text.append(characters[label - 1])
      sum += Double(probabilities[step])
      count += 1
    }
    self.text = text
    confidence = count > 0 ? sum / Double(count) : 0
  }
}

/// The location of a line of text in a picture, in pixels.
extension Quad {
  init(_ box: ctext_box) {
    let (a, b, c, d, e, f, g, h) = box.corners
    self.init([(a, b), (c, d), (e, f), (g, h)].map { Point(Double($0.0), Double($0.1)) })
  }

  /// In the direction of the text.
  package var length: Double { max(distance(0, 1), distance(2, 3)) }
  /// Perpendicular to the text: about one and a half times the height of its capitals.
  package var height: Double { max(distance(0, 3), distance(1, 2)) }

  /// Whether it is much higher than wide, like vertical text.
  package var runsDown: Bool { height >= 1.5 * length }

  /// Oriented as its text probably runs in a picture turned left by this many quarter turns: along the longer side.
  package func alongText(turned quarters: Int) -> Quad {
    let box = turned(by: quarters)
    return box.runsDown ? box.turned(by: 1) : box
  }

  private func distance(_ one: Int, _ other: Int) -> Double {
    let way = corners[one] - corners[other]
    return (way * way).sum().squareRoot()
  }
}
