package import FoundationEssentials
internal import Glibc
package import SystemPackage

extension ImagingClient {
  /// Whether the text recognition models are installed.
  package var canRead: Bool { TextModels(for: resolvedProgram) != nil }

  /// The lines of text in a picture, the largest first: at most `ImagingReply.mostLines`, and none if none can be read.
  ///
  /// If nothing can be read upright, the other three orientations are tried; corners always refer to the picture as
  /// given.
  /// - Parameter picture: a JPEG from `prepare` or `study`.
  /// - Throws: `.modelsMissing` or `.modelsUnusable` if this computer can't read text, and any error that a picture may
  ///   cause.
  package func read(_ picture: Data) async throws(ImagingClientError) -> [PrintedLine] {
    guard canRead else { throw .modelsMissing(TextModels.expectedFolder(for: resolvedProgram).string) }
    guard case .lines(let lines) = try await reply(to: .read, about: picture) else { throw .garbled("no lines") }
    return lines
  }

  /// The models are installed beside the program, not beside a link to it.
  private var resolvedProgram: FilePath {
    guard let path = realpath(program.string, nil) else { return program }
    defer { free(path) }
    return FilePath(platformString: path)
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

/// The text recognition models, as installed or built.
package struct TextModels: Equatable, Sendable {
  private static let detection = "detection.weights"
  private static let recognition = "recognition.weights"
  private static let characters = "characters.txt"
  /// The most folders to go up, from a program in `<prefix>/libexec/albumscan` or
  /// `<checkout>/.build/<triple>/<configuration>` to the folder that contains the models' path.
  private static let mostFolders = 5

  package let folder: FilePath

  /// The model that finds text.
  package var detection: FilePath { folder.appending(Self.detection) }
  /// The model that reads a line.
  package var recognition: FilePath { folder.appending(Self.recognition) }
  /// The characters of the recognition's classes, one per line.
  package var characters: FilePath { folder.appending(Self.characters) }

  /// The models for a program: installed with it, or built in the same checkout; nil if there are none.
  /// - Parameter program: its path, with links resolved.
  package init?(for program: FilePath) {
    let complete = Self.folders(for: program).first { folder in
      [Self.detection, Self.recognition, Self.characters].allSatisfy {
        access(folder.appending($0).string, R_OK) == 0
      }
    }
    guard let complete else { return nil }
    folder = complete
  }

  /// Where they belong if they are missing.
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
