import Glibc
import Imaging
import ImagingProtocol
import SystemPackage

extension TextReader {
  /// Far more than any script has letters.
  private static let mostCharacters = 1 << 16

  /// With the models installed beside this program. Call this before the sandbox, in which no files can be opened.
  static func besideProgram() throws(Failure) -> TextReader {
    guard let program = realpath("/proc/self/exe", nil) else { throw .models }
    defer { free(program) }
    guard let models = TextModels(for: FilePath(platformString: program)),
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

extension PrintedLine {
  /// Only what may be sent; nil if no text is left.
  var sendable: PrintedLine? {
    var line = self
    line.text = String(
      String(String.UnicodeScalarView(text.unicodeScalars.filter(Self.holds))).trimmingSpaces.prefix(Self.longestText))
    (line.confidence, line.contrast) = (max(0, min(1, confidence)), max(0, min(1, contrast)))
    return line.text.isEmpty ? nil : line
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
