package import FoundationEssentials
package import ImagingProcess

/// Converts an untrusted picture to a disc's picture.
package protocol PictureConverter: Sendable {
  /// A baseline JPEG of 600×600 pixels.
  func disc(_ bytes: Data) async throws(ImagingClientError) -> Data
}

extension ImagingClient: PictureConverter {}
