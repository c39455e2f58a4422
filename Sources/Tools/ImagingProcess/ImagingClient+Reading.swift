package import FoundationEssentials
internal import Glibc
internal import SystemPackage

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
