import DrawnCovers
import Foundation
import ImagingClient
import ImagingProtocol
import TestSupport
import Testing

@testable import Imaging

struct TextReaderTests {
  private static let models = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: ".build/reading")

  /// Who has no models hasn't run `scripts/setup`; where everything must be tested, that is a failure.
  static let areModelsThere =
    FileManager.default.fileExists(atPath: models.appending(path: "detection.weights").path)
    || ProcessInfo.processInfo.environment["CI"] == "true"

  private static func reader() throws -> TextReader {
    try TextReader(
      detection: models.appending(path: "detection.weights").path,
      recognition: models.appending(path: "recognition.weights").path,
      characters: String(contentsOf: models.appending(path: "characters.txt"), encoding: .utf8))
  }

  /// A sleeve of the size that a photo is prepared to.
  private static func sleeve(
    artist: String, title: String, in name: Typeface.Name, ink: UInt32 = 0xF4E9D8, paper: UInt32 = 0x203A43
  ) throws -> Canvas {
    let canvas = Canvas(width: 1024, height: 1024, color: Color(paper))
    let typeface = try Typeface(name)
    try typeface.draw(artist, on: canvas, x: 90, y: 200, size: 100, color: Color(ink))
    try typeface.draw(title, on: canvas, x: 90, y: 820, size: 60, color: Color(ink))
    return canvas
  }

  private static func read(_ canvas: borrowing Canvas, turnedLeft quarters: Int = 0) throws -> [PrintedLine] {
    let side = canvas.width
    var rgb: [UInt8] = []
    rgb.reserveCapacity(side * side * 3)
    for y in 0..<side {
      for x in 0..<side {
        let place =
          switch quarters {
          case 0: (x, y)
          case 1: (side - 1 - y, x)
          case 2: (side - 1 - x, side - 1 - y)
          default: (y, side - 1 - x)
          }
        let pixel = canvas.pixels[place.1 * side + place.0]
        rgb += [UInt8(pixel & 255), UInt8(pixel >> 8 & 255), UInt8(pixel >> 16 & 255)]
      }
    }
    return try reader().lines(inRGB: rgb, width: side, height: side)
  }

  private static func letters(of lines: [PrintedLine]) -> [String] {
    lines.map { $0.text.filter { $0.isLetter || $0.isNumber }.lowercased() }
  }

  @Test(.enabled(if: areModelsThere), arguments: Typeface.Name.allCases)
  func `artist and title are read in any face`(name: Typeface.Name) throws {
    let lines = try Self.read(Self.sleeve(artist: "Harbor Lights", title: "Songs of Winter", in: name))
    #expect(Self.letters(of: lines).joined(separator: " ") == "harborlights songsofwinter")
    #expect(lines.allSatisfy { $0.confidence > 0.8 })
  }

  @Test(
    .enabled(if: areModelsThere),
    arguments: [
      ("Café Müller", "Última Canción", .sans), ("Törkhëad", "Ágætis blær", .boldSans),
      ("Žižkov Łódka", "Şırnak", .serif), ("ほたるの庭", "冬の手紙", .japanese),
      ("ロケットパレード", "夜明けまで", .japanese),
    ] as [(String, String, Typeface.Name)])
  func `letters with accents and Japanese are read`(artist: String, title: String, name: Typeface.Name) throws {
    let lines = try Self.read(Self.sleeve(artist: artist, title: title, in: name))
    #expect(lines.map(\.text) == [artist, title])
    #expect(lines.allSatisfy { $0.confidence > 0.8 })
  }

  /// Capitals that look like Latin ones are taken for them; `PrintedLines` takes them for Greek again.
  @Test(.enabled(if: areModelsThere))
  func `Greek capitals are read`() throws {
    let lines = try Self.read(Self.sleeve(artist: "ΣΠΑΣΜΕΝΑ ΦΩΤΑ", title: "ΧΕΙΜΩΝΑΣ", in: .sans))
    #expect(lines.map(\.text) == ["ΣΠAΣMENA φΩTA", "XEIMΩNAΣ"])
  }

  @Test(.enabled(if: areModelsThere))
  func `a name whose letters stand below each other is read`() throws {
    let canvas = Canvas(width: 1024, height: 1024, color: Color(0x203A43))
    let typeface = try Typeface(.japanese)
    for (place, letter) in "夜明けの汽車".enumerated() {
      try typeface.draw(
        String(letter), on: canvas, x: 450, y: 180 + 110 * Double(place), size: 100, color: Color(0xF4E9D8))
    }
    #expect(try Self.read(canvas).map(\.text) == ["夜明けの汽車"])
  }

  /// Made with ONNX Runtime from the models as they are published, for the same corners.
  @Test(
    .enabled(if: areModelsThere),
    arguments: [
      ("Žižkov ŁÓDŹ", "Şırnak", .serif, [("Žižkov ŁÓDŻ", 0.9363), ("Şırnak", 0.9711)]),
      ("Σπασμένα Φώτα", "Χειμώνας", .sans, [("Σπασμνα τα", 0.8888), ("Xειμνα", 0.8904)]),
    ] as [(String, String, Typeface.Name, [(String, Double)])])
  func `lines say what the published models say, and as surely`(
    artist: String, title: String, name: Typeface.Name, expected: [(text: String, confidence: Double)]
  ) throws {
    let lines = try Self.read(Self.sleeve(artist: artist, title: title, in: name))
    #expect(lines.map(\.text) == expected.map(\.text))
    for (line, expected) in zip(lines, expected) {
      #expect(abs(line.confidence - expected.confidence) < 0.002, "\(line)")
    }
  }

  @Test(.enabled(if: areModelsThere), arguments: 0...3)
  func `a sleeve that lies on its side or its head is read`(quarters: Int) throws {
    let lines = try Self.read(
      Self.sleeve(artist: "Harbor Lights", title: "Songs of Winter", in: .grotesque), turnedLeft: quarters)
    #expect(Self.letters(of: lines) == ["harborlights", "songsofwinter"])
    // Where the artist's first letter is, above: turned left, at the left, below.
    let first = try #require(lines.first?.corners.first) * 1024
    let expected = [(90.0, 100.0), (100, 934), (934, 924), (924, 90)][quarters]
    #expect(abs(first.x - expected.0) < 60 && abs(first.y - expected.1) < 60, "\(first)")
  }

  /// Short words upside down are often taken for others: `Vudun` for `unpnA`.
  @Test(.enabled(if: areModelsThere), arguments: [-Double.pi / 2, .pi / 2])
  func `names that run up or down a sleeve are read from their start`(angle: Double) throws {
    let canvas = Canvas(width: 1024, height: 1024, color: Color(0x1F9B77))
    let start = angle < 0 ? 950.0 : 60
    let typeface = try Typeface(.boldSans)
    for (text, x, size) in [("THE SILENCES", 160.0, 70.0), ("Vudun", 260, 56)] {
      let course = Typeface.Course(x: angle < 0 ? x : 1000 - x, y: start, angle: angle)
      try typeface.draw(text, on: canvas, along: course, size: size, color: Color(0xFFFFFF))
    }
    #expect(Set(Self.letters(of: try Self.read(canvas))) == ["thesilences", "vudun"])
  }

  @Test(.enabled(if: areModelsThere))
  func `large letters come before small ones, and contrast is told`() throws {
    let lines = try Self.read(
      Self.sleeve(artist: "Harbor Lights", title: "Songs of Winter", in: .boldSans, ink: 0xFFFFFF, paper: 0x000000))
    #expect(lines.count == 2)
    #expect(Quad(lines[0].corners).height > Quad(lines[1].corners).height)
    #expect(lines.allSatisfy { $0.contrast > 0.7 && $0.contrast <= 1 })
    let faint = try Self.read(
      Self.sleeve(artist: "Harbor Lights", title: "Songs of Winter", in: .boldSans, ink: 0x909090, paper: 0x505050))
    #expect(faint.count == 2)
    #expect(faint.allSatisfy { $0.contrast < 0.4 })
  }

  @Test(.enabled(if: areModelsThere))
  func `nothing is read on an empty sleeve`() throws {
    #expect(try Self.read(Canvas(width: 1024, height: 1024, color: Color(0x7A5C3E))).isEmpty)
  }

  @Test(.enabled(if: areModelsThere))
  func `a picture of another size than was said is refused`() throws {
    let reader = try Self.reader()
    #expect(throws: TextReader.Failure.picture) { try reader.lines(inRGB: [1, 2, 3], width: 2, height: 2) }
    #expect(throws: TextReader.Failure.picture) { try reader.lines(inRGB: [], width: 0, height: 0) }
  }

  @Test(.enabled(if: areModelsThere))
  func `models and letters that don't belong together are refused`() throws {
    let (detection, recognition) = (
      Self.models.appending(path: "detection.weights").path, Self.models.appending(path: "recognition.weights").path
    )
    for characters in ["A\nB\n", String((0..<200).flatMap { "\($0 % 10)\n" })] {
      #expect(throws: TextReader.Failure.models) {
        try TextReader(detection: detection, recognition: recognition, characters: characters)
      }
    }
    let characters = try String(contentsOf: Self.models.appending(path: "characters.txt"), encoding: .utf8)
    #expect(throws: TextReader.Failure.models) {
      try TextReader(detection: recognition, recognition: detection, characters: characters)
    }
  }

  /// Whoever may write there can change what is read, but not run anything.
  @Test(.enabled(if: areModelsThere))
  func `a model that was changed is refused, or reads nothing`() throws {
    let folder = try TemporaryFolder()
    let detection = try Data(contentsOf: Self.models.appending(path: "detection.weights"))
    let characters = try String(contentsOf: Self.models.appending(path: "characters.txt"), encoding: .utf8)
    func reader(of bytes: Data) throws -> TextReader {
      let file = "\(folder.path)/detection.weights"
      try bytes.write(to: URL(filePath: file))
      return try TextReader(
        detection: file, recognition: Self.models.appending(path: "recognition.weights").path, characters: characters)
    }
    var older = detection
    older[older.startIndex + 20] ^= 1
    for bytes in [Data(), detection.prefix(64), detection.dropLast(2), detection + [0, 0], older] {
      #expect(throws: TextReader.Failure.models) { try reader(of: bytes) }
    }
    let noNumbers = detection.prefix(64) + Data(repeating: 0xFF, count: detection.count - 64)
    let lines = try reader(of: noNumbers).lines(
      inRGB: [UInt8](repeating: 90, count: 64 * 64 * 3), width: 64, height: 64)
    #expect(lines.isEmpty)
  }

  @Test func `what is no model is refused`() {
    #expect(throws: TextReader.Failure.models) {
      try TextReader(detection: #filePath, recognition: "/nowhere", characters: "A\n")
    }
  }

  // MARK: The lines to read

  private func box(x: Double = 0, y: Double = 0, width: Double, height: Double) -> Quad {
    Quad([
      Point(x, y), Point(x + width, y), Point(x + width, y + height),
      Point(x, y + height),
    ])
  }

  @Test func `a box has a length along its text and a height across it`() {
    let box = box(width: 300, height: 40)
    #expect((box.length, box.height) == (300, 40))
    #expect((box.turned(by: 1).length, box.turned(by: 1).height) == (40, 300))
    #expect(box.turned(by: 4) == box)
  }

  @Test func `text runs along a box, and down one that is far higher than long`() {
    let wide = box(width: 300, height: 40)
    #expect(wide.alongText(turned: 0) == wide)
    #expect(wide.alongText(turned: 2) == wide.turned(by: 2))
    let short = box(width: 40, height: 50)
    #expect(short.alongText(turned: 0) == short)
    let tall = box(width: 40, height: 300)
    #expect(tall.alongText(turned: 0) == tall.turned(by: 1))
    #expect(tall.alongText(turned: 3) == tall.turned(by: 3))
  }

  @Test func `the largest lines are read, and none as small as a label's print`() {
    let boxes = [box(width: 100, height: 20), box(width: 100, height: 11), box(width: 400, height: 90)]
    #expect(TextReader.choice(of: boxes, inPictureOf: 1024) == [boxes[2], boxes[0]])
    #expect(TextReader.choice(of: [], inPictureOf: 1024).isEmpty)
  }

  @Test func `a picture full of text is read in part`() {
    let many = (0..<200).map { box(x: 0, y: Double($0) * 20, width: 40, height: 20) }
    #expect(TextReader.choice(of: many, inPictureOf: 1024).count == 16)
    // Each of these is twenty times as long as high.
    let long = (0..<200).map { box(x: 0, y: Double($0) * 20, width: 400, height: 20) }
    #expect(TextReader.choice(of: long, inPictureOf: 1024).count == 2)
  }
}
