import Glibc
import Imaging
import ImagingClient
import SystemPackage

extension TextReader {
  /// Far more than any script has letters.
  private static let mostCharacters = 1 << 16

  /// With the models installed beside this program. Call this before the sandbox, in which no files can be opened.
  static func besideProgram() throws(Failure) -> TextReader {
    guard let program = realpath("/proc/self/exe", nil) else { throw .models }
    defer { free(program) }
    guard let models = ReadingModels(for: FilePath(platformString: program)),
      // Any problem with the model files is the same error to the caller.
      let characters = try? text(of: models.characters)
    else { throw .models }
    return try TextReader(
      detection: models.detection.string, recognition: models.recognition.string, characters: characters)
  }

  private static func text(of path: FilePath) throws -> String {
    let file = try FileDescriptor.open(path, .readOnly)
    return try file.closeAfter {
      try String(unsafeUninitializedCapacity: mostCharacters) {
        try file.read(into: UnsafeMutableRawBufferPointer($0))
      }
    }
  }
}

extension ImagingReply.Line {
  /// Nil if no text is left.
  init?(_ line: TextReader.Line, width: Int, height: Int) {
    let text = String(String.UnicodeScalarView(line.text.unicodeScalars.filter(PrintedLine.holds)))
      .trimmingSpaces.prefix(Self.longestText)
    if text.isEmpty { return nil }
    func part(_ value: Double, of whole: Double, in parts: Int) -> Int {
      Int((max(0, min(1, value / whole)) * Double(parts)).rounded())
    }
    self.init(
      text: String(text), confidence: part(line.confidence, of: 1, in: 1000),
      contrast: part(line.contrast, of: 1, in: 1000),
      corners: line.box.corners.flatMap {
        [part($0.x, of: Double(width), in: 10_000), part($0.y, of: Double(height), in: 10_000)]
      })
  }
}

extension String {
  fileprivate var trimmingSpaces: Substring {
    var rest = self[...]
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
