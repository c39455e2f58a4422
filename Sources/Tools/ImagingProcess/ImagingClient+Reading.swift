package import FoundationEssentials
internal import Glibc
package import SystemPackage

extension ImagingClient {
  /// Whether the models are there that text is read with.
  package var canRead: Bool { ReadingModels(for: resolvedProgram) != nil }

  /// The lines of text in a picture, the largest first: at most `ImagingReply.mostLines`, and none where none can be read.
  ///
  /// Where nothing can be read upright, the picture is turned the three other ways; corners are always those in the picture
  /// as it came.
  ///
  /// - Parameter picture: a JPEG, as `prepare` and `study` make it.
  /// - Throws: `.modelsMissing` or `.modelsUnusable` where the machine can't read, and what any picture may lead to.
  package func read(_ picture: Data) async throws(ImagingClientError) -> [PrintedLine] {
    guard canRead else { throw .modelsMissing(ReadingModels.expectedFolder(for: resolvedProgram).string) }
    guard case .lines(let lines) = try await reply(to: .read, about: picture) else { throw .garbled("no lines") }
    return lines.map(PrintedLine.init)
  }

  /// The models lie where the program does, not where a link to it does.
  private var resolvedProgram: FilePath {
    guard let path = realpath(program.string, nil) else { return program }
    defer { free(path) }
    return FilePath(platformString: path)
  }
}

extension PrintedLine {
  /// Neither lines nor directions can be made of what is in this, nor anything that isn't seen: printable letters of the
  /// Latin script, digits and marks.
  package static func holds(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x24F: true
    // – — ‘ ’ “ ” … € ™
    case 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0x20AC, 0x2122: true
    default: false
    }
  }

  init(_ line: ImagingReply.Line) {
    self.init(
      text: line.text, confidence: Double(line.confidence) / 1000,
      corners: stride(from: 0, to: line.corners.count, by: 2).map {
        CoverSighting.Corner(x: Double(line.corners[$0]) / 10_000, y: Double(line.corners[$0 + 1]) / 10_000)
      }, contrast: Double(line.contrast) / 1000)
  }
}

/// The text recognition models, where they are installed or were built.
package struct ReadingModels: Equatable, Sendable {
  private static let detection = "detection.onnx"
  private static let recognition = "recognition.onnx"
  private static let characters = "characters.txt"
  /// From a program in `<prefix>/libexec/albumscan` or `<checkout>/.build/<triple>/<configuration>` there are at most so
  /// many folders up to the one that the models are looked for from.
  private static let mostFolders = 5

  package let folder: FilePath

  /// Finds where text is in a picture.
  package var detection: FilePath { folder.appending(Self.detection) }
  /// Reads a line of it.
  package var recognition: FilePath { folder.appending(Self.recognition) }
  /// What the recognition's classes stand for, one a line.
  package var characters: FilePath { folder.appending(Self.characters) }

  /// Those that are there for a program: installed with it, or made beside it in a checkout; nil where there are none.
  /// - Parameter program: its path, links seen through.
  package init?(for program: FilePath) {
    let complete = Self.folders(for: program).first { folder in
      [Self.detection, Self.recognition, Self.characters].allSatisfy {
        access(folder.appending($0).string, R_OK) == 0
      }
    }
    guard let complete else { return nil }
    folder = complete
  }

  /// Where they belong when they are nowhere.
  package static func expectedFolder(for program: FilePath) -> FilePath {
    let folders = folders(for: program)
    return folders.first { $0.removingLastComponent().lastComponent?.string == ".build" } ?? folders[1]
  }

  private static func folders(for program: FilePath) -> [FilePath] {
    var folder = program
    return (0..<mostFolders).map { _ in
      folder.removeLastComponent()
      return folder.lastComponent?.string == ".build"
        ? folder.appending("reading") : folder.appending("share/albumscan/reading")
    }
  }
}

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
