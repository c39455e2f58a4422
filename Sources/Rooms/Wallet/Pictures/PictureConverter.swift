package import FoundationEssentials
package import ImagingProcess

/// Makes a disc's picture of a stranger's.
package protocol PictureConverter: Sendable {
  /// A baseline JPEG of 600×600 pixels.
  func disc(_ bytes: Data) async throws(ImagingClientError) -> Data
}

extension ImagingClient: PictureConverter {}
