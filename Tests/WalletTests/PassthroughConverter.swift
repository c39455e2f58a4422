import Foundation
import ImagingClient
import ImagingProtocol

@testable import Wallet

/// Passes on what begins as a JPEG does, and takes nothing else; counts.
actor PassthroughConverter: PictureConverter {
  private(set) var made = 0

  func disc(_ bytes: Data) async throws(ImagingClientError) -> Data {
    made += 1
    guard bytes.starts(with: [0xFF, 0xD8]) else { throw .notAnImage }
    return bytes
  }
}
