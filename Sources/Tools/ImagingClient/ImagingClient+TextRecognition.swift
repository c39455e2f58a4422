package import FoundationEssentials
internal import Glibc
package import ImagingProtocol
internal import SystemPackage

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
