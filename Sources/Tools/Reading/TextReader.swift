internal import CReading

/// Reads the text in pictures: PP-OCR's detection and recognition in OpenCV's dnn, on one thread.
package final class TextReader {
  /// OpenCV didn't understand the models, or gave up on a picture.
  package enum Failure: Error, Equatable, Sendable { case models, picture }

  /// A line as it was read.
  package struct Line: Equatable, Sendable {
    package var text: String
    /// The mean probability of its letters, 0…1.
    package var confidence: Double
    /// The first corner is where the text starts, above.
    package var box: TextBox
    /// Between the letters' color and their background's, 0…1 of the greatest distance in RGB.
    package var contrast: Double
  }

  /// Pixels on the long side of what text is looked for in. At 960 real photos gave no more of it.
  private static let longSide = 640
  private static let mostBoxes = 200
  /// Letters lower than that in a picture of 1024 pixels are a label's small print, or none.
  private static let leastHeight = 12.0
  private static let mostLines = 16
  /// Columns of lines made 48 pixels high, of all lines together: what time a picture may take. 320 take some 40 ms.
  private static let mostColumns = 2000.0
  private static let longestLine = 960
  private static let lineHeight = 48.0
  /// Below it, a line is as likely no text at all.
  private static let leastConfidence = 0.5
  /// A line read with so much confidence says that the picture is upright; one that was turned takes more, as letters upside
  /// down are often taken for others.
  private static let readableUpright = 0.6
  private static let readableTurned = 0.8
  private static let leastLetters = 3
  /// So many lines say which side is up.
  private static let mostTrials = 4

  private let networks: OpaquePointer
  private let characters: [Character]

  /// Loads the models; before a wall that files can't pass.
  ///
  /// - Parameters:
  ///   - detection: the path of the model that finds text.
  ///   - recognition: the path of the model that reads it.
  ///   - characters: what its classes stand for, one a line, from class 1 on.
  package init(detection: String, recognition: String, characters: String) throws(Failure) {
    // The blank is one of them, alone in its line.
    self.characters = characters.split(separator: "\n", omittingEmptySubsequences: true).compactMap(\.first)
    guard !self.characters.isEmpty, let networks = creading_load(detection, recognition) else { throw .models }
    self.networks = networks
  }

  deinit { creading_free(networks) }

  /// The lines of text in a picture, the largest first, at most 16.
  ///
  /// Where the largest can't be read, or run up or down the picture, they are tried with its other sides up; the others are
  /// read as those could be.
  /// - Parameter rgb: its rows one after the other, three bytes a pixel.
  package func lines(inRGB rgb: [UInt8], width: Int, height: Int) throws(Failure) -> [Line] {
    let boxes = Self.choice(of: try boxes(inRGB: rgb, width: width, height: height), inPictureOf: max(width, height))
    func read(_ boxes: some Sequence<TextBox>, turned quarters: Int) throws(Failure) -> [Line] {
      var lines: [Line] = []
      for box in boxes {
        let line = try line(in: box.alongText(turned: quarters), ofRGB: rgb, width: width, height: height)
        if line.confidence >= Self.leastConfidence, !line.text.isEmpty { lines.append(line) }
      }
      return lines
    }
    let largest = boxes.prefix(Self.mostTrials)
    var (lines, quarters) = (try read(largest, turned: 0), 0)
    let isSideways = 2 * largest.count(where: \.runsDown) > largest.count
    if !boxes.isEmpty, isSideways || !lines.contains(where: { Self.isReadable($0, atLeast: Self.readableUpright) }) {
      func sureLetters(of lines: [Line]) -> Int {
        lines.filter { Self.isReadable($0, atLeast: Self.readableTurned) }.reduce(0) { $0 + Self.letters(in: $1.text) }
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

  /// The largest boxes, as many as there is time for.
  static func choice(of boxes: [TextBox], inPictureOf longSide: Int) -> [TextBox] {
    let leastHeight = Self.leastHeight * Double(longSide) / 1024
    var columns = 0.0
    var chosen: [TextBox] = []
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

  private static func isReadable(_ line: Line, atLeast confidence: Double) -> Bool {
    line.confidence >= confidence && letters(in: line.text) >= leastLetters
  }

  private static func letters(in text: String) -> Int { text.count { $0.isLetter } }

  private func boxes(inRGB rgb: [UInt8], width: Int, height: Int) throws(Failure) -> [TextBox] {
    guard width > 0, height > 0, rgb.count == width * height * 3 else { throw .picture }
    var failed = false
    let boxes = [creading_box](unsafeUninitializedCapacity: Self.mostBoxes) { room, count in
      let result = creading_find(
        networks, rgb, Int32(width), Int32(height), Int32(Self.longSide), room.baseAddress, Int32(Self.mostBoxes))
      failed = result < 0
      count = max(0, Int(result))
    }
    if failed { throw .picture }
    return boxes.map { TextBox($0) }
  }

  private func line(in box: TextBox, ofRGB rgb: [UInt8], width: Int, height: Int) throws(Failure) -> Line {
    let corners = box.corners.flatMap { [Float($0.x), Float($0.y)] }
    var probabilities = [Float](repeating: 0, count: Self.longestLine)
    var classes = [UInt16](repeating: 0, count: Self.longestLine)
    var contrast: Float = 0
    let steps = creading_read(
      networks, rgb, Int32(width), Int32(height), corners, Int32(Self.longestLine), Int32(characters.count + 1),
      &classes, &probabilities, Int32(Self.longestLine), &contrast)
    if steps < 0 { throw .models }
    let transcript = Transcript(
      classes: classes.prefix(Int(steps)).map(Int.init), probabilities: Array(probabilities.prefix(Int(steps))),
      characters: characters)
    return Line(text: transcript.text, confidence: transcript.confidence, box: box, contrast: Double(contrast))
  }
}

/// Converts the output of the recognition network to text.
package struct Transcript: Equatable, Sendable {
  package let text: String
  /// The mean probability of its letters, 0…1; 0 where there are none.
  package let confidence: Double

  /// The best path of connectionist temporal classification (Graves et al. 2006): what is said in several steps on end is said
  /// once, and class 0 says nothing.
  ///
  /// - Parameters:
  ///   - classes: the likeliest of each step.
  ///   - probabilities: how likely it is.
  ///   - characters: what the classes stand for, from class 1 on; others say nothing.
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

/// The location of a line of text in a picture.
package struct TextBox: Equatable, Sendable {
  package struct Corner: Equatable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// In pixels: upper left first, then clockwise.
  package let corners: [Corner]

  /// - Parameter corners: four.
  package init(corners: [Corner]) { self.corners = corners }

  init(_ box: creading_box) {
    let (a, b, c, d, e, f, g, h) = box.corners
    corners = [(a, b), (c, d), (e, f), (g, h)].map { Corner(x: Double($0.0), y: Double($0.1)) }
  }

  /// Along the text, in pixels.
  package var length: Double { max(distance(0, 1), distance(2, 3)) }
  /// Across the text, in pixels: about one and a half times that of its capitals.
  package var height: Double { max(distance(0, 3), distance(1, 2)) }

  /// The same place, with another corner first: as it is seen where the picture is turned left by so many quarters.
  package func turned(by quarters: Int) -> TextBox {
    TextBox(corners: corners.indices.map { corners[($0 + quarters) % 4] })
  }

  /// Whether it is far higher than long, as text is that runs up or down the picture.
  package var runsDown: Bool { height >= 1.5 * length }

  /// As its text is likely to run in a picture turned left by so many quarters: along it; down it where it is far higher than
  /// long.
  package func alongText(turned quarters: Int) -> TextBox {
    let box = turned(by: quarters)
    return box.runsDown ? box.turned(by: 1) : box
  }

  private func distance(_ one: Int, _ other: Int) -> Double {
    let (x, y) = (corners[one].x - corners[other].x, corners[one].y - corners[other].y)
    return (x * x + y * y).squareRoot()
  }
}
