package import Darkroom
package import FoundationEssentials

/// Makes a disc's picture of a stranger's.
package protocol PictureMaker: Sendable {
  /// A baseline JPEG of 600×600 pixels.
  func disc(_ bytes: Data) async throws(DarkroomError) -> Data
}

extension Darkroom: PictureMaker {}
